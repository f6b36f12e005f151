//===- Sync.h - what orders the threads of this process -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever sees a synchronization says release() before it happens or acquire()
// after it did (model/ThreadSync.h). What adds nothing is not written: an acquire
// of an object that was not released since this thread acquired it last, so that
// threads that wait in a loop write nothing; a release by a thread that did
// nothing since it released the object last.
//
// Nothing is recorded while the process has one thread (whoever starts another
// says so; but see SharedObjects.h), with access=off, in MPI calls, and in the threads of
// libraries.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_THREADS_SYNC_H
#define FENCEPOST_RUNTIME_THREADS_SYNC_H

#include "model/Abi.h"
#include "model/ThreadSync.h"
#include "runtime/process/Process.h"
#include "runtime/process/Thread.h"

namespace fencepost::runtime {

/// Objects that are no address: what they are in the first byte, then a number or an address.
enum class Numbered : uint64_t {
  Creation = 1, // of a thread
  End,          // of a thread
  Parallel,     // start of a team
  TeamBarrier,
  Task,
  Children, // of a task
  TaskGroup,
  In, // dependences
  Out,
  MutexInOutSet,
  InOutSet,
  AllMemory,
  Iteration,
  Barrier,
  Pipe,
  Descriptor,
};
constexpr uint64_t objectOf(Numbered what, uint64_t number) {
  return static_cast<uint64_t>(what) << 56 | (number & ((uint64_t{1} << 56) - 1));
}
inline uint64_t objectOf(const volatile void *address) {
  return reinterpret_cast<uint64_t>(address);
}
/// What fences order; all atomics are part of it.
inline constexpr uint64_t kFenceObject = 1;

/// The process is about to get another thread.
void becomeThreaded();

/// Whether synchronization is recorded at all (access=off).
bool followsThreads();

/// Whether what this thread does is recorded now.
inline bool isRecorded() {
  return process.recording.load(std::memory_order_relaxed) && threadLocal.depth == 0 &&
         !threadLocal.ofLibrary;
}
/// Whether its synchronization with other threads is.
inline bool synchronizes() {
  return __atomic_load_n(&__fencepost_threaded, __ATOMIC_RELAXED) && isRecorded();
}

/// If synchronizes(). errno is kept.
void release(ThreadSync sync, uint64_t object, uint64_t number = 0);
void acquire(ThreadSync sync, uint64_t object, uint64_t number = 0);

/// A release that happened, stamped with a time before it.
void releasedAt(uint64_t time, ThreadSync sync, uint64_t object);

/// A lock is taken, or about to be released: in pairs, each with the number of its holder.
void lockAcquired(ThreadSync sync, uint64_t object);
void lockReleasing(ThreadSync sync, uint64_t object);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_THREADS_SYNC_H
