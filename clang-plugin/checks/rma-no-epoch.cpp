//===- checks/rma-no-epoch.cpp - operation or flush without an epoch ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where an operation is issued, or a flush made, on a window that has no
// epoch open for it on any path.
//
//===----------------------------------------------------------------------===//

#include "FunctionInfo.h"
#include "Reporter.h"
#include "Shifts.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the lock is surely of another target than the operation of the step.
bool isOfOther(const Step &step, const HeldLock &lock) {
  const auto call = mpiCall(lock.call);
  const Expr *locked = call ? call->argument(Role::Target) : nullptr;
  return locked && step.isSureOfTarget([&](int64_t target, const std::string &comm, auto rank) {
    const auto number = numberOf(locked, step.info, {comm, rank});
    return number && *number != target;
  });
}

/// Whether locks are held, all of other targets than that of the step.
bool locksOthersOnly(const Step &step, const Epochs &epochs, const Target &target) {
  return !epochs.locks.empty() && !epochs.lockAll && epochs.isKnown() && !epochs.fence &&
         !epochs.start && llvm::all_of(epochs.locks, [&](const HeldLock &lock) {
           const auto &[constant, place, shift] = lock.target;
           return (constant && target.constant && *constant != *target.constant) ||
                  (shift && target.shift && *shift != *target.shift) || isOfOther(step, lock);
         });
}

} // namespace

void checkNoEpoch(const Step &step) {
  const Action &action = step.action;
  if ((action.kind != Action::Kind::Call && action.kind != Action::Kind::First) || !action.window)
    return;
  EventKind kind = action.call.kind();
  bool flush = isFlush(kind);
  if (!isOperation(kind) && !flush)
    return;
  const Target known = step.target();
  std::optional<int64_t> target = known.constant;
  // An operation on MPI_PROC_NULL does nothing, wherever it stands.
  if (target && *target < 0)
    return;
  // Nor does one that moves nothing.
  const Expr *count = action.call.argument(Role::OriginCount);
  if (count && constantValue(count, step.info.context) == 0)
    return;

  const Situations &situations = step.before.windows[*action.window];
  std::string subject = std::string(action.call.info().name) + " on " + step.window(*action.window);
  std::string message;
  std::vector<FindingNote> notes;
  auto isClosed = [&](const Epochs &epochs) {
    return !epochs.hasAccess() || epochs.isSurelyUnlocked(known);
  };
  if (inAll(situations, [](const Epochs &epochs) { return epochs.freed != nullptr; }))
    return; // rma-freed-window
  if (!flush && isAfterNoSucceed(step))
    return; // rma-wrong-assert
  if (inAll(situations, isClosed)) {
    message = subject + ", which has no epoch open";
    if (situations.begin()->closed)
      notes.push_back({situations.begin()->closed->getSourceRange(), "the epoch was closed here"});
  } else if ((flush || action.call.argument(Role::Request)) &&
             inAll(situations, [](const Epochs &epochs) { return !epochs.hasPassive(); })) {
    // RMA-RULES 2: a flush needs a passive epoch, and so do operations with a request (MPI 12.3.6).
    message = subject + ", which is not in a passive target epoch (lock or lock_all)";
  } else if (inAll(situations,
                   [&](const Epochs &epochs) { return locksOthersOnly(step, epochs, known); })) {
    message = std::string(action.call.info().name) + " to target " +
              (target ? std::to_string(*target) : step.quoted(action.call.argument(Role::Target))) +
              " of " + step.window(*action.window) + ", which has only another target locked";
    notes.push_back({situations.begin()->locks.front().call->getSourceRange(),
                     "the lock that is held was taken here"});
  } else {
    return;
  }
  step.report(FindingId::NoEpoch, message, std::move(notes));
}

} // namespace fencepost::plugin
