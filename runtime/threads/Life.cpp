//===- Life.cpp - threads begin, end and are waited for -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that the program starts gets a number, and its record begins with it.
// ThreadEnd is written when the thread's keys are destroyed (Thread.cpp).
//
//===----------------------------------------------------------------------===//

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/threads/Interpose.h"

#include <pthread.h>
#include <threads.h>

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

template <typename Result> struct Start {
  Result (*function)(void *);
  void *argument;
  uint64_t number; // 0: a thread of the MPI library
};

std::atomic<uint64_t> started{0};
SpinLock lock;
HashMap<uint64_t> numbers; // of the threads that nobody has waited for

template <typename Result> Result begin(void *data) {
  const auto start = *static_cast<Start<Result> *>(data);
  release(data, sizeof(Start<Result>));
  if (start.number == 0) {
    threadLocal.ofLibrary = true;
  } else {
    threadLocal.started = start.number;
    {
      Guard guard(lock);
      if (uint64_t *number = numbers.insert(pthread_self()))
        *number = start.number;
    }
    if (synchronizes())
      acquire(ThreadSync::ThreadBegin, objectOf(Numbered::Creation, start.number), start.number);
  }
  return start.function(start.argument);
}

/// `create` is given what the new thread begins with.
template <typename Result, typename Create>
int startThread(const void *caller, Result (*function)(void *), void *argument, Create create) {
  // Those of OpenMP say what orders them (OpenMp.cpp).
  if (!followsThreads() || isOpenMpCode(caller))
    return create(function, argument);
  auto *start = static_cast<Start<Result> *>(allocate(sizeof(Start<Result>)));
  if (!start)
    return create(function, argument);
  const bool ofProgram = threadLocal.depth == 0 && !threadLocal.ofLibrary;
  *start = {function, argument, ofProgram ? ++started : 0};
  const uint64_t number = start->number;
  if (ofProgram)
    becomeThreaded();
  if (ofProgram && synchronizes())
    release(ThreadSync::ThreadCreate, objectOf(Numbered::Creation, number), number);
  const int result = create(begin<Result>, start);
  if (result != 0)
    release(start, sizeof(Start<Result>));
  return result;
}

/// The number of a thread that has ended, and of which nobody asks again: its handle may soon be
/// another's. A thread sets its number itself, before anything else.
uint64_t takeNumber(pthread_t thread) {
  Guard guard(lock);
  const uint64_t *known = numbers.find(thread);
  const uint64_t number = known ? *known : 0;
  numbers.erase(thread);
  return number;
}

/// `wait` returns 0 when the thread has ended.
template <typename Wait> int waitForThread(pthread_t thread, Wait wait) {
  const int result = wait();
  if (result != 0 || !followsThreads())
    return result;
  const uint64_t number = takeNumber(thread);
  if (number && synchronizes())
    acquire(ThreadSync::ThreadWait, objectOf(Numbered::End, number), number);
  return result;
}

} // namespace

FENCEPOST_INTERPOSE(int, pthread_create,
                    (pthread_t * thread, const pthread_attr_t *attributes,
                     void *(*function)(void *), void *argument)) {
  return startThread(FENCEPOST_CALLER, function, argument, [=](void *(*run)(void *), void *data) {
    return real_pthread_create(thread, attributes, run, data);
  });
}
FENCEPOST_INTERPOSE(int, pthread_join, (pthread_t thread, void **result)) {
  return waitForThread(thread, [=] { return real_pthread_join(thread, result); });
}
FENCEPOST_INTERPOSE(int, pthread_tryjoin_np, (pthread_t thread, void **result)) {
  return waitForThread(thread, [=] { return real_pthread_tryjoin_np(thread, result); });
}
FENCEPOST_INTERPOSE(int, pthread_timedjoin_np,
                    (pthread_t thread, void **result, const timespec *until)) {
  return waitForThread(thread, [=] { return real_pthread_timedjoin_np(thread, result, until); });
}
FENCEPOST_INTERPOSE(int, pthread_clockjoin_np,
                    (pthread_t thread, void **result, clockid_t clock, const timespec *until)) {
  return waitForThread(thread,
                       [=] { return real_pthread_clockjoin_np(thread, result, clock, until); });
}

FENCEPOST_INTERPOSE(int, thrd_create, (thrd_t * thread, int (*function)(void *), void *argument)) {
  return startThread(FENCEPOST_CALLER, function, argument, [=](int (*run)(void *), void *data) {
    return real_thrd_create(thread, run, data);
  });
}
FENCEPOST_INTERPOSE(int, thrd_join, (thrd_t thread, int *result)) {
  return waitForThread(thread, [=] { return real_thrd_join(thread, result); });
}
