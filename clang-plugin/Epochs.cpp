//===- Epochs.cpp - which epochs a window has open ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epochs.h"

#include "Completion.h"
#include "FunctionInfo.h"
#include "Processes.h"
#include "Shifts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace clang;

namespace fencepost::plugin {

namespace {

constexpr std::size_t kMostSituations = 16;
constexpr std::size_t kMostLocks = 4;

auto key(const Epochs &e) {
  return std::make_tuple(e.fence, e.fenceThrough, e.start, e.post, e.lockAll, e.locks, e.rest,
                         e.exposure, e.keepsFence, e.unlocked, e.created, e.freed,
                         e.operation != nullptr);
}

/// Where an epoch begins or has ended, unless it is one of several.
void changes(Epochs &epochs) {
  if (!epochs.start && !epochs.lockAll && epochs.locks.empty())
    epochs.operation = nullptr;
}

void lock(Epochs &epochs, const Target &target, const CallExpr *call) {
  changes(epochs);
  llvm::erase_if(epochs.unlocked, [&](const Target &free) { return free.mayBe(target); });
  if (epochs.locks.size() >= kMostLocks)
    epochs.rest = Rest::Anything;
  else
    epochs.locks.push_back({target, call});
  llvm::sort(epochs.locks);
}

void unlock(Epochs &epochs, const Target &target, const CallExpr *call) {
  auto &locks = epochs.locks;
  auto exact =
      llvm::find_if(locks, [&](const HeldLock &lock) { return lock.target.isSurely(target); });
  if (exact != locks.end()) {
    locks.erase(exact);
  } else {
    auto candidates =
        llvm::count_if(locks, [&](const HeldLock &lock) { return lock.target.mayBe(target); });
    // Which one is gone is not known; or one that was taken before the function was entered.
    if (candidates > 1 || (!target.isKnown() && !epochs.isKnown()))
      epochs.rest = Rest::Anything;
    llvm::erase_if(locks, [&](const HeldLock &lock) { return lock.target.mayBe(target); });
  }
  if (!epochs.isKnown() && target.isKnown() && !llvm::is_contained(epochs.unlocked, target)) {
    epochs.unlocked.push_back(target);
    llvm::sort(epochs.unlocked);
    if (epochs.unlocked.size() > kMostLocks)
      epochs.rest = Rest::Anything;
  }
  epochs.closed = call;
  changes(epochs);
}

/// What the epochs cannot have been if the call is right: nothing else is open then.
void settle(Epochs &epochs) {
  epochs.rest = Rest::Nothing;
  epochs.unlocked.clear();
}

Epochs after(Epochs epochs, const MpiCall &call, const FunctionInfo &info) {
  // rma-freed-window says what there is to say.
  if (epochs.freed && call.kind() != EventKind::WinCreate)
    return epochs;
  switch (call.kind()) {
  case EventKind::WinCreate: {
    Epochs none;
    none.created = call.expr;
    return none;
  }
  case EventKind::WinFree: {
    Epochs none;
    none.freed = call.expr;
    return none;
  }
  case EventKind::Fence: {
    Epochs fenced;
    fenced.created = epochs.created;
    // MPI_MODE_NOSUCCEED promises that no operation follows: nothing is open then.
    if (!info.saysAssertion(call.argument(Role::Assert), "MPI_MODE_NOSUCCEED"))
      fenced.fence = call.expr;
    else
      fenced.closed = call.expr;
    return fenced;
  }
  case EventKind::Start:
    changes(epochs);
    settle(epochs);
    epochs.start = call.expr;
    break;
  case EventKind::Complete:
    settle(epochs);
    epochs.start = nullptr;
    epochs.closed = call.expr;
    changes(epochs);
    break;
  case EventKind::Post:
    epochs.post = call.expr;
    break;
  case EventKind::Wait:
    epochs.post = nullptr;
    epochs.exposure = Rest::Nothing;
    break;
  case EventKind::Lock:
    lock(epochs, targetOf(call.argument(Role::Target), info), call.expr);
    break;
  case EventKind::Unlock:
    unlock(epochs, targetOf(call.argument(Role::Target), info), call.expr);
    break;
  case EventKind::LockAll:
    changes(epochs);
    settle(epochs);
    epochs.lockAll = call.expr;
    break;
  case EventKind::UnlockAll:
    settle(epochs);
    epochs.lockAll = nullptr;
    epochs.locks.clear();
    epochs.closed = call.expr;
    changes(epochs);
    break;
  default:
    if (isOperation(call.kind()) && !epochs.operation)
      epochs.operation = call.expr;
    break;
  }
  return epochs;
}

/// What is open after that call of a function that found `before` and leaves its own finds as
/// `left`.
Epochs composed(const Epochs &before, const Epochs &left, const Invocation *call) {
  Epochs result = left;
  result.fenceThrough = left.fence ? call : nullptr;
  if (left.keepsFence) {
    result.fence = left.fence ? left.fence : before.fence;
    result.fenceThrough = left.fence ? call : before.fenceThrough;
    result.keepsFence = before.keepsFence;
  }
  if (left.exposure == Rest::Entry) {
    result.post = left.post ? left.post : before.post;
    result.exposure = before.exposure;
  }
  if (left.rest != Rest::Entry)
    return result;
  result.start = left.start ? left.start : before.start;
  result.lockAll = left.lockAll ? left.lockAll : before.lockAll;
  result.created = left.created ? left.created : before.created;
  result.freed = left.freed ? left.freed : before.freed;
  result.rest = before.rest;
  result.operation = before.operation;
  result.closed = left.closed ? left.closed : before.closed;
  result.locks = before.locks;
  result.unlocked = before.unlocked;
  for (const Target &target : left.unlocked)
    unlock(result, target, left.closed);
  for (const HeldLock &held : left.locks)
    lock(result, held.target, held.call);
  if (!result.operation)
    result.operation = left.operation;
  return result;
}

Epochs unknown(Rest rest) {
  Epochs epochs;
  epochs.rest = rest;
  epochs.exposure = rest;
  epochs.keepsFence = rest == Rest::Entry;
  return epochs;
}

} // namespace

std::weak_ordering Epochs::operator<=>(const Epochs &other) const {
  return key(*this) <=> key(other);
}

bool Epochs::isSurelyUnlocked(const Target &target) const {
  return target.isKnown() && llvm::is_contained(unlocked, target) && !lockAll && !fence && !start &&
         llvm::none_of(locks, [&](const HeldLock &lock) { return lock.target.mayBe(target); });
}

Target targetOf(const Expr *rank, const FunctionInfo &info) {
  if (!rank)
    return {};
  auto [known, isNew] = info.targets.try_emplace(rank);
  if (isNew && !(known->second.constant = numberOf(rank, info))) {
    known->second.place = info.placeOf(rank);
    // Of one process all neighbours are the same.
    if (info.processes && info.processes->areOfOneWorld() && !info.processes->asksForNumber())
      known->second.shift = shiftOf(rank, info.nameOfComm(nullptr), info);
  }
  return known->second;
}

bool isFoundBy(const Target &target, const ValueDecl *variable, const FunctionInfo &info) {
  return target.place && (variable ? llvm::is_contained(target.place->dependsOn, variable)
                                   : info.isInMemory(*target.place));
}

Situations anything() { return {unknown(Rest::Anything)}; }
Situations atEntry() { return {unknown(Rest::Entry)}; }

void add(Situations &situations, const Situations &more) {
  situations.insert(more.begin(), more.end());
  Epochs nothingKnown = unknown(Rest::Anything);
  if (situations.size() > kMostSituations || situations.contains(nothingKnown))
    situations = {nothingKnown};
}

Situations afterCall(const Situations &before, const MpiCall &call, const FunctionInfo &info) {
  // A fence closes nothing but what a fence opened. Paths on which others are open are not taken,
  // unless there are no other paths: rma-nested-epoch.
  bool nested = call.kind() == EventKind::Fence && llvm::all_of(before, [](const Epochs &epochs) {
                  return epochs.start || epochs.post || epochs.lockAll || !epochs.locks.empty();
                });
  Situations result;
  for (const Epochs &epochs : before) {
    Epochs next = after(epochs, call, info);
    if (nested) {
      next.start = epochs.start;
      next.post = epochs.post;
      next.lockAll = epochs.lockAll;
      next.locks = epochs.locks;
    }
    add(result, {next});
  }
  return call.kind() == EventKind::Test && !isUnanswered(call, info) ? afterAnswer(result) : result;
}

Situations afterAnswer(const Situations &before) {
  Situations result = before;
  for (Epochs closed : before) {
    closed.post = nullptr;
    closed.exposure = Rest::Nothing;
    add(result, {closed});
  }
  return result;
}

Situations afterFunction(const Situations &before, const Situations &function,
                         const Invocation *call) {
  Situations result;
  for (const Epochs &epochs : before)
    for (const Epochs &left : function)
      add(result, {composed(epochs, left, call)});
  return result;
}

void forget(Situations &situations, const ValueDecl *variable, const FunctionInfo &info) {
  auto isFound = [&](const Target &target) { return isFoundBy(target, variable, info); };
  auto isHeld = [&](const Epochs &epochs) {
    return llvm::any_of(epochs.unlocked, isFound) ||
           llvm::any_of(epochs.locks, [&](const HeldLock &lock) { return isFound(lock.target); });
  };
  if (llvm::none_of(situations, isHeld))
    return;
  situations = translated(
      situations, [&](const Target &target) { return isFound(target) ? Target{} : target; });
}

Situations translated(const Situations &situations,
                      const std::function<Target(const Target &)> &translate) {
  Situations result;
  for (Epochs epochs : situations) {
    for (HeldLock &held : epochs.locks)
      held.target = translate(held.target);
    llvm::sort(epochs.locks);
    for (Target &target : epochs.unlocked)
      target = translate(target);
    // An unlocked target that has no name here: what is locked is not known any more.
    auto nameless = [](const Target &target) { return !target.isKnown(); };
    if (llvm::any_of(epochs.unlocked, nameless) && !epochs.isKnown())
      epochs.rest = Rest::Anything;
    llvm::erase_if(epochs.unlocked, nameless);
    llvm::sort(epochs.unlocked);
    add(result, {epochs});
  }
  return result;
}

} // namespace fencepost::plugin
