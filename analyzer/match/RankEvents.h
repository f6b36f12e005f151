//===- RankEvents.h - the events of a rank in the order of time ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_MATCH_RANKEVENTS_H
#define FENCEPOST_ANALYZER_MATCH_RANKEVENTS_H

#include "analyzer/trace/Reader.h"

namespace fencepost::analyzer {

/// Calls visit(first, end) for each rank of this process: the indices of its locations.
template <typename Visit> void forEachRank(const Trace &trace, Visit visit) {
  uint32_t count = static_cast<uint32_t>(trace.locations.size());
  for (uint32_t first = 0, end; first < count; first = end) {
    end = first + 1;
    while (end < count && trace.locations[end].rank == trace.locations[first].rank)
      ++end;
    visit(first, end);
  }
}

/// Calls visit(location, event) for the events of locations [first, end), merged by enter; of equal
/// times the first location's comes first.
template <typename Visit>
void forEachByTime(const Trace &trace, uint32_t first, uint32_t end, Visit visit) {
  const std::vector<LocationTrace> &locations = trace.locations;
  std::vector<uint32_t> next(end - first, 0);
  auto enter = [&](uint32_t location) {
    uint32_t at = next[location - first];
    return at < locations[location].events.size() ? locations[location].events[at].enter
                                                  : UINT64_MAX;
  };
  while (true) {
    uint32_t earliest = first;
    for (uint32_t location = first + 1; location < end; ++location)
      if (enter(location) < enter(earliest))
        earliest = location;
    if (enter(earliest) == UINT64_MAX)
      return;
    visit(earliest, next[earliest - first]++);
  }
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_RANKEVENTS_H
