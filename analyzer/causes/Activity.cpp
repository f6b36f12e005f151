//===- Activity.cpp - what a thread did with its time -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/Activity.h"

#include "analyzer/match/Near.h"

#include <algorithm>

namespace fencepost::analyzer {

std::size_t firstActive(std::span<const Event> events, uint64_t from, std::size_t &near) {
  std::size_t at = placeNear(events, near, [&](const Event &event) { return event.enter < from; });
  while (at > 0 && (events[at - 1].kind == EventKind::Local || events[at - 1].leave > from))
    --at;
  return at;
}

void Profiler::add(uint32_t context, uint64_t ticks) {
  uint32_t &place = places.define(context);
  if (place == 0) {
    rows.push_back({context, 0});
    place = static_cast<uint32_t>(rows.size());
  }
  rows[place - 1].ticks += ticks;
}

std::vector<PathTicks> &Profiler::profile(const LocationTrace &location, uint64_t from,
                                          uint64_t until, std::span<const TimeInterval> waits,
                                          Near &near) {
  rows.clear();
  placeNear(waits, near.wait, [&](const TimeInterval &wait) { return wait.end <= from; });
  auto wait = waits.begin() + static_cast<std::ptrdiff_t>(near.wait);
  auto subtractWaits = [&](uint32_t context, TimeInterval at) {
    uint64_t ticks = at.end - at.begin;
    for (; wait != waits.end() && wait->begin < at.end; ++wait) {
      if (wait->end > at.begin)
        ticks -= std::min(wait->end, at.end) - std::max(wait->begin, at.begin);
      if (wait->end > at.end) // goes on in what comes next
        break;
    }
    if (ticks)
      add(context, ticks);
  };
  forEachActivity(definitions, location, from, until, near.event, subtractWaits);
  for (const PathTicks &row : rows)
    places.define(row.context) = 0;
  std::sort(rows.begin(), rows.end(),
            [](const PathTicks &a, const PathTicks &b) { return a.context < b.context; });
  return rows;
}

} // namespace fencepost::analyzer
