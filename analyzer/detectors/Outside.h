//===- Outside.h - when a rank was outside of the MPI library ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_OUTSIDE_H
#define FENCEPOST_ANALYZER_DETECTORS_OUTSIDE_H

#include "analyzer/Analysis.h"
#include "analyzer/match/RankEvents.h"

namespace fencepost::analyzer {

/// A time in which no thread of a rank was in an MPI call that is recorded.
struct Outside {
  uint64_t from, until;
  uint32_t before, after; // contexts of the calls around it
  uint32_t thread;        // that enters the second
};

/// Those of a rank in a phase, by time.
inline std::vector<Outside> outsideOf(const Trace &trace, uint32_t first, uint32_t end) {
  std::vector<Outside> out;
  if (first == end)
    return out;
  uint64_t leave = 0;
  uint32_t last = kNone;
  for (uint32_t location = first; location < end; ++location)
    if (const auto &before = trace.locations[location].before; before && before->leave >= leave) {
      leave = before->leave;
      last = before->context;
    }
  forEachByTime(trace, first, end, [&](uint32_t location, uint32_t index) {
    const Event &event = trace.locations[location].events[index];
    if (event.kind == EventKind::Local && event.leave == event.enter)
      return;
    if (event.kind == EventKind::Local && (event.rangeCount || event.step != ThreadStep::None))
      return; // accesses, threads
    if (last != kNone && event.enter > leave)
      out.push_back(
          {leave, event.enter, last, event.context, trace.locations[location].thread});
    if (event.leave >= leave) {
      leave = event.leave;
      last = event.context;
    }
  });
  return out;
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_OUTSIDE_H
