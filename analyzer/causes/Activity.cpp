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

void profile(const Definitions &definitions, const LocationTrace &location, uint64_t from,
             uint64_t until, std::span<const TimeInterval> waits, std::vector<PathTicks> &rows) {
  rows.clear();
  auto wait = std::lower_bound(waits.begin(), waits.end(), from,
                               [](const TimeInterval &w, uint64_t time) { return w.end <= time; });
  auto add = [&](uint32_t context, TimeInterval at) {
    uint64_t ticks = at.end - at.begin;
    while (wait != waits.end() && wait->end <= at.begin)
      ++wait;
    for (auto overlap = wait; overlap != waits.end() && overlap->begin < at.end; ++overlap)
      ticks -= std::min(overlap->end, at.end) - std::max(overlap->begin, at.begin);
    if (ticks)
      rows.push_back({context, ticks});
  };
  forEachActivity(definitions, location, from, until, add);
  std::sort(rows.begin(), rows.end(),
            [](const PathTicks &a, const PathTicks &b) { return a.context < b.context; });
  std::size_t kept = 0;
  for (const PathTicks &row : rows)
    if (kept && rows[kept - 1].context == row.context)
      rows[kept - 1].ticks += row.ticks;
    else
      rows[kept++] = row;
  rows.resize(kept);
}

} // namespace fencepost::analyzer
