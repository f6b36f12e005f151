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

#include <span>
#include <vector>

namespace fencepost::analyzer {

/// The waits of the locations of this process, by waiter and time. Those of one thread do not
/// overlap: of waits at the same time the one that ends last counts, the others up to its begin.
/// Collective.
std::vector<WaitInstance> waitsAtHome(const Analysis &phase, std::vector<WaitInstance> found);

/// What the late one of a wait spent beyond the waiter since both were last aligned.
struct Delay {
  uint64_t since = 0;
  uint64_t ticks = 0;             // all of it
  uint64_t waiting = 0;           // of it, waiting beyond the waiter's
  std::size_t first = 0, end = 0; // the rest by context: Delays::rows
};

struct Delays {
  std::vector<Delay> ofWaits; // in the order of the waits
  std::vector<PathTicks> rows;

  std::span<const PathTicks> paths(const Delay &delay) const {
    return std::span(rows).subspan(delay.first, delay.end - delay.first);
  }
};

/// Of each of the `waits` of this process. Collective.
Delays findDelays(const Analysis &phase, const std::vector<Meeting> &meetings,
                  const std::vector<WaitInstance> &waits);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CAUSES_DELAYS_H
