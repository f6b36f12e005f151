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

class LockWaits {
public:
  /// Finds the waits of one phase, each on one process. Collective.
  void look(const Analysis &phase);

  const std::vector<LockWait> &waits() const { return found; }
  /// Of a window: how many calls completed operations while the target was outside of MPI all the
  /// time, and so without it. Over all phases, on this process.
  const std::map<uint32_t, uint64_t> &servedAlone() const { return alone; }

private:
  struct Epoch;
  struct Group;

  void match(const Group &group);
  void addWaits(const Group &group, const Epoch &epoch);

  std::map<uint32_t, RankLocks> ranks;
  std::vector<LockWait> found;
  std::map<uint32_t, uint64_t> alone;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_LOCKWAITS_H
