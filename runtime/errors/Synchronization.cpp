//===- Synchronization.cpp - checks of synchronization calls --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/errors/Synchronization.h"

#include "runtime/errors/Errors.h"
#include "runtime/errors/Requests.h"
#include "runtime/mpi/Groups.h"

namespace fencepost::runtime {

namespace {

/// `call` must not be made while an epoch of that kind is open.
struct Overlap {
  EventKind call;
  EpochKind open;
  Error error;
};
constexpr Overlap kOverlaps[] = {
    {EventKind::Fence, EpochKind::Start, Error::InsideStart},
    {EventKind::Fence, EpochKind::Post, Error::InsidePost},
    {EventKind::Fence, EpochKind::LockAll, Error::InsideLockAll},
    {EventKind::Fence, EpochKind::Lock, Error::InsideLock},
    {EventKind::Post, EpochKind::Post, Error::InsidePost},
    {EventKind::Start, EpochKind::Start, Error::InsideStart},
    {EventKind::Start, EpochKind::LockAll, Error::InsideLockAll},
    {EventKind::Start, EpochKind::Lock, Error::InsideLock},
    {EventKind::Start, EpochKind::Operation, Error::InsideFence},
    {EventKind::Lock, EpochKind::Start, Error::InsideStart},
    {EventKind::Lock, EpochKind::LockAll, Error::LockedInAll},
    {EventKind::Lock, EpochKind::Operation, Error::InsideFence},
    {EventKind::LockAll, EpochKind::Start, Error::InsideStart},
    {EventKind::LockAll, EpochKind::LockAll, Error::LockedInAll},
    {EventKind::LockAll, EpochKind::Lock, Error::InsideLock},
    {EventKind::LockAll, EpochKind::Operation, Error::InsideFence},
};

/// `call` closes an epoch of that kind.
constexpr Overlap kClosings[] = {
    {EventKind::Complete, EpochKind::Start, Error::CompleteUnmatched},
    {EventKind::Wait, EpochKind::Post, Error::WaitUnmatched},
    {EventKind::Test, EpochKind::Post, Error::WaitUnmatched},
    {EventKind::UnlockAll, EpochKind::LockAll, Error::UnlockAllUnmatched},
};

/// `call` opens an epoch of that kind.
struct Opening {
  EventKind call;
  EpochKind open;
};
constexpr Opening kOpenings[] = {
    {EventKind::Post, EpochKind::Post},
    {EventKind::Start, EpochKind::Start},
    {EventKind::LockAll, EpochKind::LockAll},
};

struct Unclosed {
  EpochKind open;
  Error error;
};
constexpr Unclosed kUnclosed[] = {
    {EpochKind::Operation, Error::FenceUnclosed},
    {EpochKind::Start, Error::StartUnclosed},
    {EpochKind::Post, Error::PostUnclosed},
    {EpochKind::LockAll, Error::LockAllUnclosed},
};

EventKind kindOf(const Recording &call) { return callInfo(call.call()).kind; }

/// One error of a call on a window, which is told when the epochs' lock has been given back.
class Found {
public:
  Found(Recording &call, const Window &window, uint32_t target)
      : call_(call), facts_{.window = window.id, .target = target} {}
  void set(Error error, uint32_t other = kNoId) {
    error_ = error;
    facts_.other = other;
  }
  void setLimit(uint64_t limit) { facts_.limit = limit; }
  void report() {
    if (error_ != Error::Count)
      reportError(call_, error_, facts_);
  }

private:
  Recording &call_;
  ErrorFacts facts_;
  Error error_ = Error::Count;
};

void findOverlap(EventKind kind, Window &window, uint32_t target, Found &found) {
  Epochs &epochs = window.epochs;
  if (kind == EventKind::Lock) {
    if (const uint32_t *lock = epochs.locks.find(target))
      return found.set(Error::LockedAgain, *lock);
    if (const OpenEpoch &post = epochs.at(EpochKind::Post); post.open && target == window.rank)
      return found.set(Error::LockedExposed, post.context);
  }
  for (const Overlap &row : kOverlaps)
    if (const OpenEpoch &open = epochs.at(row.open); row.call == kind && open.open)
      return found.set(row.error, open.context);
}

void findUnmatched(EventKind kind, Epochs &epochs, uint32_t target, Found &found) {
  for (const Overlap &row : kClosings)
    if (row.call == kind && !epochs.at(row.open).open)
      return found.set(row.error);
  if (kind != EventKind::Unlock || epochs.locks.find(target))
    return;
  const OpenEpoch &all = epochs.at(EpochKind::LockAll);
  found.set(all.open ? Error::UnlockOfAll : Error::UnlockUnmatched, all.context);
}

void findFlushOutside(EventKind kind, Epochs &epochs, uint32_t target, Found &found) {
  if (!isFlush(kind) || epochs.at(EpochKind::LockAll).open)
    return;
  const bool all = kind == EventKind::FlushAll || kind == EventKind::FlushLocalAll;
  if (all ? epochs.locks.size() == 0 : !epochs.locks.find(target))
    found.set(all ? Error::FlushAllUnlocked : Error::FlushUnlocked);
}

bool namesTarget(EventKind kind) {
  return kind == EventKind::Lock || kind == EventKind::Unlock || kind == EventKind::Flush ||
         kind == EventKind::FlushLocal;
}

} // namespace

Window *checkedWindow(Recording &call, MPI_Win handle) {
  if (!call.isOutermost())
    return nullptr;
  Window *window = findWindow(handle);
  ErrorFacts facts;
  if (!window && checksErrors()) {
    if (handle == MPI_WIN_NULL)
      reportError(call, Error::NullUsed, facts);
    else if (wasFreed(handle, facts.other))
      reportError(call, Error::FreedUsed, facts);
  }
  return window;
}

void checkSynchronization(Recording &call, Window *window, const Synchronization &made) {
  if (!window || !checksErrors())
    return;
  const EventKind kind = kindOf(call);
  const bool named = namesTarget(kind);
  if (named && made.target == MPI_PROC_NULL)
    return;
  const auto target = named ? static_cast<uint32_t>(made.target) : kNoId;
  Found found(call, *window, target);
  if (named && target >= window->size) {
    found.set(Error::TargetOutside);
    found.setLimit(window->size);
    return found.report();
  }
  {
    Guard guard(window->epochs.lock);
    findOverlap(kind, *window, target, found);
    findUnmatched(kind, window->epochs, target, found);
    findFlushOutside(kind, window->epochs, target, found);
    const OpenEpoch &operation = window->epochs.at(EpochKind::Operation);
    if (kind == EventKind::Fence && (made.assertion & MPI_MODE_NOPRECEDE) && operation.open)
      found.set(Error::PrecedeWrong, operation.context);
  }
  found.report();
}

void followSynchronization(Recording &call, Window &window, const Synchronization &made) {
  if (!checksErrors())
    return;
  const EventKind kind = kindOf(call);
  Epochs &epochs = window.epochs;
  Guard guard(epochs.lock);
  for (const Opening &row : kOpenings)
    if (row.call == kind)
      epochs.open(row.open, call.context());
  for (const Overlap &row : kClosings)
    if (row.call == kind)
      epochs.close(row.open);
  if (kind == EventKind::Fence) {
    const bool last = made.assertion & MPI_MODE_NOSUCCEED;
    epochs.close(EpochKind::Operation);
    epochs.close(last ? EpochKind::Fence : EpochKind::NoSucceed);
    epochs.open(last ? EpochKind::NoSucceed : EpochKind::Fence, call.context());
  } else if (made.target == MPI_PROC_NULL) {
    return;
  } else if (kind == EventKind::Lock) {
    epochs.lockTarget(static_cast<uint32_t>(made.target), call.context());
  } else if (kind == EventKind::Unlock) {
    if (!epochs.locks.find(static_cast<uint32_t>(made.target)))
      epochs.close(EpochKind::LockAll); // wrong, and the library took it for the end of that
    epochs.unlockTarget(static_cast<uint32_t>(made.target));
  }
}

void checkGroup(Recording &call, Window *window, MPI_Win handle, MPI_Group group,
                uint32_t groupId) {
  if (!window || !checksErrors())
    return;
  const bool start = kindOf(call) == EventKind::Start;
  {
    Guard guard(window->epochs.lock);
    if (start && groupId != kNoId && window->epochs.group == groupId)
      return;
  }
  Vector<uint32_t> ranks;
  const bool inside = windowRanks(handle, group, ranks);
  if (start) {
    Guard guard(window->epochs.lock);
    window->epochs.targets.swap(ranks);
    window->epochs.group = inside ? groupId : kNoId;
  }
  ranks.releaseMemory();
  if (!inside)
    reportError(call, Error::MemberOutside, {.window = window->id});
}

void checkClosed(Recording &call, Window &window) {
  if (!checksErrors())
    return;
  struct Open {
    Error error;
    ErrorFacts facts;
  };
  LocalVector<Open> open;
  {
    Guard guard(window.epochs.lock);
    for (const Unclosed &row : kUnclosed)
      if (const OpenEpoch &epoch = window.epochs.at(row.open); epoch.open)
        open.push({row.error, {.window = window.id, .other = epoch.context}});
    window.epochs.locks.forEach([&](uint64_t target, uint32_t context) {
      open.push({Error::LockUnclosed,
                 {.window = window.id, .target = static_cast<uint32_t>(target), .other = context}});
    });
  }
  for (const Open &one : open)
    reportError(call, one.error, one.facts);
}

void checkEnd(Recording &call) {
  forEachWindow(call, checkClosed);
  checkRequestsCompleted(call);
}

} // namespace fencepost::runtime
