//===- EventRecords.cpp - what a record says of its call -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/EventBuilder.h"

#include "model/Finding.h"

#include <algorithm>
#include <iterator>

namespace fencepost::analyzer {

namespace {

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
  if (known)
    loose.requests.erase(found);
  else
    loose.completions[matching] = trace.events.size() - 1;
}

void EventBuilder::collective(const CollectiveFacts &done, const Facts &facts) {
  fill(record(done.kind), done, facts);
}

void EventBuilder::collectiveStarted(uint64_t request) {
  // Which one it is stands where it completes; one that never does orders nothing.
  Event &event = record(EventKind::AllToAll);
  event.request = request;
  event.flags |= kNonBlocking;
  trace.looseEnds.collectives[request] = trace.events.size() - 1;
}

void EventBuilder::collectiveCompleted(const CollectiveFacts &done, uint64_t request,
                                       const Facts &facts) {
  LooseEnds &loose = trace.looseEnds;
  if (auto found = loose.collectives.find(request); found != loose.collectives.end()) {
    Event &event = trace.events[found->second];
    event.kind = done.kind;
    fill(event, done, facts);
    loose.collectives.erase(found);
  } else {
    Event event{.enter = 0, .leave = 0, .kind = done.kind};
    fill(event, done, facts);
    loose.outcomes.emplace_back(request, event);
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

} // namespace fencepost::analyzer
