//===- trial/Handles.cpp - what the handles of a process on trial mean ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "WindowPath.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

llvm::StringRef predefined(Value value) {
  return value.isPlace() && value.object->variable && value.object->variable->getIdentifier()
             ? value.object->variable->getName()
             : "";
}

const Bindings &bindingsOf(const ASTContext &context) {
  static constexpr Bindings kOpenMpi{-2,
                                     0,
                                     2,
                                     0,
                                     1,
                                     2,
                                     4,
                                     8,
                                     16,
                                     {"ompi_mpi_comm_world", -1},
                                     {"ompi_mpi_comm_self", -1},
                                     {"ompi_mpi_op_no_op", -1}};
  static constexpr Bindings kMpich{-1,
                                   56,
                                   235,
                                   1,
                                   1024,
                                   8192,
                                   4096,
                                   2048,
                                   16384,
                                   {"", 0x44000000},
                                   {"", 0x44000001},
                                   {"", 0x5800000e}};
  return windowType(context)->isPointerType() ? kOpenMpi : kMpich;
}

bool isConstant(Value handle, const Bindings::Constant &constant) {
  return handle.kind == Value::Kind::Number
             ? handle.number == constant.number
             : !constant.object.empty() && predefined(handle) == constant.object;
}

std::optional<unsigned> Process::commOf(Value value) const {
  if (value.kind == Value::Kind::Handle && handles[value.number].kind == Handle::Kind::Comm)
    return handles[value.number].index;
  if (isConstant(value, bindings.world))
    return 0;
  if (isConstant(value, bindings.self))
    return 1;
  return std::nullopt;
}

std::optional<unsigned> Process::windowOf(Value value) const {
  if (value.kind == Value::Kind::Handle && handles[value.number].kind == Handle::Kind::Window)
    return handles[value.number].index;
  return std::nullopt;
}

void Process::giveNull(const Expr *handle, Value to) {
  give(to, sizeOf(handle->getType()->getPointeeType()).value_or(8),
       newHandle({Handle::Kind::Null}));
}

void Process::localMpi(const CallExpr *call, llvm::StringRef name) {
  auto argument = [&](unsigned index) { return index < given.size() ? given[index] : Value(); };
  if (name == "MPI_Comm_rank" || name == "MPI_Comm_size") {
    auto comm = commOf(argument(0));
    const Value to = argument(1);
    if (!comm)
      return give(to, 4, {});
    course.asksRank |= name == "MPI_Comm_rank" && course.comms[*comm].size > 1;
    return give(to, 4,
                Value::ofNumber(name == "MPI_Comm_rank" ? course.comms[*comm].rank
                                                        : course.comms[*comm].size));
  }
  if (name == "MPI_Comm_group" || name == "MPI_Win_get_group") {
    std::optional<unsigned> comm;
    if (name == "MPI_Comm_group")
      comm = commOf(argument(0));
    else if (auto window = windowOf(argument(0)))
      comm = course.windows[*window].comm;
    Handle group{Handle::Kind::Group};
    if (comm)
      group.group = course.comms[*comm].members;
    auto bytes = sizeOf(call->getArg(1)->getType()->getPointeeType());
    return give(argument(1), bytes.value_or(8), newHandle(std::move(group)));
  }
  if (name == "MPI_Group_incl" || name == "MPI_Group_excl") {
    const Value from = argument(0), count = argument(1), ranks = argument(2), to = argument(3);
    Handle group{Handle::Kind::Group};
    const bool isIn = name == "MPI_Group_incl";
    if (from.kind == Value::Kind::Handle && handles[from.number].group && ranks.isPlace() &&
        count.kind == Value::Kind::Number && count.number <= size) {
      const std::vector<int64_t> all = *handles[from.number].group;
      std::vector<int64_t> chosen;
      bool isKnown = true;
      for (int64_t i = 0; i < count.number; ++i) {
        const Value each = ranks.object->load(ranks.number + 4 * i, 4);
        isKnown &= each.kind == Value::Kind::Number && each.number >= 0 &&
                   each.number < int64_t(all.size());
        if (isKnown)
          chosen.push_back(all[each.number]);
      }
      if (isKnown && isIn)
        group.group = chosen;
      else if (isKnown) {
        group.group.emplace();
        for (int64_t each : all)
          if (!llvm::is_contained(chosen, each))
            group.group->push_back(each);
      }
    }
    auto bytes = sizeOf(call->getArg(3)->getType()->getPointeeType());
    return give(to, bytes.value_or(8), newHandle(std::move(group)));
  }
  if (name == "MPI_Alloc_mem") {
    Object *memory = make();
    memory->isShared = true;
    argument(0);
    return give(argument(2), 8, Value::ofPointer(memory));
  }
  if (topology(name) || makeType(call, name))
    return;
  if (name.ends_with("create_keyval"))
    stop(); // attributes call the program when they go
  if (name == "MPI_Type_free" || name == "MPI_Group_free" || name == "MPI_Info_free" ||
      name == "MPI_Comm_disconnect")
    return giveNull(call->getArg(0), argument(0));
  if (name == "MPI_Free_mem")
    return release(argument(0), {nullptr, call->getArg(0), call});
  if (name == "MPI_Type_commit")
    return;
  forgetArguments(call, nullptr, given);
}

} // namespace fencepost::plugin::trial
