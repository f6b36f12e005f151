//===- Delays.h - what the late did beyond the waiting -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_CAUSES_DELAYS_H
#define FENCEPOST_ANALYZER_CAUSES_DELAYS_H

#include "analyzer/Analysis.h"
#include "analyzer/causes/Activity.h"
#include "analyzer/causes/Meetings.h"
#include "analyzer/results/WaitInstance.h"

#include <vector>

namespace fencepost::analyzer {

/// The waits of the locations of this process, by waiter and time. Those of one thread do not
/// overlap: of waits at the same time the one that ends last counts, the others up to its begin.
/// Collective.
std::vector<WaitInstance> waitsAtHome(const Analysis &phase, std::vector<WaitInstance> found);

/// What the late one of a wait spent beyond the waiter since both were last aligned.
struct Delay {
  uint64_t since = 0;
  uint64_t waiting = 0;         // ticks of waiting beyond the waiter's
  std::vector<PathTicks> paths; // ticks beyond the waiter's, by context

  uint64_t ticks() const {
    uint64_t sum = waiting;
    for (const PathTicks &path : paths)
      sum += path.ticks;
    return sum;
  }
};

/// Of each of the `waits` of this process. Collective.
std::vector<Delay> findDelays(const Analysis &phase, const std::vector<Meeting> &meetings,
                              const std::vector<WaitInstance> &waits);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CAUSES_DELAYS_H
