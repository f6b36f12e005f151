//===- Locks.cpp - mutexes, spin locks, readers and writers ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever locks comes after all who unlocked. Of a lock for readers and writers,
// readers come after the writers only, writers after both: an object each.
//
//===----------------------------------------------------------------------===//

#include "runtime/threads/Interpose.h"

#include <pthread.h>
#include <threads.h>

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

bool isLocked(int result) { return result == 0 || result == EOWNERDEAD; }

/// Nothing distinguishes a reader's unlock from a writer's but who locked.
struct WriteLocks {
  static constexpr unsigned kMost = 8;
  const void *locks[kMost];
  unsigned count; // more than kMost: not all are known
};
thread_local WriteLocks writeLocks;

void noteWriter(const void *lock) {
  if (writeLocks.count < WriteLocks::kMost)
    writeLocks.locks[writeLocks.count] = lock;
  ++writeLocks.count;
}

enum class Holder { Reader, Writer, Either };
Holder forgetHolder(const void *lock) {
  WriteLocks &held = writeLocks;
  if (held.count > WriteLocks::kMost)
    return --held.count, Holder::Either;
  for (unsigned i = 0; i < held.count; ++i)
    if (held.locks[i] == lock) {
      held.locks[i] = held.locks[--held.count];
      return Holder::Writer;
    }
  return Holder::Reader;
}

constexpr uint64_t kReaders = 1; // beside the address of the lock
uint64_t readersOf(const void *lock) { return objectOf(lock) + kReaders; }

} // namespace

namespace {

template <typename Function, typename... Rest>
int lock(Real<Function> &real, const void *caller, auto *mutex, Rest... rest) {
  const int result = real(mutex, rest...);
  if (!isLocked(result))
    return result;
  if (synchronizes(caller))
    lockAcquired(ThreadSync::Lock, objectOf(mutex));
  acquireShared(caller, mutex);
  return result;
}

template <typename Function> int unlock(Real<Function> &real, const void *caller, auto *mutex) {
  if (synchronizes(caller))
    lockReleasing(ThreadSync::Unlock, objectOf(mutex));
  releaseShared(caller, mutex);
  return real(mutex);
}

template <typename Function, typename... Rest>
int lockToWrite(Real<Function> &real, const void *caller, pthread_rwlock_t *rwlock, Rest... rest) {
  const int result = lock(real, caller, rwlock, rest...);
  if (!isLocked(result))
    return result;
  noteWriter(rwlock);
  if (synchronizes(caller))
    acquire(ThreadSync::ReadersBefore, readersOf(rwlock));
  acquireShared(caller, rwlock, kReaders);
  return result;
}

} // namespace

FENCEPOST_INTERPOSE(int, pthread_mutex_lock, (pthread_mutex_t * mutex)) {
  return lock(real_pthread_mutex_lock, FENCEPOST_CALLER, mutex);
}
FENCEPOST_INTERPOSE(int, pthread_mutex_trylock, (pthread_mutex_t * mutex)) {
  return lock(real_pthread_mutex_trylock, FENCEPOST_CALLER, mutex);
}
FENCEPOST_INTERPOSE(int, pthread_mutex_timedlock,
                    (pthread_mutex_t * mutex, const timespec *until)) {
  return lock(real_pthread_mutex_timedlock, FENCEPOST_CALLER, mutex, until);
}
FENCEPOST_INTERPOSE(int, pthread_mutex_clocklock,
                    (pthread_mutex_t * mutex, clockid_t clock, const timespec *until)) {
  return lock(real_pthread_mutex_clocklock, FENCEPOST_CALLER, mutex, clock, until);
}
FENCEPOST_INTERPOSE(int, pthread_mutex_unlock, (pthread_mutex_t * mutex)) {
  return unlock(real_pthread_mutex_unlock, FENCEPOST_CALLER, mutex);
}

