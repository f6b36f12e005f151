//===- Barriers.cpp - barriers and once -----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/threads/Interpose.h"

#include <pthread.h>
#include <threads.h>

using namespace fencepost;
using namespace fencepost::runtime;

// Each round of a barrier is an object of its own: who is late to leave one must not seem to come
// after what the others did up to the next. A round has as many arrivals as the barrier asks for.

namespace {

struct Barrier {
  uint32_t number;
  uint32_t threads;
  uint64_t arrivals;
};

SpinLock lock;
HashMap<Barrier> barriers;
uint32_t barrierCount;

uint64_t arrive(const pthread_barrier_t *address) {
  Guard guard(lock);
  Barrier *barrier = barriers.find(objectOf(address));
  if (!barrier || barrier->threads == 0)
    return objectOf(address);
  const uint64_t round = barrier->arrivals++ / barrier->threads;
  return objectOf(Numbered::Barrier, uint64_t{barrier->number} << 32 | (round & UINT32_MAX));
}

} // namespace

FENCEPOST_INTERPOSE(int, pthread_barrier_init,
                    (pthread_barrier_t * barrier, const pthread_barrierattr_t *attributes,
                     unsigned count)) {
  const int result = real_pthread_barrier_init(barrier, attributes, count);
  if (result == 0 && followsThreads()) {
    Guard guard(lock);
    if (Barrier *known = barriers.insert(objectOf(barrier)))
      *known = {++barrierCount, count, 0};
  }
  return result;
}

FENCEPOST_INTERPOSE(int, pthread_barrier_destroy, (pthread_barrier_t * barrier)) {
  const int result = real_pthread_barrier_destroy(barrier);
  if (result == 0 && followsThreads()) {
    Guard guard(lock);
    barriers.erase(objectOf(barrier));
  }
  return result;
}

FENCEPOST_INTERPOSE(int, pthread_barrier_wait, (pthread_barrier_t * barrier)) {
  if (!followsThreads())
    return real_pthread_barrier_wait(barrier);
  // Counted whether it is recorded or not.
  const uint64_t round = arrive(barrier);
  const void *caller = FENCEPOST_CALLER;
  if (synchronizes(caller))
    release(ThreadSync::BarrierEnter, round);
  // Its rounds are not known here: leaving one comes after all that began before, in whichever.
  releaseShared(caller, barrier);
  const int result = real_pthread_barrier_wait(barrier);
  if (synchronizes(caller))
    acquire(ThreadSync::BarrierLeave, round);
  acquireShared(caller, barrier);
  return result;
}

// The function runs in the thread that comes first, its end is before the others go on.

namespace {

struct Once {
  void (*function)();
  const void *control;
};
thread_local Once *current;

void runOnce() {
  const Once once = *current;
  once.function();
  if (synchronizes())
    release(ThreadSync::OnceEnd, objectOf(once.control));
}

template <typename Function>
auto doOnce(Real<Function> &real, const void *caller, auto *control, void (*function)()) {
  // A function that throws leaves `current` behind; nothing looks at it before the next call.
  Once *const outer = current;
  Once once = {function, control};
  current = &once;
  struct After {
    ~After() {
      current = outer;
      if (synchronizes(caller))
        acquire(ThreadSync::OnceAfter, objectOf(control));
    }
    Once *outer;
    const void *caller, *control;
  } const after{outer, caller, control};
  return real(control, runOnce);
}

} // namespace

FENCEPOST_INTERPOSE(int, pthread_once, (pthread_once_t * control, void (*function)())) {
  return doOnce(real_pthread_once, FENCEPOST_CALLER, control, function);
}
FENCEPOST_INTERPOSE(void, call_once, (once_flag * control, void (*function)())) {
  doOnce(real_call_once, FENCEPOST_CALLER, control, function);
}
