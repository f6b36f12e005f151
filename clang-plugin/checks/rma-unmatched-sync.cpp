//===- checks/rma-unmatched-sync.cpp - a close without its open ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a call closes an epoch that on no path is open: an unlock of what
// is not locked, a complete without start, a wait without post.
//
//===----------------------------------------------------------------------===//

#include "FunctionInfo.h"
#include "Reporter.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// What the call needs and surely has not; null where it may be there.
const char *missing(const Epochs &epochs, EventKind kind, const Target &target) {
  bool locked =
      llvm::any_of(epochs.locks, [&](const HeldLock &lock) { return lock.target.mayBe(target); });
  // What is open excludes the others, whatever was open when the function was entered.
  const bool isKnown = epochs.isKnown() || epochs.lockAll;
  const bool isPassive = epochs.lockAll || !epochs.locks.empty();
  switch (kind) {
  case EventKind::Unlock:
    if (locked || !(isKnown || epochs.isSurelyUnlocked(target)))
      return nullptr;
    return epochs.lockAll ? "which MPI_Win_lock_all locked" : "whose target is not locked";
  case EventKind::UnlockAll:
    return !epochs.lockAll && (epochs.isKnown() || isPassive)
               ? "which MPI_Win_lock_all has not locked"
               : nullptr;
  case EventKind::Complete:
    return !epochs.start && (epochs.isKnown() || isPassive)
               ? "which has no MPI_Win_start to complete"
               : nullptr;
  case EventKind::Wait:
  case EventKind::Test:
    return epochs.exposure == Rest::Nothing && !epochs.post
               ? "which has no MPI_Win_post to wait for"
               : nullptr;
  default:
    return nullptr;
  }
}

} // namespace

void checkUnmatchedSync(const Step &step) {
  const Action &action = step.action;
  auto call = windowCall(step);
  if (!call)
    return;
  const auto &[kind, target, situations] = *call;
  if (!inAll(situations,
             [&](const Epochs &epochs) { return !epochs.freed && missing(epochs, kind, target); }))
    return;
  const Epochs &first = *situations.begin();
  std::vector<FindingNote> notes;
  if (kind == EventKind::UnlockAll && !first.locks.empty()) {
    const CallExpr *lock = first.locks.front().call;
    step.reporter.claim(FindingId::UnclosedEpoch, lock);
    notes.push_back({lock->getSourceRange(), "a target is locked here"});
  }
  if (first.closed && kind != EventKind::Wait && kind != EventKind::Test)
    notes.push_back({first.closed->getSourceRange(), "the last epoch was closed here"});
  step.report(FindingId::UnmatchedSync,
              std::string(action.call.info().name) + " on " + step.window(*action.window) + ", " +
                  missing(first, kind, target),
              std::move(notes));
}

} // namespace fencepost::plugin