FENCEPOST_INTERPOSE(int, pthread_spin_lock, (pthread_spinlock_t * spin)) {
  return lock(real_pthread_spin_lock, FENCEPOST_CALLER, spin);
}
FENCEPOST_INTERPOSE(int, pthread_spin_trylock, (pthread_spinlock_t * spin)) {
  return lock(real_pthread_spin_trylock, FENCEPOST_CALLER, spin);
}
FENCEPOST_INTERPOSE(int, pthread_spin_unlock, (pthread_spinlock_t * spin)) {
  return unlock(real_pthread_spin_unlock, FENCEPOST_CALLER, spin);
}

FENCEPOST_INTERPOSE(int, pthread_rwlock_rdlock, (pthread_rwlock_t * rwlock)) {
  return lock(real_pthread_rwlock_rdlock, FENCEPOST_CALLER, rwlock);
}
FENCEPOST_INTERPOSE(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * rwlock)) {
  return lock(real_pthread_rwlock_tryrdlock, FENCEPOST_CALLER, rwlock);
}
FENCEPOST_INTERPOSE(int, pthread_rwlock_timedrdlock,
                    (pthread_rwlock_t * rwlock, const timespec *until)) {
  return lock(real_pthread_rwlock_timedrdlock, FENCEPOST_CALLER, rwlock, until);
}
FENCEPOST_INTERPOSE(int, pthread_rwlock_clockrdlock,
                    (pthread_rwlock_t * rwlock, clockid_t clock, const timespec *until)) {
  return lock(real_pthread_rwlock_clockrdlock, FENCEPOST_CALLER, rwlock, clock, until);
}
FENCEPOST_INTERPOSE(int, pthread_rwlock_wrlock, (pthread_rwlock_t * rwlock)) {
  return lockToWrite(real_pthread_rwlock_wrlock, FENCEPOST_CALLER, rwlock);
}
FENCEPOST_INTERPOSE(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * rwlock)) {
  return lockToWrite(real_pthread_rwlock_trywrlock, FENCEPOST_CALLER, rwlock);
}
FENCEPOST_INTERPOSE(int, pthread_rwlock_timedwrlock,
                    (pthread_rwlock_t * rwlock, const timespec *until)) {
  return lockToWrite(real_pthread_rwlock_timedwrlock, FENCEPOST_CALLER, rwlock, until);
}
FENCEPOST_INTERPOSE(int, pthread_rwlock_clockwrlock,
                    (pthread_rwlock_t * rwlock, clockid_t clock, const timespec *until)) {
  return lockToWrite(real_pthread_rwlock_clockwrlock, FENCEPOST_CALLER, rwlock, clock, until);
}
FENCEPOST_INTERPOSE(int, pthread_rwlock_unlock, (pthread_rwlock_t * rwlock)) {
  const void *caller = FENCEPOST_CALLER;
  const Holder holder = forgetHolder(rwlock);
  if (holder != Holder::Writer) {
    if (synchronizes(caller))
      release(ThreadSync::ReadersLeave, readersOf(rwlock));
    releaseShared(caller, rwlock, kReaders);
  }
  if (holder != Holder::Reader) {
    if (synchronizes(caller))
      lockReleasing(ThreadSync::Unlock, objectOf(rwlock));
    releaseShared(caller, rwlock);
  }
  return real_pthread_rwlock_unlock(rwlock);
}

// In the C library these do not call those of POSIX by name.
FENCEPOST_INTERPOSE(int, mtx_lock, (mtx_t * mutex)) {
  return lock(real_mtx_lock, FENCEPOST_CALLER, mutex);
}
FENCEPOST_INTERPOSE(int, mtx_trylock, (mtx_t * mutex)) {
  return lock(real_mtx_trylock, FENCEPOST_CALLER, mutex);
}
FENCEPOST_INTERPOSE(int, mtx_timedlock, (mtx_t * mutex, const timespec *until)) {
  return lock(real_mtx_timedlock, FENCEPOST_CALLER, mutex, until);
}
FENCEPOST_INTERPOSE(int, mtx_unlock, (mtx_t * mutex)) {
  return unlock(real_mtx_unlock, FENCEPOST_CALLER, mutex);
}
