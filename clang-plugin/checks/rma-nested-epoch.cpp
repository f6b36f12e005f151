//===- checks/rma-nested-epoch.cpp - an epoch is opened inside another -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a call opens an epoch of a window while, on every path, another
// is open that excludes it: a lock within a lock of the same target or within
// start and complete, a fence before the unlock, a lock after operations that
// only a fence completes.
//
//===----------------------------------------------------------------------===//

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Inductions.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The call that opened an epoch which excludes the one that the call opens; or null.
/// `isOwn`: the call locks this process's own memory.
const CallExpr *excluding(const Epochs &epochs, EventKind kind, const Target &target, bool isOwn) {
  const CallExpr *fence =
      epochs.operation && !epochs.start && !epochs.hasPassive() ? epochs.fence : nullptr;
  const CallExpr *lock = epochs.locks.empty() ? nullptr : epochs.locks.front().call;
  const CallExpr *passive = epochs.lockAll ? epochs.lockAll : lock;
  switch (kind) {
  case EventKind::Lock:
    for (const HeldLock &held : epochs.locks)
      if (held.target.isSurely(target))
        return held.call;
    return epochs.lockAll ? epochs.lockAll
           : epochs.start ? epochs.start
           : fence        ? fence
           : isOwn        ? epochs.post
                          : nullptr;
  case EventKind::LockAll:
    return passive ? passive : epochs.start ? epochs.start : fence ? fence : epochs.post;
  case EventKind::Start:
    return passive ? passive : epochs.start ? epochs.start : fence;
  case EventKind::Post:
    return epochs.post;
  case EventKind::Fence:
    return passive ? passive : epochs.start ? epochs.start : epochs.post;
  default:
    return nullptr;
  }
}

/// Whether the target is this process's rank in the window. What others expose may be locked.
bool targetsItself(const Step &step) {
  const std::string asked = step.info.commOfRank(step.action.call.argument(Role::Target));
  return !asked.empty() && asked == step.commOf(*step.action.window);
}

/// Whether a call of that kind may close what one of the other kind opened.
bool mayClose(EventKind opener, EventKind kind) {
  switch (opener) {
  case EventKind::Post:
    return kind == EventKind::Wait || kind == EventKind::Test || kind == EventKind::WinFree;
  case EventKind::Start:
    return kind == EventKind::Complete || kind == EventKind::WinFree;
  default:
    return kind == EventKind::UnlockAll || kind == EventKind::WinFree;
  }
}

/// Whether the call is made in every iteration of a loop in which nothing closes what it opens.
bool isOpenFromBefore(const Step &step, const Situations &situations) {
  const MpiCall &call = step.action.call;
  const CallExpr *Epochs::*opened = call.kind() == EventKind::LockAll ? &Epochs::lockAll
                                    : call.kind() == EventKind::Start ? &Epochs::start
                                    : call.kind() == EventKind::Post  ? &Epochs::post
                                                                      : nullptr;
  const Feasibility::Loop *loop =
      opened ? step.feasibility.loopOfBoth(step.block, step.block) : nullptr;
  if (!loop || !loop->header->getTerminatorStmt() ||
      llvm::none_of(situations, [&](const Epochs &epochs) { return epochs.*opened == call.expr; }))
    return false;
  const Induction *counts = step.info.countingLoop(loop->header->getTerminatorStmt());
  if (counts && mostRunsOf(*counts, step.info.context).value_or(2) < 2)
    return false;
  for (unsigned block : loop->blocks.set_bits())
    for (const Action &action : step.graph.blocks[block]) {
      const bool isOther = action.kind == Action::Kind::Call && action.call.expr != call.expr &&
                           concernsWindows(action.call.kind()) &&
                           !isOperation(action.call.kind()) &&
                           step.info.mayBeSame(action.window, step.action.window);
      // In an array of windows it may be another one each time.
      if (action.kind == Action::Kind::Synchronizes ||
          (action.kind == Action::Kind::Modifies &&
           !step.info.windows[*step.action.window].isLocal) ||
          (isOther && mayClose(call.kind(), action.call.kind())))
        return false;
      if (action.kind == Action::Kind::Modify &&
          (!action.variable ||
           llvm::is_contained(step.info.windows[*step.action.window].path.dependsOn,
                              action.variable)))
        return false;
    }
  return true;
}

} // namespace

void checkNestedEpoch(const Step &step) {
  const Action &action = step.action;
  auto call = windowCall(step);
  if (!call)
    return;
  const auto &[kind, target, situations] = *call;
  bool isOwn = kind == EventKind::Lock && targetsItself(step);
  if (step.action.kind == Action::Kind::Call && isOpenFromBefore(step, situations)) {
    step.report(FindingId::NestedEpoch,
                std::string(action.call.info().name) + " on " + step.window(*action.window) +
                    " while the epoch that it opened in the iteration before is still open",
                {{step.feasibility.loopAround(step.block)
                      ->header->getTerminatorStmt()
                      ->getSourceRange()
                      .getBegin(),
                  "nothing in this loop closes it"}});
    return;
  }
  if (!inAll(situations,
             [&](const Epochs &epochs) { return excluding(epochs, kind, target, isOwn); }))
    return;
  const CallExpr *outer = excluding(*situations.begin(), kind, target, isOwn);
  std::string opened = outer->getDirectCallee()->getNameAsString();
  step.report(FindingId::NestedEpoch,
              std::string(action.call.info().name) + " on " + step.window(*action.window) +
                  " while the epoch that " + opened + " opened is still open",
              {{outer->getSourceRange(), outer == action.call.expr
                                             ? "the epoch was opened here, by an earlier call"
                                             : "the epoch was opened here"}});
}

} // namespace fencepost::plugin
