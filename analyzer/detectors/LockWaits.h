//===- LockWaits.h - waiting for locks and for targets ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2016, Lock Contention and Wait for Progress. The lock epochs
// on a window and target meet where the target is analysed; those that
// conflict held the lock one after the other, in the order in which they were
// released.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_LOCKWAITS_H
#define FENCEPOST_ANALYZER_DETECTORS_LOCKWAITS_H

#include "analyzer/detectors/LockEpochs.h"
#include "analyzer/detectors/WaitState.h"

#include <map>
#include <span>

namespace fencepost::analyzer {

/// What a call of a lock epoch waited.
struct LockWait {
  uint32_t window;
  uint32_t rank, context; // that waits
  bool operation;
  uint64_t contention = 0; // ticks
  Arrival holder;          // `context`: its unlock, `before`: its lock, `spent`: it held the lock
  uint64_t progress = 0;   // ticks
  Arrival target;          // outside of MPI between `before` and `context`, for `spent`
};

/// A part of such waiting that one other rank is the cause of.
struct LockStretch {
  Metric metric;
  Waiting waiting;
  Arrival late;   // a holder of the lock, or the target
  uint64_t since; // it holds the lock, or is outside of MPI
  uint32_t window, span;
  bool progress;
};

/// A lock epoch that ended.
struct LockHold {
  LockEpoch epoch;
  uint64_t waits; // enter of the call that waited for the lock, or else of the one that locks
};

struct Outside;

class LockWaits {
public:
  explicit LockWaits(bool keepsHolds = false) : keepsHolds(keepsHolds) {}

  /// Finds the waits of one phase, each on one process. Collective.
  void look(const Analysis &phase);

  const std::vector<LockWait> &waits() const { return found; }
  /// What they come from. Waiting for a target is among them where, up to the next place where the
  /// run can be cut, the window needed its targets (servedByTargets).
  const std::vector<LockStretch> &stretches() const { return causes; }
  /// The epochs of each window and target in the order in which they held the lock, if asked for.
  const std::vector<LockHold> &holds() const { return held; }
  /// Of a window, up to the end of the phase: whether more calls were served when the target entered
  /// MPI than completed operations while it was outside all the time, and so without it.
  bool servedByTargets(uint32_t window) const {
    auto found = votes.find(window);
    return found != votes.end() && found->second.waited > found->second.alone;
  }

private:
  struct Epoch;
  struct Group;
  struct Votes {
    uint64_t alone = 0, waited = 0;
  };

  static void putInOrder(std::span<Epoch> epochs);
  void match(const Group &group);
  void addWaits(const Group &group, const Epoch &epoch);
  void addProgress(const Group &group, const Epoch &epoch, const LockCall &call, uint64_t begin,
                   const Outside &outside);
  void addHolders(const Epoch &epoch, const LockCall &call, uint64_t end);
  void addStretch(const Epoch &epoch, const LockCall &call, uint64_t begin, uint64_t end,
                  const Epoch &holder);
  void countVotes(const Analysis &phase);

  bool keepsHolds;
  std::map<uint32_t, RankLocks> ranks;
  std::vector<LockHold> held;
  std::vector<LockWait> found;
  std::vector<LockStretch> causes;
  std::map<std::pair<uint32_t, uint32_t>, Votes> ofPhase; // of this process, by window, span
  std::map<uint32_t, Votes> votes;                        // of all, by window
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_LOCKWAITS_H
