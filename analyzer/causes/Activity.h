//===- Activity.h - what a thread did with its time -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time in a call belongs to the call's path. Time between two calls belongs to
// the function of the program that was being executed, where the archive has
// those, else to the path that the next call is made from.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_CAUSES_ACTIVITY_H
#define FENCEPOST_ANALYZER_CAUSES_ACTIVITY_H

#include "analyzer/trace/Definitions.h"

#include <functional>
#include <span>

namespace fencepost::analyzer {

struct TimeInterval {
  uint64_t begin, end;
};

/// Calls visit(context, interval) for the stretches of [from, until) in order; kNone for a stretch
/// of no known path.
void forEachActivity(const Definitions &definitions, const LocationTrace &location, uint64_t from,
                     uint64_t until, const std::function<void(uint32_t, TimeInterval)> &visit);

struct PathTicks {
  uint32_t context;
  uint64_t ticks;
};

/// Ticks in [from, until) for each call path, without those in `waits` (disjoint, by time); sorted
/// by context.
std::vector<PathTicks> profile(const Definitions &definitions, const LocationTrace &location,
                               uint64_t from, uint64_t until, std::span<const TimeInterval> waits);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CAUSES_ACTIVITY_H
