//===- EventPhases.cpp - where a phase or the records end ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/EventBuilder.h"

#include <algorithm>
#include <type_traits>
#include <unordered_set>
#include <utility>

namespace fencepost::analyzer {

namespace {

/// Calls within calls come out of order; of equal times the order stays.
void sortByEnter(std::vector<Event> &events) {
  auto byEnter = [](const Event &a, const Event &b) { return a.enter < b.enter; };
  if (std::is_sorted(events.begin(), events.end(), byEnter))
    return;
  std::vector<std::pair<uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < events.size(); ++i)
    order.emplace_back(events[i].enter, i);
  std::sort(order.begin(), order.end());
  std::vector<Event> sorted;
  sorted.reserve(events.size());
  for (auto [enter, index] : order)
    sorted.push_back(events[index]);
  events = std::move(sorted);
}

/// Those of `indices` at `count` and beyond are counted from there; `drop` is told of the others.
template <typename Indices, typename Drop>
void countFrom(Indices &indices, std::size_t count, const Drop &drop) {
  for (auto entry = indices.begin(); entry != indices.end();)
    if (entry->second < count) {
      drop(entry->second);
      entry = indices.erase(entry);
    } else {
      entry->second -= count;
      ++entry;
    }
}

/// Moves the first `count` to `to`. What stays is copied only where it is the smaller part: a run
/// that is analysed in pieces is not in memory twice.
template <typename Item>
void takeFirst(std::vector<Item> &from, std::vector<Item> &to, std::size_t count) {
  auto end = from.begin() + static_cast<std::ptrdiff_t>(count);
  if (count < from.size() / 2) {
    to.assign(from.begin(), end);
    from.erase(from.begin(), end);
    return;
  }
  std::vector<Item> rest(end, from.end());
  from.resize(count);
  to = std::move(from);
  from = std::move(rest);
}

} // namespace

EventBuilder::Place EventBuilder::place() const {
  auto count = [](const auto &of) { return static_cast<uint32_t>(of.size()); };
  return {count(trace.events), count(trace.ranges), count(trace.values), count(trace.errors),
          trace.end};
}

void EventBuilder::dropLooseEnds(const Place &until) {
  auto begunByNobody = [&](std::size_t index) {
    trace.events[index].kind = EventKind::Local;
    trace.events[index].request = 0;
  };
  auto neverCompleted = [&](std::size_t index) { trace.events[index].kind = EventKind::Local; };
  countFrom(trace.looseEnds.completions, until.events, begunByNobody);
  countFrom(trace.looseEnds.collectives, until.events, neverCompleted);
  countFrom(trace.looseEnds.values, until.values, [](std::size_t) {});
}

void EventBuilder::take(const Place &until, LocationTrace &phase) {
  dropLooseEnds(until);
  takeFirst(trace.events, phase.events, until.events);
  takeFirst(trace.ranges, phase.ranges, until.ranges);
  takeFirst(trace.values, phase.values, until.values);
  takeFirst(trace.errors, phase.errors, until.errors);
  if (!began && any)
    began = trace.begin;
  phase.continued = continued;
  continued |= until.events > 0;
  phase.begin = std::exchange(trace.begin, until.time);
  phase.end = until.time;
  phase.functions = trace.functions;
  phase.windows = trace.windows;
  phase.hints = trace.hints;
  phase.mapped = trace.mapped;
  sortByEnter(phase.events);

  // What stays is counted from its own begin.
  for (Event &event : trace.events) {
    if (event.rangeCount)
      event.firstRange -= until.ranges;
    if (isAtomic(event.kind) && event.group != kNone)
      event.group -= until.values;
  }
  for (Open &call : stack)
    call.firstEvent -= std::min<std::size_t>(call.firstEvent, until.events);
  forgetFreed(phase.events);
  if (auto call = std::find_if(phase.events.rbegin(), phase.events.rend(),
                               [](const Event &event) { return event.kind != EventKind::Local; });
      call != phase.events.rend()) {
    phase.before = std::exchange(before, *call);
  } else {
    phase.before = before;
  }
}

void EventBuilder::forgetFreed(const std::vector<Event> &events) {
  std::unordered_set<uint32_t> freed;
  for (const Event &event : events)
    if (event.kind == EventKind::WinFree)
      freed.insert(event.window);
  if (freed.empty())
    return;
  auto isFreed = [&](const auto &of) { return freed.contains(of.window); };
  std::erase_if(trace.windows, isFreed);
  std::erase_if(trace.hints, isFreed);
  std::erase_if(trace.mapped, isFreed);
}

void EventBuilder::renumber(const std::function<void(uint32_t &)> &context) {
  for (Event &event : trace.events)
    context(event.context);
  for (Open &call : stack)
    context(call.event.context);
  context(lastContext);
  for (ContextTime &time : trace.times)
    context(time.context);
  for (FunctionSwitch &function : trace.functions)
    context(function.context);
  std::sort(trace.times.begin(), trace.times.end(),
            [](const ContextTime &a, const ContextTime &b) { return a.context < b.context; });
  timeOf = {};
  for (std::size_t i = 0; i < trace.times.size(); ++i)
    timeOf.define(trace.times[i].context) = static_cast<uint32_t>(i + 1);
}

/// A call that never returned has no record that names its window. Where the rank has one window,
/// there is no doubt.
void EventBuilder::guessWindow(Event &call) const {
  if (!isSynchronization(call.kind) || call.window != kNone)
    return;
  std::vector<uint32_t> live;
  for (const WindowPart &part : trace.windows)
    live.push_back(part.window);
  for (const Event &event : trace.events)
    if (event.kind == EventKind::WinFree)
      std::erase(live, event.window);
  if (live.size() != 1)
    return;
  call.window = live.front();
  call.comm = definitions.windows[call.window].comm;
}

void EventBuilder::finish(bool whole) {
  trace.whole = whole;
  // Other tools may have been told not to record MPI_Finalize.
  bool mayEndAnywhere = !definitions.ours() || trace.thread != 0;
  trace.complete = whole && stack.empty() && (finalized || mayEndAnywhere);
  trace.before = before;
  trace.continued = continued;
  trace.timesSince = began.value_or(trace.begin);
  if (!stack.empty())
    guessWindow(stack.back().event);
  while (!stack.empty())
    close(trace.end, true);
  dropLooseEnds(place());
  // A thread that neither called nor synchronized: nothing says when it made its accesses.
  if (trace.thread != 0 &&
      std::all_of(trace.events.begin(), trace.events.end(),
                  [](const Event &e) { return e.kind == EventKind::Local && e.rangeCount > 0; }))
    trace.events.clear();
  sortByEnter(trace.events);
  trace.events.shrink_to_fit();
  trace.ranges.shrink_to_fit();
}

} // namespace fencepost::analyzer
