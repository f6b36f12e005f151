//===- Recording.h - one MPI call while it is being recorded --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every wrapper makes one, calls the PMPI function, adds what the call means and
// lets the end of the scope write Leave:
//
//     int MPI_Win_fence(int assertion, MPI_Win window) {
//       Recording call(Call::Win_fence, FENCEPOST_FRAME);
//       const int result = PMPI_Win_fence(assertion, window);
//       if (call.succeeded(result)) { ... }
//       return result;
//     }
//
// Calls that the MPI library makes of its own functions are inside another call
// and are not recorded.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_RECORDING_H
#define FENCEPOST_RUNTIME_PROCESS_RECORDING_H

#include "model/Calls.h"
#include "runtime/process/Mpi.h"
#include "runtime/process/Thread.h"

namespace fencepost::runtime {

/// The frame address of the wrapper, from which call paths are walked.
#define FENCEPOST_FRAME __builtin_frame_address(0)

/// What the enter of some calls carries.
struct EnterFacts {
  uint32_t window = kNoId;
  uint32_t target = kNoId;
  uint64_t base = 0;
  uint64_t size = 0;
  const char *info = nullptr;
};

class Recording {
public:
  Recording(Call call, const void *frame);
  /// Facts that take a lookup: `facts()` is called only when the call is recorded.
  template <typename Facts>
  Recording(Call call, const void *frame, Facts facts) : Recording(call, frame, Deferred{}) {
    if (isOutermost())
      enter(facts());
  }
  ~Recording();
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;

  /// After the PMPI call: whether its meaning is to be recorded. False when it failed.
  bool succeeded(int result);

  /// Whether this is a call of the program between MPI_Init and MPI_Finalize.
  bool isOutermost() const { return tracking_; }

  /// For MPI_Init, once there is a process to record; the clock has been chosen.
  void beginTracking();
  uint64_t beginTicks() const;

  Journal &journal() { return thread_->journal; }
  Thread &thread() { return *thread_; }
  Call call() const { return call_; }
  Site *site() const { return site_; }
  uint32_t context() const { return context_; }
  /// Ticks at which the call was entered and, after succeeded(), left.
  uint64_t begin() const { return begin_; }
  uint64_t end() const { return end_; }

  /// Appends an event of the call, at its begin or its end.
  template <typename Payload>
  void atBegin(RecordType type, uint32_t small, const Payload &payload) {
    Writing writing(*thread_);
    if (writing)
      thread_->journal.append(type, small, begin_, payload);
  }
  template <typename Payload> void atEnd(RecordType type, uint32_t small, const Payload &payload) {
    Writing writing(*thread_);
    if (writing)
      thread_->journal.append(type, small, end_, payload);
  }
  void atEnd(RecordType type, uint32_t small);

  /// Of a test or probe that found nothing. When the thread did nothing but test at this place
  /// since the last one, for most of the time or with hardly a pause, both are recorded as one
  /// call.
  void unsuccessful();

  /// Of a call that says nothing but that it was made. When since the last one at this place the
  /// thread did only what it had done before that one, and stored nothing, that stands for both.
  void repeatable() { repeatable_ = true; }

  /// Counts this call as one whose meaning is not followed.
  void notFollowed();

  /// Writes Leave now.
  void leave();

private:
  struct Deferred {};
  Recording(Call call, const void *frame, Deferred);
  void enter(const EnterFacts &facts);
  bool isRepeated(uint64_t time);

  Call call_;
  bool tracking_ = false;
  bool entered_ = false;
  bool polls_ = false, repeatable_ = false;
  const void *frame_;
  Site *site_ = nullptr;
  Thread *thread_ = nullptr;
  uint32_t context_ = kNoId;
  uint64_t enterAt_ = 0; // position in the journal
  uint64_t begin_ = 0;
  uint64_t end_ = 0;
  uint64_t beginNano_ = 0; // of MPI_Init, which comes before the choice of clock
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_RECORDING_H
