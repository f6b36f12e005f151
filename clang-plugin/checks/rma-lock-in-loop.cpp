//===- checks/rma-lock-in-loop.cpp - a lock for every operation of a loop --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells a shared lock that each iteration of a loop takes for an operation or two
// and gives back, where one lock around the loop, with a flush for each unlock,
// is sure to do the same: nobody ever locks the window exclusively.
//
//===----------------------------------------------------------------------===//

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

constexpr unsigned kMostOperations = 2; // in an epoch

class LockLoop {
public:
  LockLoop(const Step &step, const Feasibility::Loop &loop)
      : step(step), info(step.info), loop(loop), window(*step.action.window) {}

  /// The lock that this unlock gives back, where one lock around the loop would do.
  const CallExpr *needless() {
    const CallExpr *lock = onlyLock();
    auto call = lock ? mpiCall(lock) : std::nullopt;
    const CFGBlock *place = lock ? step.graph.blockOf.lookup(lock) : nullptr;
    auto creation = step.creationOf(window);
    if (!call || !creation || isShared(*creation) || !place || !loop.contains(place) ||
        step.feasibility.loopAround(place) != &loop || !isLeftAtOnePlace() ||
        !step.feasibility.isInEveryIteration(place, loop) ||
        !step.feasibility.isInEveryIteration(step.block, loop) || !isAlwaysShared() ||
        !holdsNothingElse(lock))
      return nullptr;
    return lock;
  }

  /// Whether all iterations lock the same process.
  bool isOneTarget() const {
    Target target = targetOf(step.action.call.argument(Role::Target), info);
    return target.constant || (target.place && target.place->steps.empty() &&
                               info.isStable(target.place->root) && !isChanged(target.place->root));
  }

private:
  const Step &step;
  const FunctionInfo &info;
  const Feasibility::Loop &loop;
  unsigned window;

  /// The one lock of the window that is held, whichever way led here.
  const CallExpr *onlyLock() const {
    const Situations &situations = step.before.windows[window];
    if (!info.windows[window].isPrivate || situations.empty() ||
        situations.begin()->locks.size() != 1)
      return nullptr;
    const CallExpr *lock = situations.begin()->locks.front().call;
    bool same = inAll(situations, [&](const Epochs &epochs) {
      return epochs.isKnown() && !epochs.lockAll && !epochs.start && !epochs.post &&
             epochs.locks.size() == 1 && epochs.locks.front().call == lock;
    });
    return same ? lock : nullptr;
  }

  template <typename Predicate> bool allInLoop(Predicate holds) const {
    for (const CFGBlock *block : *step.graph.cfg)
      if (loop.contains(block) && !llvm::all_of(step.graph.blocks[block->getBlockID()], holds))
        return false;
    return true;
  }

  bool isChanged(const ValueDecl *variable) const {
    return !allInLoop([&](const Action &action) {
      return action.variable != variable || action.kind == Action::Kind::Expire;
    });
  }

  /// What follows the loop follows it however it ended, so that there is a place for the unlock.
  bool isLeftAtOnePlace() const {
    const CFGBlock *after = nullptr;
    for (const CFGBlock *block : *step.graph.cfg)
      for (const CFGBlock *next : block->succs())
        if (loop.contains(block) && next && !loop.contains(next)) {
          if (after && next != after)
            return false;
          after = next;
        }
    return after;
  }

  /// Exclusive locks keep others out: to hold a lock longer is another program then. This function
  /// alone knows the window, in all processes.
  bool isAlwaysShared() const {
    for (const std::vector<Action> &block : step.graph.blocks)
      for (const Action &action : block)
        if (action.kind == Action::Kind::Call && action.window == window &&
            action.call.kind() == EventKind::Lock &&
            !isMacro(action.call.argument(Role::LockType), "MPI_LOCK_SHARED", info.context))
          return false;
    return true;
  }

  /// Whether the loop has no other use for its lock than an operation or two: it synchronizes the
  /// window in no other way, nor touches memory of the window, which its own lock may be for.
  bool holdsNothingElse(const CallExpr *lock) const {
    unsigned operations = 0;
    bool nothing = allInLoop([&](const Action &action) {
      switch (action.kind) {
      case Action::Kind::Call:
        if (action.operation && action.window == window) {
          ++operations;
          // One that a loop within this one repeats is many.
          if (step.feasibility.loopAround(step.graph.operations[*action.operation].block) != &loop)
            return false;
        }
        return action.window != window || action.call.expr == lock ||
               action.call.expr == step.action.call.expr || isOperation(action.call.kind());
      case Action::Kind::Access:
        return isElsewhere(action.access);
      case Action::Kind::Modifies:
      case Action::Kind::Synchronizes:
      case Action::Kind::Stop:
      case Action::Kind::End:
        return false;
      default:
        return true;
      }
    });
    return nothing && operations >= 1 && operations <= kMostOperations;
  }

  /// Whether the memory is surely not the window's: a variable that is none, or what a pointer
  /// leads to that was there before the library allocated the window.
  bool isElsewhere(const Access &access) const {
    const WindowMemory *memory = nullptr;
    for (const WindowMemory &candidate : step.graph.memories)
      if (candidate.window == window)
        memory = &candidate;
    if (const VarDecl *object = access.address.object)
      return memory &&
             (memory->isAllocated || (memory->address.object && memory->address.object != object));
    return memory && memory->isAllocated &&
           llvm::all_of(access.address.dependsOn, [&](const ValueDecl *part) {
             if (part->getType()->isIntegerType()) // an index
               return true;
             auto *parameter = dyn_cast<ParmVarDecl>(part);
             return parameter && (parameter->getType()->isReferenceType() ||
                                  (info.isStable(parameter) && !isAssigned(parameter)));
           });
  }

  bool isAssigned(const VarDecl *variable) const {
    return llvm::any_of(step.graph.blocks, [&](const std::vector<Action> &block) {
      return llvm::any_of(block, [&](const Action &action) {
        return action.kind == Action::Kind::Modify && action.variable == variable;
      });
    });
  }
};

} // namespace

void checkLockInLoop(const Step &step) {
  const Action &action = step.action;
  if (!step.reporter.isWanted(FindingId::LockInLoop) || action.kind != Action::Kind::Call ||
      !action.window || action.call.kind() != EventKind::Unlock)
    return;
  const Feasibility::Loop *loop = step.feasibility.loopAround(step.block);
  if (!loop)
    return;
  LockLoop candidate(step, *loop);
  const CallExpr *lock = candidate.needless();
  if (!lock)
    return;
  std::string around = candidate.isOneTarget() ? "the lock" : "MPI_Win_lock_all";
  std::string target = spelling(action.call.argument(Role::Target), step.info.context);
  step.reporter.report(
      FindingId::LockInLoop, lock->getExprLoc(), lock->getSourceRange(),
      "each iteration locks " + step.window(*action.window) + " for an operation or two; " +
          around + " may come before the loop and the unlock after it",
      {{action.call.expr->getSourceRange(), "here MPI_Win_flush(" + target + ", " +
                                                step.info.windows[*action.window].name +
                                                ") completes what the iteration does"}});
}

} // namespace fencepost::plugin
