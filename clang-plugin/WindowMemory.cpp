//===- WindowMemory.cpp - what windows are made of ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowMemory.h"

#include "FunctionInfo.h"
#include "Program.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace clang;

namespace fencepost::plugin {

/// The pointer that MPI stores the address of memory in; or null.
static const Expr *newPointer(const MpiCall &call) {
  const Expr *pointer = call.argument(Role::NewBase);
  auto *unary = dyn_cast_or_null<UnaryOperator>(pointer ? pointer->IgnoreParenCasts() : nullptr);
  return unary && unary->getOpcode() == UO_AddrOf ? unary->getSubExpr()->IgnoreParens() : nullptr;
}

std::optional<WindowMemory> memoryOf(const MpiCall &call, unsigned window,
                                     const FunctionInfo &info) {
  if (const Expr *base = call.argument(Role::Base)) {
    auto address = addressOfPointee(base, {}, info);
    // A process may take part in a window without memory.
    if (!address || !address->terms.empty() ||
        constantValue(call.argument(Role::Size), info.context) == 0)
      return std::nullopt;
    const bool isFixed = llvm::all_of(address->dependsOn, [&](const ValueDecl *part) {
      auto *parameter = dyn_cast<ParmVarDecl>(part);
      return part == address->container || info.soleValues.contains(dyn_cast<VarDecl>(part)) ||
             (parameter && info.isSteady(parameter));
    });
    const bool isMember = llvm::any_of(
        address->dependsOn, [](const ValueDecl *part) { return isa_and_nonnull<FieldDecl>(part); });
    if (!isFixed && !isMember)
      return std::nullopt;
    WindowMemory memory{window, call.expr, std::move(*address)};
    // A member may be given other memory wherever its object is known.
    if (llvm::any_of(memory.address.dependsOn,
                     [](const ValueDecl *part) { return isa<FieldDecl>(part); }))
      memory.address.container = nullptr;
    memory.isInMember = !isFixed;
    return memory;
  }
  auto *named = dyn_cast_or_null<DeclRefExpr>(newPointer(call));
  if (!named || !info.isStable(named->getDecl()))
    return std::nullopt;
  auto address = addressThrough(named, info);
  if (!address)
    return std::nullopt;
  return WindowMemory{window, call.expr, std::move(*address), true};
}

std::optional<AskedMemory> askedMemoryOf(const MpiCall &query, unsigned window,
                                         const FunctionInfo &info) {
  const Expr *pointer = newPointer(query);
  if (!pointer || !isa<DeclRefExpr, ArraySubscriptExpr>(pointer))
    return std::nullopt;
  auto address = addressThrough(pointer, info);
  if (!address || !address->base || !info.isStable(address->base) || address->places.size() > 1 ||
      isa<ArraySubscriptExpr>(pointer) == address->places.empty())
    return std::nullopt;
  return AskedMemory{window, query, std::move(*address)};
}

/// The window, not the place that a call is told to keep it in.
static const Expr *windowExpr(const MpiCall &call) {
  const Expr *window = call.argument(Role::Window);
  if (!window && call.kind() == EventKind::WinFree)
    window = call.argument(Role::NewWindow);
  window = window ? window->IgnoreParenImpCasts() : nullptr;
  auto *unary = dyn_cast_or_null<UnaryOperator>(window);
  return unary && unary->getOpcode() == UO_AddrOf ? unary->getSubExpr()->IgnoreParenImpCasts()
                                                  : window;
}

void addMadeMemories(FlowGraph &graph, FunctionInfo &info) {
  llvm::DenseSet<const ValueDecl *> changed;
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block)
      if (action.kind == Action::Kind::Modify || action.kind == Action::Kind::Redeclare)
        changed.insert(action.variable);
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block) {
      const Expr *expr =
          action.kind == Action::Kind::Call && action.window ? windowExpr(action.call) : nullptr;
      if (!expr || info.windows[*action.window].isCreated || info.windows[*action.window].made)
        continue;
      auto *member = dyn_cast<MemberExpr>(expr);
      auto *named = dyn_cast<DeclRefExpr>(expr);
      const MadeWindow *made = member  ? info.program->windowIn(member->getMemberDecl())
                               : named ? info.program->windowIn(named->getDecl())
                                       : nullptr;
      if (!made)
        continue;
      info.windows[*action.window].made = made;
      auto address = made->memory ? addressBeside(expr, made->memory, info) : std::nullopt;
      if (address && llvm::none_of(address->dependsOn, [&](const ValueDecl *part) {
            return part != made->memory && changed.contains(part);
          }))
        graph.memories.push_back({*action.window, made->creation, std::move(*address),
                                  mpiCall(made->creation)->argument(Role::NewBase) != nullptr});
    }
}

/// Blocks that may run after that one has.
static llvm::BitVector blocksAfter(const CFG &cfg, const CFGBlock *block) {
  llvm::BitVector after(cfg.getNumBlockIDs());
  std::vector<const CFGBlock *> pending{block};
  while (!pending.empty()) {
    const CFGBlock *from = pending.back();
    pending.pop_back();
    for (const CFGBlock *next : from->succs())
      if (next && !after.test(next->getBlockID())) {
        after.set(next->getBlockID());
        pending.push_back(next);
      }
  }
  return after;
}

