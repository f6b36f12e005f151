//===- LockEpochs.h - epochs of passive target, as they reach the analysis ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lock epochs of the ranks of this process and the calls in them, as
// messages to where their targets are analysed (Hermanns et al. 2016: only
// there is it known what the target did meanwhile).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_LOCKEPOCHS_H
#define FENCEPOST_ANALYZER_DETECTORS_LOCKEPOCHS_H

#include "analyzer/Analysis.h"

#include <unordered_map>

namespace fencepost::analyzer {

/// Ticks: what an operation takes, or a target is outside of MPI, for less than that is no waiting.
inline uint64_t shortestWait(const Definitions &definitions) {
  return static_cast<uint64_t>(5e-6 * double(definitions.ticksPerSecond));
}

/// One origin's lock on one target; of MPI_Win_lock_all one for each target accessed. Trivially
/// copyable.
struct LockEpoch {
  uint32_t window, origin;
  uint32_t target; // kNone: of MPI_Win_lock_all, any of the window
  bool exclusive = false;
  bool checked = true; // without MPI_MODE_NOCHECK: it may have to wait for others
  bool all = false;    // MPI_Win_lock_all
  uint32_t lockContext = kNone, unlockContext = kNone;
  uint32_t thread = 0; // that unlocks
  uint64_t lockEnter = 0;
  uint64_t unlockEnter = UINT64_MAX, unlockLeave = UINT64_MAX; // while it is open
  uint64_t granted = UINT64_MAX; // by then at the latest: an operation was complete
};

/// A call of such an epoch that may have waited for the lock or the target.
struct LockCall {
  uint64_t enter, leave;
  uint64_t since; // enter of the first of the operations that it completes at the target; 0: none
  uint32_t epoch; // index among the epochs sent along
  uint32_t context, thread;
  bool operation; // or a test for, or the completion of, its request
};

/// What one process is sent.
struct LockMessage {
  std::vector<LockEpoch> epochs;
  std::vector<LockCall> calls;
};

/// The epochs of one rank, which may reach over several phases.
class RankLocks {
public:
  /// Adds the phase's part of them to the messages, by the process that analyses the target.
  void walk(const Analysis &phase, uint32_t firstLocation, uint32_t endLocation,
            std::vector<LockMessage> &messages);

  /// Epochs of MPI_Win_lock_all that ended in the phase or are open at its end.
  std::vector<LockEpoch> lockAlls;

private:
  struct Slot {
    uint32_t message = kNone, epoch = kNone; // where it stands in the messages; kNone: not yet
    uint64_t since = 0;
    LockEpoch state;
  };
  using Where = uint64_t; // window, target
  static Where where(uint32_t window, uint32_t target) { return uint64_t(window) << 32 | target; }

  void lock(const Event &event, uint32_t target);
  void operation(const Event &event, uint32_t target);
  void completion(const Event &event);
  void poll(const Event &event);
  void flush(const Event &event, uint32_t target, bool remote);
  void unlock(const Event &event, uint32_t target);
  Slot *find(uint32_t window, uint32_t target);
  LockEpoch &sent(Slot &slot);
  void call(Slot &slot, const Event &event, bool completes);

  uint32_t rank = kNone, thread = 0; // of the event that is looked at
  uint32_t processes = 1;
  uint64_t shortest = 0; // operation that is looked at
  std::vector<LockMessage> *messages = nullptr;
  std::unordered_map<Where, Slot> open; // those of lock_all by accessed target, and with kNone
  std::unordered_map<uint64_t, Where> requests;
  std::vector<const Event *> polls; // of this phase, since the last operation
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_LOCKEPOCHS_H
