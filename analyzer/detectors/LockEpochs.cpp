//===- LockEpochs.cpp - epochs of passive target, as they reach the analysis ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/LockEpochs.h"

#include "analyzer/match/RankEvents.h"

#include <utility>

namespace fencepost::analyzer {

namespace {

constexpr uint32_t kNoCheck = 1; // docs/trace-format.md

bool returnsData(EventKind kind) {
  return kind == EventKind::Get || (isAtomic(kind) && kind != EventKind::Accumulate);
}

} // namespace

RankLocks::Slot *RankLocks::find(uint32_t window, uint32_t target) {
  auto found = open.find(where(window, target));
  if (found != open.end())
    return &found->second;
  auto all = open.find(where(window, kNone));
  if (all == open.end() || target == kNone)
    return nullptr;
  Slot slot{.state = all->second.state};
  slot.state.target = target;
  return &open.emplace(where(window, target), slot).first->second;
}

LockEpoch &RankLocks::sent(Slot &slot) {
  uint32_t target = slot.state.target;
  if (slot.epoch == kNone) {
    slot.message = target == kNone ? slot.state.window % processes
                                   : static_cast<uint32_t>(ownerOfRank(target, int(processes)));
    slot.epoch = static_cast<uint32_t>((*messages)[slot.message].epochs.size());
    (*messages)[slot.message].epochs.push_back(slot.state);
  }
  return (*messages)[slot.message].epochs[slot.epoch];
}

void RankLocks::call(Slot &slot, const Event &event, bool completes) {
  LockEpoch &epoch = sent(slot);
  uint64_t since = completes ? slot.since : 0;
  (*messages)[slot.message].calls.push_back(
      {event.enter, event.leave, since, slot.epoch, event.context, thread,
       isOperation(event.kind) || event.kind == EventKind::Completion || isPoll(event)});
  if (!since || event.flags & kOpen)
    return;
  slot.since = 0;
  slot.state.granted = epoch.granted = std::min(epoch.granted, event.leave);
}

void RankLocks::lock(const Event &event, uint32_t target) {
  Slot slot;
  slot.state = {.window = event.window, .origin = rank, .target = target};
  slot.state.exclusive = event.kind == EventKind::Lock && event.flags & kExclusive;
  slot.state.checked = !(event.assertion & kNoCheck);
  slot.state.all = event.kind == EventKind::LockAll;
  slot.state.lockContext = event.context;
  slot.state.lockEnter = event.enter;
  call(open[where(event.window, target)] = slot, event, false);
}

void RankLocks::operation(const Event &event, uint32_t target) {
  Slot *slot = open.empty() ? nullptr : find(event.window, target);
  if (!slot || event.flags & kErroneous)
    return;
  sent(*slot);
  if (!slot->since && event.bytes)
    slot->since = event.enter;
  polls.clear();
  if (event.request)
    requests[event.request] = returnsData(event.kind) ? where(event.window, target) : 0;
  if (event.leave - event.enter >= shortest)
    call(*slot, event, false);
}

void RankLocks::completion(const Event &event) {
  auto found = requests.find(event.request);
  if (found == requests.end())
    return;
  auto slot = open.find(found->second);
  if (found->second && slot != open.end()) {
    for (const Event *poll : std::exchange(polls, {}))
      if (poll->context == event.context)
        call(slot->second, *poll, false);
    call(slot->second, event, false);
    slot->second.state.granted = std::min(slot->second.state.granted, event.leave);
    sent(slot->second).granted = slot->second.state.granted;
  }
  requests.erase(found);
}

void RankLocks::flush(const Event &event, uint32_t target, bool remote) {
  if (target != kNone) {
    if (Slot *slot = find(event.window, target))
      call(*slot, event, remote);
    return;
  }
  for (auto &[key, slot] : open)
    if (slot.state.window == event.window && slot.since)
      call(slot, event, remote);
}

void RankLocks::unlock(const Event &event, uint32_t target) {
  bool all = event.kind == EventKind::UnlockAll;
  for (auto at = all ? open.begin() : open.find(where(event.window, target)); at != open.end();) {
    Slot &slot = at->second;
    if (slot.state.window == event.window) {
      if (slot.state.target != kNone)
        call(slot, event, true);
      LockEpoch &epoch = sent(slot);
      if (!(event.flags & kOpen)) {
        epoch.unlockEnter = event.enter;
        epoch.unlockLeave = event.leave;
        epoch.unlockContext = event.context;
        epoch.thread = thread;
        epoch.granted = std::min(epoch.granted, event.leave);
      }
      if (slot.state.target == kNone)
        lockAlls.push_back(epoch);
      at = open.erase(at);
    } else {
      ++at;
    }
    if (!all)
      return;
  }
}

void RankLocks::walk(const Analysis &phase, uint32_t first, uint32_t end,
                     std::vector<LockMessage> &to) {
  const Definitions &definitions = phase.definitions();
  rank = phase.trace.locations[first].rank;
  processes = static_cast<uint32_t>(phase.processes);
  messages = &to;
  lockAlls.clear();
  polls.clear();
  for (auto &[key, slot] : open)
    slot.epoch = kNone;
  shortest = shortestWait(definitions);
  forEachByTime(phase.trace, first, end, [&](uint32_t location, uint32_t index) {
    const Event &event = phase.trace.locations[location].events[index];
    thread = phase.trace.locations[location].thread;
    auto target = [&] {
      return event.peer == kNone ? kNone : definitions.worldRank(event.comm, event.peer, rank);
    };
    switch (event.kind) {
    case EventKind::Lock:
      if (uint32_t to = target(); to != kNone)
        lock(event, to);
      break;
    case EventKind::LockAll:
      lock(event, kNone);
      break;
    case EventKind::Unlock:
    case EventKind::UnlockAll:
      unlock(event, target());
      break;
    case EventKind::Flush:
    case EventKind::FlushAll:
      if (!open.empty())
        flush(event, target(), true);
      break;
    case EventKind::FlushLocal:
    case EventKind::FlushLocalAll:
      if (!open.empty())
        flush(event, target(), false);
      break;
    case EventKind::Completion:
      if (!requests.empty())
        completion(event);
      break;
    case EventKind::Probe:
      if (isPoll(event) && !requests.empty())
        polls.push_back(&event);
      break;
    default:
      if (isOperation(event.kind) && !open.empty())
        operation(event, target());
    }
  });
  for (auto &[key, slot] : open)
    if (slot.state.target == kNone)
      lockAlls.push_back(slot.state);
}

} // namespace fencepost::analyzer
