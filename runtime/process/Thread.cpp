//===- Thread.cpp - what a thread records with ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Thread.h"

#include "runtime/access/Flush.h"
#include "runtime/base/Lock.h"
#include "runtime/base/Memory.h"
#include "runtime/base/NoCancellation.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Options.h"
#include "runtime/process/Process.h"
#include "runtime/threads/Sync.h"

#include <cstdio>
#include <linux/membarrier.h>
#include <new>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fencepost::runtime {

thread_local ThreadLocal threadLocal __attribute__((tls_model("initial-exec"))) = {};

namespace {

SpinLock listLock;
Thread *threads;
Thread *ended; // whose journals the next threads go on with
uint32_t threadCount;
Thread silent; // records nothing: its journal is never opened

pthread_key_t endKey; // its destructor runs when a thread ends

void endThread(void *argument) {
  auto &thread = *static_cast<Thread *>(argument);
  // Other keys' destructors may still access memory or call MPI: this one is put off to a late
  // round. The last one is that of the sanitizers.
  if (++thread.endings < PTHREAD_DESTRUCTOR_ITERATIONS - 1 && process.recording) {
    pthread_setspecific(endKey, &thread);
    return;
  }
  if (threadLocal.started)
    release(ThreadSync::ThreadEnd, objectOf(Numbered::End, threadLocal.started),
            threadLocal.started);
  {
    Writing writing(thread);
    if (writing)
      flushSegment(thread, now());
  }
  threadLocal.ofLibrary = true;
  threadLocal.thread = &silent;
  if (!process.recording)
    return; // quiesceThreads closes what is open; in a forked child the locks may be held for ever
  Guard guard(listLock);
  thread.segment.releaseMemory();
  thread.runs.releaseMemory();
  thread.checked.releaseMemory();
  thread.followed.releaseMemory();
  thread.scratch.releaseMemory();
  thread.endings = 0;
  thread.nextEnded = ended;
  ended = &thread;
}

void findStack(Thread &thread) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  void *low = nullptr;
  size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    thread.stackLow = reinterpret_cast<uintptr_t>(low);
    thread.stackHigh = thread.stackLow + size;
  }
  pthread_attr_destroy(&attributes);
}

Thread *takeEnded() {
  Guard guard(listLock);
  Thread *thread = ended;
  if (thread)
    ended = thread->nextEnded;
  return thread;
}

void openJournal(Thread &thread) {
  char path[sizeof(process.traceDirectory) + 64];
  snprintf(path, sizeof(path), "%s/journal/%d.%u", process.traceDirectory, process.rank,
           thread.number);
  JournalHeader header = process.header;
  header.thread = thread.number;
  int failure = 0;
  if (!thread.journal.open(path, header, options().buffer, failure)) {
    char text[128] = {};
    stopRecording(strerror_r(failure, text, sizeof(text)));
  }
}

Thread &makeThread() {
  // A signal handler that comes now finds nothing to record with.
  threadLocal.making = true;
  const NoCancellation whole;
  Thread *thread = takeEnded();
  if (thread) {
    thread->seen = {}; // the thread before knew more
  } else {
    void *memory = allocate(sizeof(Thread));
    if (!memory) {
      threadLocal.making = false;
      return silent;
    }
    thread = new (memory) Thread;
    {
      Guard guard(listLock);
      thread->number = threadCount++;
    }
    if (thread->number)
      becomeThreaded();
    openJournal(*thread);
    Guard guard(listLock);
    thread->next = threads;
    threads = thread;
  }
  findStack(*thread);
  pthread_setspecific(endKey, thread);
  threadLocal.thread = thread;
  threadLocal.making = false;
  return *thread;
}

/// In a forked child: the mappings of the journals are shared with the parent, and a lock that
/// another thread held is never given back.
void leaveParentAlone() {
  process.recording = false;
  process.tracking = false;
  for (Thread *thread = threads; thread; thread = thread->next)
    thread->journal.abandon();
}

} // namespace

Thread &currentThread() {
  if (threadLocal.thread)
    return *threadLocal.thread;
  if (!process.recording.load(std::memory_order_relaxed) || threadLocal.making)
    return silent;
  return makeThread();
}

void quiesceThreads(void (*visit)(Thread &)) {
  process.recording = false;
  // The expensive half of the handshake; the writers' half is free.
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  Guard guard(listLock);
  for (Thread *thread = threads; thread; thread = thread->next) {
    while (thread->writing.load(std::memory_order_acquire) && thread != threadLocal.thread)
      sched_yield();
    visit(*thread);
  }
}

void prepareThreads() {
  pthread_key_create(&endKey, endThread);
  pthread_atfork(nullptr, nullptr, leaveParentAlone);
  syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
}

} // namespace fencepost::runtime
