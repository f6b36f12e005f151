//===- Thread.h - what a thread records with ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread that calls MPI, makes an access that matters or synchronizes with
// others has one. It opens its journal at the first record; when the thread ends,
// the next new thread goes on with it, so that there are no more of them than
// threads at a time.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_THREAD_H
#define FENCEPOST_RUNTIME_PROCESS_THREAD_H

#include "runtime/access/CheckedPlaces.h"
#include "runtime/access/FollowedRanges.h"
#include "runtime/access/Runs.h"
#include "runtime/access/Segment.h"
#include "runtime/journal/Journal.h"
#include "runtime/path/ContextCache.h"
#include "runtime/process/Process.h"
#include "runtime/threads/Seen.h"

#include <atomic>
#include <cstdint>

namespace fencepost {
struct Site;
}

namespace fencepost::runtime {

/// The last call that polls, which the next one may continue: positions in the journal.
struct Polling {
  uint64_t round; // where the call before it on the same call path ended, or its own enter
  uint64_t enter; // of the record
  uint64_t leave;
  uint64_t end;  // just after it
  uint64_t left; // ticks
  uint32_t context;
};

struct Thread {
  Journal journal;
  Segment segment;       // what it accessed: in no order
  Runs runs;             // and in order
  CheckedPlaces checked; // or without a call, in a process with one thread
  FollowedRanges followed;
  ContextCache contexts;
  Vector<char> scratch; // of the call under way
  SeenObjects seen;
  uintptr_t stackLow = 0; // frames are looked for in [stackLow, stackHigh)
  uintptr_t stackHigh = 0;
  uint32_t number = 0;
  unsigned endings = 0; // how often the thread seemed to end
  uint64_t divides = 0;         // the atomic whose store ends a segment before what is next, or 0
  uint32_t divided = 0;         // how often one did
  uint32_t notedFor = 0;        // where the library was entered whose checks have places, or 0
  uint32_t librariesChanged = 0; // how often those had to be told, as another was entered
  Polling polling = {};
  std::atomic<bool> writing{false};

  bool hasAccesses() const {
    return !segment.empty() || !runs.empty() || !checked.empty() || !followed.empty();
  }
  Thread *next = nullptr;
  Thread *nextEnded = nullptr;
};

/// What is needed of a thread before it records anything.
struct ThreadLocal {
  Thread *thread;
  Site *pendingSite; // of the call that comes next
  uint32_t library;  // number of the site where the program entered one, or 0
  unsigned depth;    // of MPI calls within MPI calls
  bool ofLibrary;    // started by the MPI library: it runs none of the program's code
  bool making;       // its Thread, now
  uint64_t started;  // number of the thread among those the program started, from 1
};
extern thread_local ThreadLocal threadLocal __attribute__((tls_model("initial-exec")));

/// This thread's; one that records nothing when there is no memory or no journal.
Thread &currentThread();

/// Guards whatever writes a record: while it is true the thread's journal stays open. False when
/// the process does not record, or when a signal handler interrupted a write.
class Writing {
public:
  explicit Writing(Thread &thread)
      : thread_(thread), outer_(!thread.writing.load(std::memory_order_relaxed)) {
    thread_.writing.store(true, std::memory_order_relaxed);
    // Paired with the barrier in quiesceThreads, which makes this order real on all cores.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    active_ =
        outer_ && process.recording.load(std::memory_order_relaxed) && thread.journal.isOpen();
  }
  ~Writing() {
    if (outer_)
      thread_.writing.store(false, std::memory_order_release);
  }
  Writing(const Writing &) = delete;
  Writing &operator=(const Writing &) = delete;
  explicit operator bool() const { return active_; }

private:
  Thread &thread_;
  bool outer_;
  bool active_;
};

/// At the end: waits for writes under way, then calls `visit` for each thread.
void quiesceThreads(void (*visit)(Thread &));

/// Once, before the first record. Also registers what a forked child must do: it leaves its
/// parent's trace alone.
void prepareThreads();

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_THREAD_H
