//===- Activity.cpp - what a thread did with its time -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/Activity.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

/// The first event that may reach into the time from `from` on.
std::size_t firstEvent(const std::vector<Event> &events, uint64_t from) {
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

} // namespace

void forEachActivity(const Definitions &definitions, const LocationTrace &location, uint64_t from,
                     uint64_t until, const std::function<void(uint32_t, TimeInterval)> &visit) {
  auto between = [&](uint64_t begin, uint64_t end, uint32_t nextCall) {
    uint32_t callers = nextCall == kNone ? kNone : definitions.contexts[nextCall].parent;
    auto at =
        std::upper_bound(location.functions.begin(), location.functions.end(), begin,
                         [](uint64_t time, const FunctionSwitch &to) { return time < to.time; });
    while (begin < end) {
      uint32_t context = at == location.functions.begin() ? kNone : std::prev(at)->context;
      uint64_t next = at == location.functions.end() ? end : std::min(end, at->time);
      if (begin < next)
        visit(context == kNone ? callers : context, {begin, next});
      begin = next;
      if (at != location.functions.end())
        ++at;
    }
  };
  const std::vector<Event> &events = location.events;
  uint64_t now = from;
  // The call in which the phase before ended is one of that phase.
  if (location.before && location.before->enter <= from && location.before->leave > from) {
    now = std::min(location.before->leave, until);
    visit(location.before->context, {from, now});
  }
  for (std::size_t i = firstEvent(events, from); i < events.size() && now < until; ++i) {
    const Event &call = events[i];
    if (call.kind == EventKind::Local || call.leave <= now)
      continue;
    if (call.enter > now)
      between(now, std::min(call.enter, until), call.context);
    if (call.enter >= until)
      return;
    now = std::max(now, call.enter);
    visit(call.context, {now, std::min(call.leave, until)});
    now = std::min(call.leave, until);
  }
  if (now < until)
    between(now, until, kNone);
}

std::vector<PathTicks> profile(const Definitions &definitions, const LocationTrace &location,
                               uint64_t from, uint64_t until, std::span<const TimeInterval> waits) {
  std::vector<PathTicks> rows;
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
  forEachActivity(definitions, location, from, until, std::ref(add)); // no copy in memory of its own
  std::sort(rows.begin(), rows.end(),
            [](const PathTicks &a, const PathTicks &b) { return a.context < b.context; });
  std::size_t kept = 0;
  for (const PathTicks &row : rows)
    if (kept && rows[kept - 1].context == row.context)
      rows[kept - 1].ticks += row.ticks;
    else
      rows[kept++] = row;
  rows.resize(kept);
  return rows;
}

} // namespace fencepost::analyzer
