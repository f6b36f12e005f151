//===- EventBuilder.cpp - records between enter and leave become events ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/EventBuilder.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

/// Calls that matter to the analysis even when no record stands between enter and leave.
bool speaksForItself(EventKind kind) {
  return isSynchronization(kind) || kind == EventKind::WinAttach || kind == EventKind::WinDetach;
}

/// Calls that complete or find something, or nothing.
bool looksForSomething(EventKind kind) {
  return kind == EventKind::Completion || kind == EventKind::MessageFound ||
         kind == EventKind::Probe;
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
  if (event.kind == EventKind::Local || event.kind == EventKind::FileAll ||
      event.kind == EventKind::PersistentStart || message)
    event.kind = fallback;
  trace.events.push_back(event);
  return trace.events.back();
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

/// Polls that follow each other on one call path are one, as long as no pause between two is longer
/// than a microsecond and a 32nd part of the poll after it, so that pauses are no waiting.
void EventBuilder::poll(Event call, uint64_t ticks) {
  uint64_t pause = std::max((ticks - call.enter) / 32, definitions.ticksPerSecond / 1'000'000);
  if (!trace.events.empty())
    if (Event &last = trace.events.back(); isPoll(last) && last.context == call.context &&
                                           call.enter - std::min(last.leave, call.enter) <= pause) {
      last.leave = ticks;
      return;
    }
  call.kind = EventKind::Probe;
  call.flags |= kFailedTest;
  trace.events.push_back(call);
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
  if (!spoke && !open && looksForSomething(call.event.kind)) {
    poll(call.event, ticks);
  } else if (!spoke && wanted) {
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

} // namespace fencepost::analyzer
