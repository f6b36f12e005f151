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

#include <algorithm>
#include <span>

namespace fencepost::analyzer {

struct TimeInterval {
  uint64_t begin, end;
};

/// The first event that may reach into the time from `from` on; `near`: of placeNear.
std::size_t firstActive(std::span<const Event> events, uint64_t from, std::size_t &near);

/// Calls visit(context, interval) for the stretches of [from, until) in order; kNone for a stretch
/// of no known path. `near`: of firstActive.
template <typename Visit>
void forEachActivity(const Definitions &definitions, const LocationTrace &location, uint64_t from,
                     uint64_t until, std::size_t &near, Visit visit) {
  auto between = [&](uint64_t begin, uint64_t end, uint32_t nextCall) {
    uint32_t callers = nextCall == kNone ? kNone : definitions.contexts[nextCall].parent;
    if (location.functions.empty())
      return visit(callers, {begin, end});
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
  for (std::size_t i = firstActive(events, from, near); i < events.size() && now < until; ++i) {
    const Event &call = events[i];
    if (call.kind == EventKind::Local || call.leave <= now)
      continue;
    if (call.enter > now)
      between(now, std::min(call.enter, until), call.context);
    if (call.enter >= until)
      return;
    uint64_t end = std::min(call.leave, until);
    visit(call.context, {std::max(now, call.enter), end});
    now = end;
  }
  if (now < until)
    between(now, until, kNone);
}

struct PathTicks {
  uint32_t context;
  uint64_t ticks;
};

/// Adds up where a thread's time went.
class Profiler {
public:
  explicit Profiler(const Definitions &definitions) : definitions(definitions) {}

  /// Where the last profile of a thread began: the next one often begins close to it.
  struct Near {
    std::size_t event = 0;
    std::size_t wait = 0; // the first one that ends after the begin
  };

  /// The ticks in [from, until) for each call path, without those in `waits` (disjoint, by time);
  /// sorted by context. Valid until the next call, and the caller's to change.
  std::vector<PathTicks> &profile(const LocationTrace &location, uint64_t from, uint64_t until,
                                  std::span<const TimeInterval> waits, Near &near);

private:
  void add(uint32_t context, uint64_t ticks);

  const Definitions &definitions;
  Table<uint32_t> places; // context -> index in rows + 1; 0 between calls
  std::vector<PathTicks> rows;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CAUSES_ACTIVITY_H
