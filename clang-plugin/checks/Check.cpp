//===- checks/Check.cpp - what a check is given ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Check.h"

#include "Callers.h"
#include "Epochs.h"
#include "Executors.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Processes.h"
#include "Program.h"
#include "Shifts.h"
#include "State.h"
#include "checks/RaceWords.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

#include <utility>

namespace fencepost::plugin {

std::string Step::quoted(const clang::Expr *expr) const { return inQuotes(expr, info.context); }

std::string Step::window(unsigned index) const {
  const std::string &name = info.windows[index].name;
  return name.empty() ? "the window" : "window '" + name + "'";
}

std::optional<MpiCall> Step::creationOf(unsigned window) const {
  const Situations &situations = before.windows[window];
  const clang::CallExpr *creation = situations.empty() ? nullptr : situations.begin()->created;
  auto block = graph.blockOf.find(creation);
  auto call = creation ? mpiCall(creation) : std::nullopt;
  if (!call || block == graph.blockOf.end() ||
      !inAll(situations, [&](const Epochs &epochs) { return epochs.created == creation; }))
    return std::nullopt;
  const clang::Expr *comm = call->argument(Role::Comm);
  if (!feasibility.allReach(&graph.cfg->getEntry(), block->second,
                            comm ? info.nameOfComm(comm) : ""))
    return std::nullopt;
  return call;
}

std::optional<MpiCall> Step::makerOf(unsigned window) const {
  auto creation = creationOf(window);
  const MadeWindow *made = info.windows[window].made;
  return creation || !made ? creation : mpiCall(made->creation);
}

std::string Step::commOf(unsigned window) const {
  if (info.processes->areOfOneWorld())
    return info.nameOfComm(nullptr);
  auto creation = creationOf(window);
  const clang::Expr *comm = creation ? creation->argument(Role::Comm) : nullptr;
  return comm ? info.nameOfComm(comm) : "";
}

bool Step::isSureOfTarget(
    llvm::function_ref<bool(int64_t, const std::string &, std::optional<int64_t>)> holds) const {
  const clang::Expr *target = action.call.argument(Role::Target);
  const std::string comm = commOf(*action.window);
  if (action.kind != Action::Kind::Call || comm.empty() || !target)
    return false;
  const auto holdsFor = [&](std::optional<int64_t> rank) {
    const auto number = numberOf(target, info, {comm, rank});
    return number && holds(*number, comm, rank);
  };
  const auto executors = branches.executorsOf(block, comm);
  if (!executors)
    return holdsFor(std::nullopt);
  constexpr int64_t kFew = 4;
  const int64_t first = executors->only.value_or(0);
  const int64_t end = executors->only ? first + 1 : kFew;
  bool isAny = false;
  for (int64_t rank = first; rank < end; ++rank)
    if (executors->contains(rank)) {
      if (!holdsFor(rank))
        return false;
      isAny = true;
    }
  return isAny;
}

bool Step::isForSome() const { return callers.mayBeSomeProcesses(info.function); }

void Step::report(FindingId id, const std::string &message, std::vector<FindingNote> notes,
                  const clang::Expr *argument) const {
  const clang::SourceManager &sources = info.context.getSourceManager();
  const clang::Expr *at = argument ? argument : action.call.expr;
  const clang::Expr *from = action.through;
  if (from && sources.isInSystemHeader(sources.getFileLoc(at->getExprLoc())))
    at = std::exchange(from, nullptr);
  if (from)
    notes.insert(notes.begin(), {from->getSourceRange(), "called from here"});
  reporter.report(id, at, action.call.expr, message, notes, {},
                  from ? from->getExprLoc() : clang::SourceLocation());
}

Target Step::target() const {
  return action.through ? action.target : targetOf(action.call.argument(Role::Target), info);
}

std::string Step::atLine(const clang::Expr *expr) const { return atLineOf(expr, info.context); }

std::optional<WindowCall> windowCall(const Step &step) {
  const Action &action = step.action;
  if ((action.kind != Action::Kind::Call && action.kind != Action::Kind::First) || !action.window)
    return std::nullopt;
  Target target = step.target();
  if (target.constant.value_or(0) < 0)
    return std::nullopt;
  return WindowCall{action.call.kind(), target, step.before.windows[*action.window]};
}

bool isAfterNoSucceed(const Step &step) {
  const Situations &situations = step.before.windows[*step.action.window];
  const Target target = step.target();
  return target.constant.value_or(0) >= 0 && inAll(situations, [](const Epochs &epochs) {
           auto closed = epochs.closed ? mpiCall(epochs.closed) : std::nullopt;
           return !epochs.hasAccess() && closed && closed->kind() == EventKind::Fence;
         });
}

void runChecks(const Step &step) {
#define CHECK(enumerator) check##enumerator(step);
#include "checks/checks.def"
}

} // namespace fencepost::plugin
