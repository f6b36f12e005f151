//===- Activity.cpp - what a thread did with its time -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/Activity.h"

#include <algorithm>

namespace fencepost::analyzer {

std::size_t firstActive(const std::vector<Event> &events, uint64_t from) {
  auto at = std::lower_bound(events.begin(), events.end(), from,
                             [](const Event &event, uint64_t time) { return event.enter < time; });
  while (at != events.begin()) {
    const Event &previous = *std::prev(at);
    if (previous.kind != EventKind::Local && previous.leave <= from)
      break;
    --at;
  }
  return static_cast<std::size_t>(at - events.begin());
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
                                          uint64_t until, std::span<const TimeInterval> waits) {
  rows.clear();
  auto wait = std::lower_bound(waits.begin(), waits.end(), from,
                               [](const TimeInterval &w, uint64_t time) { return w.end <= time; });
  forEachActivity(definitions, location, from, until, [&](uint32_t context, TimeInterval at) {
    uint64_t ticks = at.end - at.begin;
    for (; wait != waits.end() && wait->begin < at.end; ++wait) {
      if (wait->end > at.begin)
        ticks -= std::min(wait->end, at.end) - std::max(wait->begin, at.begin);
      if (wait->end > at.end) // goes on in what comes next
        break;
    }
    if (ticks)
      add(context, ticks);
  });
  for (const PathTicks &row : rows)
    places.define(row.context) = 0;
  std::sort(rows.begin(), rows.end(),
            [](const PathTicks &a, const PathTicks &b) { return a.context < b.context; });
  return rows;
}

} // namespace fencepost::analyzer
