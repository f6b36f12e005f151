//===- Conditions.cpp - what threads wait for -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Condition variables and semaphores. A wait gives its mutex back and takes it
// again, whether it was signalled or its time is up.
//
//===----------------------------------------------------------------------===//

#include "runtime/threads/Interpose.h"

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

template <typename Function, typename... Rest>
int waitFor(Real<Function> &real, const void *caller, auto *condition, auto *mutex, Rest... rest) {
  if (synchronizes(caller))
    lockReleasing(ThreadSync::Unlock, objectOf(mutex));
  releaseShared(caller, mutex);
  const int result = real(condition, mutex, rest...);
  if (synchronizes(caller)) {
    lockAcquired(ThreadSync::Lock, objectOf(mutex));
    if (result == 0)
      acquire(ThreadSync::Signalled, objectOf(condition));
  }
  acquireShared(caller, mutex);
  if (result == 0)
    acquireShared(caller, condition);
  return result;
}

template <typename Function> int signal(Real<Function> &real, const void *caller, auto *condition) {
  if (synchronizes(caller))
    release(ThreadSync::Signal, objectOf(condition));
  releaseShared(caller, condition);
  return real(condition);
}

template <typename Function, typename... Rest>
int waitForSemaphore(Real<Function> &real, const void *caller, sem_t *semaphore, Rest... rest) {
  const int result = real(semaphore, rest...);
  if (result != 0)
    return result;
  if (synchronizes(caller))
    acquire(ThreadSync::SemaphoreWait, objectOf(semaphore));
  acquireShared(caller, semaphore);
  return result;
}

} // namespace

FENCEPOST_INTERPOSE(int, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *mutex)) {
  return waitFor(real_pthread_cond_wait, FENCEPOST_CALLER, condition, mutex);
}
FENCEPOST_INTERPOSE(int, pthread_cond_timedwait,
                    (pthread_cond_t * condition, pthread_mutex_t *mutex, const timespec *until)) {
  return waitFor(real_pthread_cond_timedwait, FENCEPOST_CALLER, condition, mutex, until);
}
FENCEPOST_INTERPOSE(int, pthread_cond_clockwait,
                    (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock,
                     const timespec *until)) {
  return waitFor(real_pthread_cond_clockwait, FENCEPOST_CALLER, condition, mutex, clock, until);
}
FENCEPOST_INTERPOSE(int, pthread_cond_signal, (pthread_cond_t * condition)) {
  return signal(real_pthread_cond_signal, FENCEPOST_CALLER, condition);
}
FENCEPOST_INTERPOSE(int, pthread_cond_broadcast, (pthread_cond_t * condition)) {
  return signal(real_pthread_cond_broadcast, FENCEPOST_CALLER, condition);
}

FENCEPOST_INTERPOSE(int, cnd_wait, (cnd_t * condition, mtx_t *mutex)) {
  return waitFor(real_cnd_wait, FENCEPOST_CALLER, condition, mutex);
}
FENCEPOST_INTERPOSE(int, cnd_timedwait, (cnd_t * condition, mtx_t *mutex, const timespec *until)) {
  return waitFor(real_cnd_timedwait, FENCEPOST_CALLER, condition, mutex, until);
}
FENCEPOST_INTERPOSE(int, cnd_signal, (cnd_t * condition)) {
  return signal(real_cnd_signal, FENCEPOST_CALLER, condition);
}
FENCEPOST_INTERPOSE(int, cnd_broadcast, (cnd_t * condition)) {
  return signal(real_cnd_broadcast, FENCEPOST_CALLER, condition);
}

FENCEPOST_INTERPOSE(int, sem_wait, (sem_t * semaphore)) {
  return waitForSemaphore(real_sem_wait, FENCEPOST_CALLER, semaphore);
}
FENCEPOST_INTERPOSE(int, sem_trywait, (sem_t * semaphore)) {
  return waitForSemaphore(real_sem_trywait, FENCEPOST_CALLER, semaphore);
}
FENCEPOST_INTERPOSE(int, sem_timedwait, (sem_t * semaphore, const timespec *until)) {
  return waitForSemaphore(real_sem_timedwait, FENCEPOST_CALLER, semaphore, until);
}
FENCEPOST_INTERPOSE(int, sem_clockwait,
                    (sem_t * semaphore, clockid_t clock, const timespec *until)) {
  return waitForSemaphore(real_sem_clockwait, FENCEPOST_CALLER, semaphore, clock, until);
}
FENCEPOST_INTERPOSE(int, sem_post, (sem_t * semaphore)) {
  const void *caller = FENCEPOST_CALLER;
  if (synchronizes(caller))
    release(ThreadSync::SemaphorePost, objectOf(semaphore));
  releaseShared(caller, semaphore);
  return real_sem_post(semaphore);
}
