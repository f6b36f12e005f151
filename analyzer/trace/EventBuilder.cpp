//===- EventBuilder.cpp - records between enter and leave become events ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/EventBuilder.h"

#include "model/Finding.h"

#include <algorithm>
#include <iterator>
#include <type_traits>
#include <unordered_set>
#include <utility>

namespace fencepost::analyzer {

namespace {

/// Calls that matter to the analysis even when no record stands between enter and leave.
bool speaksForItself(EventKind kind) {
  return isSynchronization(kind) || kind == EventKind::WinAttach || kind == EventKind::WinDetach;
}

bool isFlush(EventKind kind) {
  return kind >= EventKind::Flush && kind <= EventKind::FlushLocalAll;
}

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

/// Only a neighbourhood collective has groups; OTF2 has no operations that tell it from others.
void fill(Event &event, const CollectiveFacts &done, const Facts &facts) {
  event.comm = done.comm;
  event.peer = done.root;
  event.bytes = done.bytes;
  event.tag = facts.persistent;
  if (facts.sources == kNone)
    return;
  event.kind = EventKind::Neighbour;
  event.group = facts.destinations;
  event.type = facts.sources;
}

} // namespace

void EventBuilder::time(uint64_t ticks) {
  if (!any) {
    any = true;
    trace.begin = lastLeave = ticks;
  }
  trace.end = std::max(trace.end, ticks);
}

void EventBuilder::enter(uint64_t ticks, uint32_t context, const Facts &facts) {
  const Region &region = definitions.region(context);
  Event event{.enter = ticks, .leave = 0, .kind = region.kind()};
  event.context = context;
  event.window = facts.window;
  if (facts.window != kNone)
    event.comm = definitions.windows[facts.window].comm;
  event.peer = facts.target;
  event.assertion = facts.assertion;
  event.displacement = static_cast<int64_t>(facts.base);
  event.bytes = facts.size;
  stack.push_back({event, trace.events.size(), 0, region.mpi});
  if (!region.mpi)
    trace.functions.push_back({ticks, context});
  openCalls += region.mpi;
  accesses = false;
  if (facts.info != kNone)
    trace.hints.push_back({facts.window, facts.info, ticks});
  // The receive of a matched message, or the end of a request that is given up.
  if (facts.request) {
    Event &about = record(event.kind);
    about.request = facts.request;
    about.flags |= kNonBlocking;
  }
}

void EventBuilder::enterRegion(uint64_t ticks, uint32_t region, const Facts &facts) {
  uint32_t context = facts.site;
  if (context == kNone)
    context = definitions.childContext(stack.empty() ? kNone : stack.back().event.context, region);
  enter(ticks, context, facts);
}

Event &EventBuilder::record(EventKind fallback) {
  if (stack.empty()) {
    // Not inside any call: damaged, or a recorder that leaves calls out.
    trace.events.push_back({.enter = trace.end, .leave = trace.end, .kind = fallback});
    return trace.events.back();
  }
  Event event = stack.back().event;
  // A call may do several things (a sendrecv), or something else than it is called for (the start
  // of a persistent send).
  bool message = fallback == EventKind::Send || fallback == EventKind::Recv ||
                 fallback == EventKind::Completion;
  if (event.kind == EventKind::SynchronousSend && fallback == EventKind::Send)
    event.flags |= kSynchronous;
  if (event.kind == EventKind::Local || event.kind == EventKind::PersistentStart || message)
    event.kind = fallback;
  trace.events.push_back(event);
  return trace.events.back();
}

void EventBuilder::windowCreated(uint32_t window, const Facts &facts) {
  const Communicator &comm = definitions.windowComm(window);
  auto me = std::min(comm.localRank(trace.rank), static_cast<uint32_t>(comm.ranks.size()));
  trace.windows.push_back(
      {window, me, facts.base, facts.size, facts.dispUnit, facts.flavor, facts.model, facts.info});
  if (stack.empty())
    return;
  trace.windows.back().from = stack.back().event.enter;
  stack.back().event.window = window;
  stack.back().event.comm = definitions.windows[window].comm;
  stack.back().event.displacement = static_cast<int64_t>(facts.dispUnit);
  stack.back().event.bytes = facts.size;
}

void EventBuilder::windowFreed(uint32_t window) {
  if (stack.empty())
    return;
  for (MappedSegment &segment : trace.mapped)
    if (segment.window == window)
      segment.until = stack.back().event.enter;
  for (WindowPart &part : trace.windows)
    if (part.window == window)
      part.until = stack.back().event.enter;
}

void EventBuilder::operation(EventKind fallback, uint32_t window, uint32_t target, uint64_t bytes,
                             uint64_t matching, const Facts &facts) {
  Event &event = record(fallback);
  event.window = window;
  event.comm = definitions.windows[window].comm;
  event.peer = target;
  event.bytes = bytes;
  event.displacement = facts.displacement;
  event.op = facts.op;
  event.type = facts.type;
  event.request = facts.request;
  if (facts.request)
    trace.looseEnds.requests[matching] = facts.request;
  if (!isAtomic(event.kind) || !definitions.ours())
    return;
  event.group = static_cast<uint32_t>(trace.values.size());
  trace.values.push_back(facts.values);
  if (event.kind != EventKind::Accumulate)
    trace.looseEnds.values[matching] = event.group;
}

void EventBuilder::operationCompleted(uint32_t window, uint64_t matching, const Facts &facts) {
  LooseEnds &loose = trace.looseEnds;
  if (auto known = loose.values.find(matching); known != loose.values.end()) {
    trace.values[known->second].result = facts.values.result;
    loose.values.erase(known);
  } else if (facts.values.result) {
    loose.results.emplace_back(matching, facts.values.result);
  }
  if (stack.empty())
    return;
  Event &call = stack.back().event;
  if (isFlush(call.kind) && call.window == kNone) {
    call.window = window;
    call.comm = definitions.windows[window].comm;
  }
  auto found = loose.requests.find(matching);
  bool known = found != loose.requests.end();
  if (call.kind != EventKind::Completion || (!known && !definitions.ours()))
    return;
  Event &event = record(EventKind::Completion);
  event.window = window;
  event.comm = definitions.windows[window].comm;
  event.request = known ? found->second : matching;
  event.loose = !known;
  if (known)
    loose.requests.erase(found);
}

void EventBuilder::collective(const CollectiveFacts &done, const Facts &facts) {
  fill(record(done.kind), done, facts);
}

void EventBuilder::collectiveStarted(uint64_t request) {
  // Which one it is stands where it completes; one that never does orders nothing.
  Event &event = record(EventKind::AllToAll);
  event.request = request;
  event.flags |= kNonBlocking;
  collectives[request] = trace.events.size() - 1;
}

void EventBuilder::collectiveCompleted(const CollectiveFacts &done, uint64_t request,
                                       const Facts &facts) {
  if (auto found = collectives.find(request); found != collectives.end()) {
    Event &event = trace.events[found->second];
    event.kind = done.kind;
    fill(event, done, facts);
    collectives.erase(found);
  } else {
    Event event{.enter = 0, .leave = 0, .kind = done.kind};
    fill(event, done, facts);
    trace.looseEnds.collectives.emplace_back(request, event);
  }
  Event &completion = record(EventKind::Completion);
  completion.request = request;
  completion.comm = done.comm;
  completion.tag = facts.persistent;
}

void EventBuilder::attach(Event &event, const Range &range) {
  std::size_t at = event.firstRange + event.rangeCount;
  if (event.rangeCount == 0)
    event.firstRange = static_cast<uint32_t>(trace.ranges.size());
  else if (at != trace.ranges.size()) {
    // Another event's ranges came in between: an event's own are contiguous.
    std::vector<Range> own(trace.ranges.begin() + event.firstRange, trace.ranges.begin() + at);
    event.firstRange = static_cast<uint32_t>(trace.ranges.size());
    trace.ranges.insert(trace.ranges.end(), own.begin(), own.end());
  }
  trace.ranges.push_back(range);
  ++event.rangeCount;
}

void EventBuilder::local(uint64_t enter, uint32_t context) {
  Event event{.enter = enter, .leave = enter, .kind = EventKind::Local};
  event.context = context;
  trace.events.push_back(event);
}

void EventBuilder::range(uint64_t ticks, const Range &range) {
  if (range.kind == RangeKind::Segment) {
    if (!trace.windows.empty())
      trace.mapped.push_back({trace.windows.back().window, range.context, range.address,
                              range.bytes, ticks, UINT64_MAX});
    return;
  }
  bool access = range.kind == RangeKind::Load || range.kind == RangeKind::Store;
  if (access) {
    if (!accesses)
      local(lastLeave, lastContext);
    accesses = true;
    trace.events.back().leave = std::max(trace.events.back().leave, ticks);
    attach(trace.events.back(), range);
    return;
  }
  if (range.kind == RangeKind::Released) {
    // What is accessed after it is another segment's.
    accesses = false;
    lastLeave = ticks;
    local(ticks, range.context);
    trace.events.back().leave = ticks;
    trace.events.back().flags |= kReleased;
    attach(trace.events.back(), range);
    return;
  }
  std::size_t first = stack.empty() ? trace.events.size() : stack.back().firstEvent;
  auto fits = [&](const Event &event) {
    switch (range.kind) {
    case RangeKind::SendRead:
      return event.kind == EventKind::Send || isCollective(event.kind);
    case RangeKind::ReceiveWrite:
      return event.kind == EventKind::Recv || isCollective(event.kind);
    default:
      return isOperation(event.kind);
    }
  };
  for (std::size_t i = trace.events.size(); i-- > first;)
    if (fits(trace.events[i]))
      return attach(trace.events[i], range);
}

void EventBuilder::error(uint32_t name, const Facts &facts) {
  if (stack.empty())
    return;
  trace.errors.push_back({name, stack.back().event.context, facts.other, facts.window, facts.target,
                          facts.begin, facts.end, facts.limit, facts.detail});
  // Whatever it races with, that is not what is wrong with it.
  std::string_view text = definitions.strings[name];
  constexpr FindingId kNoAccess[] = {FindingId::NoEpoch, FindingId::BadTarget,
                                     FindingId::OutOfWindow, FindingId::FreedWindow};
  bool none = std::any_of(std::begin(kNoAccess), std::end(kNoAccess),
                          [&](FindingId id) { return text.starts_with(findingInfo(id).id); });
  if (none && isOperation(stack.back().event.kind))
    stack.back().event.flags |= kErroneous;
}

void EventBuilder::threadsSynchronized(uint64_t ticks, ThreadStep step, uint64_t object,
                                       uint64_t task, uint32_t team) {
  accesses = false;
  lastLeave = ticks;
  if (!stack.empty() || !definitions.ours())
    return;
  Event event{.enter = ticks, .leave = ticks, .kind = EventKind::Local};
  event.step = step;
  event.request = object;
  event.displacement = static_cast<int64_t>(task);
  event.comm = team;
  trace.events.push_back(event);
}

void EventBuilder::account(const Open &call, uint64_t ticks) {
  uint32_t context = call.event.context;
  uint32_t &at = timeOf.define(context);
  if (!at) {
    trace.times.push_back({context, call.mpi, 0, 0});
    at = static_cast<uint32_t>(trace.times.size());
  }
  ContextTime &time = trace.times[at - 1];
  ++time.calls;
  time.ticks += ticks - std::min(ticks, call.ticksBelow);
}

void EventBuilder::close(uint64_t ticks, bool open) {
  Open call = stack.back();
  stack.pop_back();
  ticks = std::max(ticks, call.event.enter);
  if (definitions.contexts.find(call.event.context))
    account(call, ticks - call.event.enter);
  if (!stack.empty())
    stack.back().ticksBelow += ticks - call.event.enter;
  if (!call.mpi) {
    auto caller = std::find_if(stack.rbegin(), stack.rend(), [](const Open &o) { return !o.mpi; });
    trace.functions.push_back({ticks, caller == stack.rend() ? kNone : caller->event.context});
  }

  bool spoke = trace.events.size() > call.firstEvent;
  bool wanted = speaksForItself(call.event.kind) || (open && call.event.kind != EventKind::Local);
  if (!spoke && wanted) {
    if (call.event.kind == EventKind::Test && !open)
      call.event.flags |= kFailedTest;
    trace.events.push_back(call.event);
  }
  for (std::size_t i = call.firstEvent; i < trace.events.size(); ++i)
    if (Event &event = trace.events[i]; event.leave == 0) {
      event.leave = ticks;
      if (open)
        event.flags |= kOpen;
    }
  if (call.event.kind == EventKind::Finalize)
    finalized = true;
  if (call.mpi) {
    --openCalls;
    lastLeave = ticks;
    lastContext = call.event.context;
  }
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

void EventBuilder::leave(uint64_t ticks, const Facts &facts) {
  accesses = false;
  if (!stack.empty() && facts.comm != kNone) {
    Event &found = record(EventKind::MessageFound);
    found.comm = facts.comm;
    found.peer = facts.source;
    found.tag = facts.tag;
  }
  if (!stack.empty())
    close(ticks, false);
}

EventBuilder::Place EventBuilder::place() const {
  return {trace.events.size(), trace.ranges.size(), trace.values.size(), trace.errors.size(),
          trace.end};
}

void EventBuilder::take(const Place &until, LocationTrace &phase) {
  auto takeFirst = [](auto &from, auto &to, std::size_t count) {
    std::remove_reference_t<decltype(from)> rest(
        from.begin() + static_cast<std::ptrdiff_t>(count), from.end());
    from.resize(count);
    to = std::move(from);
    from = std::move(rest);
  };
  takeFirst(trace.events, phase.events, until.events);
  takeFirst(trace.ranges, phase.ranges, until.ranges);
  takeFirst(trace.values, phase.values, until.values);
  takeFirst(trace.errors, phase.errors, until.errors);
  if (!began)
    began = trace.begin;
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
      event.firstRange -= static_cast<uint32_t>(until.ranges);
    if (isAtomic(event.kind) && event.group != kNone)
      event.group -= static_cast<uint32_t>(until.values);
  }
  for (auto &[matching, index] : trace.looseEnds.values)
    index -= static_cast<uint32_t>(until.values);
  for (auto &[request, index] : collectives)
    index -= until.events;
  for (Open &call : stack)
    call.firstEvent -= std::min(call.firstEvent, until.events);
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

void EventBuilder::finish(bool whole) {
  trace.whole = whole;
  // Other tools may have been told not to record MPI_Finalize.
  bool mayEndAnywhere = !definitions.ours() || trace.thread != 0;
  trace.complete = whole && stack.empty() && (finalized || mayEndAnywhere);
  trace.before = before;
  trace.timesSince = began.value_or(trace.begin);
  if (!stack.empty())
    guessWindow(stack.back().event);
  while (!stack.empty())
    close(trace.end, true);
  for (auto [request, index] : collectives)
    trace.events[index].kind = EventKind::Local;
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
