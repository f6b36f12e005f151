//===- Sweep.h - searches one memory for races ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accesses to a memory are visited in an order that never goes against
// happens-before: by global synchronization, then by corrected time. Each is
// compared with the earlier ones that it overlaps and that somebody to come may
// still not know to be over; those known to all are dropped, so that a loop of
// thousands of iterations compares each iteration with its neighbours only.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_SWEEP_H
#define FENCEPOST_ANALYZER_RACES_SWEEP_H

#include "analyzer/races/Access.h"
#include "analyzer/trace/Definitions.h"
#include "model/Finding.h"

#include <set>
#include <vector>

namespace fencepost::analyzer::races {

/// All races of one memory between two sites, told by the first in the sweep's order.
struct Race {
  FindingId id;
  Access earlier, later;
  uint64_t instances = 0; // later accesses that race with at least one earlier
  std::set<uint32_t> ranks;
};

/// Which pairs of ranks' accesses are looked at.
enum class Scope { AllRanks, WithinRank };

/// The order depends on the trace alone, so does the result.
std::vector<Race> sweep(const Memory &memory, const Definitions &definitions,
                        Scope scope = Scope::AllRanks);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_SWEEP_H
