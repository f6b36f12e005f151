//===- Records.cpp - what of a run the replay needs -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/whatif/Records.h"

#include "analyzer/detectors/Completing.h"
#include "analyzer/detectors/Epochs.h"
#include "analyzer/match/Exchange.h"
#include "analyzer/match/RankEvents.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

/// As in the wait states; and all wait for each other in a fence, at the begin and at the end.
Shape shapeInReplay(const Definitions &definitions, const Event &event) {
  bool all = event.kind == EventKind::Fence || event.kind == EventKind::Init ||
             event.kind == EventKind::Finalize;
  return all ? Shape::NxN : shapeOf(definitions, event);
}

template <typename T> std::vector<T> onFirst(MPI_Comm comm, std::vector<T> &mine) {
  std::vector<T> all;
  for (const std::vector<T> &from : gather(comm, std::exchange(mine, {})))
    all.insert(all.end(), from.begin(), from.end());
  return all;
}

} // namespace

void Recorder::walk(const Trace &trace, uint32_t first, uint32_t end, Numbers &numbers) {
  Rank &rank = ranks[trace.locations[first].rank];
  rank.times.rank = trace.locations[first].rank;
  for (uint32_t i = first; i < end; ++i) {
    const LocationTrace &location = trace.locations[i];
    numbers[i].assign(location.events.size(), kNone);
    if (!location.end) // the thread left no event
      continue;
    rank.times.begin = std::min(rank.times.begin, location.begin);
    rank.times.end = std::max(rank.times.end, location.end);
  }
  WindowTouches touches(trace, first, end);
  forEachByTime(trace, first, end, [&](uint32_t location, uint32_t index) {
    const std::vector<Event> &events = trace.locations[location].events;
    const Event &event = events[index];
    if (event.kind == EventKind::Local)
      return addTouches(touches, trace.locations[location], event, rank);
    bool sameCall = index > 0 && events[index - 1].kind != EventKind::Local &&
                    events[index - 1].enter == event.enter &&
                    events[index - 1].context == event.context;
    if (!sameCall) {
      rank.times.overlap = rank.times.overlap || event.enter < rank.leave;
      mine.calls.push_back(
          {event.enter, event.leave, rank.times.rank, event.context, event.window, event.kind});
      ++rank.calls;
    }
    rank.leave = std::max(rank.leave, event.leave);
    numbers[location][index] = rank.calls - 1;
    addTouches(touches, trace.locations[location], event, rank);
    addAccess(trace.definitions, event, rank);
  });
}

void Recorder::addTouches(const WindowTouches &touches, const LocationTrace &location,
                          const Event &event, const Rank &rank) {
  bool inCall = event.kind != EventKind::Local;
  if (!needsTouches || !event.rangeCount)
    return;
  for (uint32_t window : touches.of(location, event)) {
    TouchRecord touch{rank.times.rank, rank.calls - inCall, window, inCall};
    if (mine.touches.empty() || mine.touches.back() != touch)
      mine.touches.push_back(touch);
  }
}

void Recorder::addAccess(const Definitions &definitions, const Event &event, Rank &rank) {
  if (isOperation(event.kind)) {
    uint32_t target = definitions.worldRank(event.comm, event.peer, rank.times.rank);
    if (target != kNone && target != rank.times.rank)
      rank.targets[event.window].insert(target);
  } else if (event.kind == EventKind::Unlock || event.kind == EventKind::UnlockAll) {
    rank.targets.erase(event.window);
  } else if (event.kind == EventKind::Fence || event.kind == EventKind::Complete) {
    for (uint32_t target : std::exchange(rank.targets[event.window], {}))
      mine.accesses.push_back({rank.times.rank, rank.calls - 1, target});
  }
}

void Recorder::addParts(const Analysis &phase, const Numbers &numbers) {
  const Definitions &definitions = phase.definitions();
  Completing completing(phase);
  for (const Participation &at : phase.participations) {
    const Event &event = phase.event(at);
    uint32_t rank = phase.location(at).rank;
    bool collective = at.key.kind == KeyKind::Collective || at.key.kind == KeyKind::WinCollective;
    Shape shape = collective ? shapeInReplay(definitions, event) : Shape::None;
    Completing::Call call = completing.of(at);
    if (!call.event || at.part == Part::Found || (collective && shape == Shape::None))
      continue;
    const Communicator &comm = at.key.kind == KeyKind::WinCollective
                                   ? definitions.windowComm(at.key.object)
                                   : definitions.comms[at.key.object];
    if (collective && comm.isInter())
      continue;
    mine.parts.push_back({.key = at.key,
                          .rank = rank,
                          .begins = numbers[at.location][at.event],
                          .ends = numbers[call.location][call.first],
                          .part = at.part,
                          .shape = shape,
                          .barrier = event.kind == EventKind::AllToAll && shape == Shape::Barrier,
                          .root = collective && comm.worldRank(event.peer, rank) == rank,
                          .synchronous = (event.flags & kSynchronous) != 0});
  }
}

void Recorder::addLocks(const Analysis &phase) {
  locks.look(phase);
  for (const auto &[epoch, waits] : locks.holds())
    mine.holds.push_back({epoch.window, epoch.target, epoch.origin, epoch.lockEnter, waits,
                          epoch.unlockEnter, epoch.exclusive, epoch.checked});
  for (const LockStretch &stretch : locks.stretches())
    if (stretch.progress)
      mine.progress.push_back({stretch.waiting.waiter.rank, stretch.late.rank,
                               stretch.waiting.begin, stretch.late.enter});
}

void Recorder::look(const Analysis &phase) {
  Numbers numbers(phase.trace.locations.size());
  forEachRank(phase.trace,
              [&](uint32_t first, uint32_t end) { walk(phase.trace, first, end, numbers); });
  addParts(phase, numbers);
  addLocks(phase);
  for (uint32_t window : sharedWindows(phase.trace))
    mine.sharedWindows.push_back(window);
  for (uint32_t window : untoldWindows(phase.trace))
    mine.untoldWindows.push_back(window);
}

Records Recorder::gathered(MPI_Comm comm) {
  for (const auto &[number, rank] : ranks)
    mine.ranks.push_back(rank.times);
  return {onFirst(comm, mine.calls),         onFirst(comm, mine.parts),
          onFirst(comm, mine.accesses),      onFirst(comm, mine.holds),
          onFirst(comm, mine.progress),      onFirst(comm, mine.touches),
          onFirst(comm, mine.sharedWindows), onFirst(comm, mine.untoldWindows),
          onFirst(comm, mine.ranks)};
}

} // namespace fencepost::analyzer
