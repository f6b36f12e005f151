//===- OpenMpLocks.cpp - locks and critical regions of OpenMP -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library says that a lock was released after it was: the next holder may
// have it before. So that the trace has them in their order, who takes a lock
// waits until the one before has said so.
//
//===----------------------------------------------------------------------===//

#if __has_include(<omp-tools.h>)

#include "runtime/threads/OpenMpLocks.h"

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/process/Clock.h"
#include "runtime/threads/Sync.h"

namespace fencepost::runtime {

namespace {

SpinLock lock;
HashMap<bool> held;

bool tryTake(uint64_t object) {
  Guard guard(lock);
  bool *taken = held.insert(object);
  if (!taken || *taken)
    return !taken;
  return *taken = true;
}

void take(uint64_t object) {
  // Not for ever: a release was missed when recording began in the middle.
  constexpr uint64_t kMostNanos = 20'000'000;
  for (uint64_t begin = 0; !tryTake(object); sched_yield()) {
    const uint64_t time = monotonicNano();
    begin = begin ? begin : time;
    if (time - begin > kMostNanos)
      return;
  }
}

} // namespace

void openMpLockAcquired(ompt_mutex_t, ompt_wait_id_t object, const void *) {
  if (!synchronizes())
    return;
  take(object);
  lockAcquired(ThreadSync::OpenMpLock, object);
}

void openMpLockReleased(ompt_mutex_t, ompt_wait_id_t object, const void *) {
  if (synchronizes())
    lockReleasing(ThreadSync::OpenMpUnlock, object);
  Guard guard(lock);
  if (bool *taken = held.find(object))
    *taken = false;
}

void openMpLockDestroyed(ompt_mutex_t, ompt_wait_id_t object, const void *) {
  Guard guard(lock);
  held.erase(object);
}

} // namespace fencepost::runtime

#endif