/// Whether the container may have other memory some time after the window was made, other than
/// where it gives up that of the window.
static bool mayMove(const FlowGraph &graph, const WindowMemory &memory) {
  const CFGBlock *made = graph.blockOf.lookup(memory.creation);
  if (!made)
    return true;
  const llvm::BitVector after = blocksAfter(*graph.cfg, made);
  for (unsigned block = 0; block < graph.blocks.size(); ++block) {
    bool isAfter = after.test(block), isReleased = false;
    for (const Action &action : graph.blocks[block]) {
      if (action.kind == Action::Kind::Call && action.call.expr == memory.creation)
        isAfter = true;
      else if (action.kind == Action::Kind::Access && action.access.releases &&
               action.access.address.container == memory.address.container)
        isReleased = true;
      else if (action.kind == Action::Kind::Modify && action.variable == memory.address.container &&
               isAfter && !std::exchange(isReleased, false))
        return true;
    }
  }
  return false;
}

/// Whether the member that points to the memory may get another value before the window is freed.
static bool mayBeSet(const FlowGraph &graph, const WindowMemory &memory) {
  const CFGBlock *made = graph.blockOf.lookup(memory.creation);
  if (!made)
    return true;
  enum class Comes { On, Freed, Set };
  auto follow = [&](llvm::ArrayRef<Action> actions) {
    bool releases = false; // which sets no member
    for (const Action &action : actions) {
      const bool isRelease =
          std::exchange(releases, action.kind == Action::Kind::Access && action.access.releases);
      switch (action.kind) {
      case Action::Kind::Modifies:
        if (isRelease)
          break;
        [[fallthrough]];
      case Action::Kind::Synchronizes:
        return Comes::Set;
      case Action::Kind::Modify:
      case Action::Kind::Redeclare:
        if (!action.variable || llvm::is_contained(memory.address.dependsOn, action.variable))
          return Comes::Set;
        break;
      case Action::Kind::Call:
        if (action.call.kind() == EventKind::WinFree && action.window == memory.window)
          return Comes::Freed;
        break;
      default:
        break;
      }
    }
    return Comes::On;
  };
  llvm::ArrayRef<Action> actions = graph.blocks[made->getBlockID()];
  auto creation = llvm::find_if(actions, [&](const Action &action) {
    return action.kind == Action::Kind::Call && action.call.expr == memory.creation;
  });
  actions = actions.drop_front(creation - actions.begin());
  std::vector<const CFGBlock *> pending;
  llvm::BitVector seen(graph.cfg->getNumBlockIDs());
  for (const CFGBlock *block = made;; actions = graph.blocks[block->getBlockID()]) {
    const Comes comes = follow(actions);
    if (comes == Comes::Set)
      return true;
    for (const CFGBlock *next : block->succs())
      if (next && comes == Comes::On && !seen.test(next->getBlockID())) {
        seen.set(next->getBlockID());
        pending.push_back(next);
      }
    if (pending.empty())
      return false;
    block = pending.back();
    pending.pop_back();
  }
}

/// Whether only the call that asks for it sets the pointer, or the one that made the window before.
static bool isAskedOnce(const FlowGraph &graph, AskedMemory &asked,
                        const llvm::DenseMap<const ValueDecl *, unsigned> &changes) {
  const VarDecl *pointer = asked.address.base;
  if (!asked.address.places.empty() && pointer->getType()->isPointerType())
    return changes.lookup(nullptr) == 1 && changes.lookup(pointer) <= 1 &&
           llvm::none_of(graph.blocks, [](const std::vector<Action> &block) {
             return llvm::any_of(block, [](const Action &action) {
               return (action.kind == Action::Kind::Modifies ||
                       action.kind == Action::Kind::Synchronizes) &&
                      action.changesHandles;
             });
           });
  asked.mayBeOwn = llvm::any_of(graph.memories, [&](const WindowMemory &memory) {
    return memory.isAllocated && memory.window == asked.window && memory.address.base == pointer;
  });
  return changes.lookup(pointer) == 1u + asked.mayBeOwn;
}

void dropMoved(FlowGraph &graph) {
  llvm::DenseMap<const ValueDecl *, unsigned> changes;
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block)
      if (action.kind == Action::Kind::Modify)
        ++changes[action.variable];
  llvm::erase_if(graph.asked,
                 [&](AskedMemory &asked) { return !isAskedOnce(graph, asked, changes); });
  llvm::erase_if(graph.memories, [&](const WindowMemory &memory) {
    if (memory.address.container && changes.lookup(memory.address.container) != 0 &&
        mayMove(graph, memory))
      return true;
    if (memory.isInMember && mayBeSet(graph, memory))
      return true;
    return memory.isAllocated && llvm::any_of(memory.address.dependsOn, [&](const ValueDecl *part) {
             return changes.lookup(part) != 1;
           });
  });
}

} // namespace fencepost::plugin
