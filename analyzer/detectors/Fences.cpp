//===- Fences.cpp - instances of fences, with the operations they complete ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Fences.h"

#include "analyzer/detectors/Epochs.h"
#include "analyzer/errors/Call.h"
#include "analyzer/match/Join.h"
#include "analyzer/match/RankEvents.h"

#include <unordered_map>

namespace fencepost::analyzer {

namespace {

bool byRank(const FenceMember &a, const FenceMember &b) { return a.arrival.rank < b.arrival.rank; }

bool byTarget(const FenceAccess &a, const FenceAccess &b) {
  return std::tie(a.target, a.origin, a.leave, a.context) <
         std::tie(b.target, b.origin, b.leave, b.context);
}

/// One for each target.
void merge(std::vector<FenceAccess> &accesses) {
  std::sort(accesses.begin(), accesses.end(), byTarget);
  std::size_t kept = 0;
  for (const FenceAccess &access : accesses)
    if (kept && accesses[kept - 1].target == access.target) {
      bool updates = accesses[kept - 1].updates || access.updates;
      accesses[kept - 1] = access;
      accesses[kept - 1].updates = updates;
    } else
      accesses[kept++] = access;
  accesses.resize(kept);
}

} // namespace

Arrival synchronizedAt(const Definitions &definitions, const FenceInstance &fence) {
  Arrival last;
  uint64_t earliestLeave = UINT64_MAX;
  if (fence.members.size() != definitions.windowComm(fence.window).size())
    return last;
  for (const FenceMember &member : fence.members) {
    if (member.arrival.isLaterThan(last))
      last = member.arrival;
    earliestLeave = std::min(earliestLeave, member.leave);
  }
  return last.enter > earliestLeave ? Arrival{} : last;
}

/// An access is less than half as long as a member, and there are several for each.
struct Fences::Meeting {
  explicit Meeting(MPI_Comm comm) : members(comm), accesses(comm) {}
  Join<FenceMember> members;
  Join<FenceAccess> accesses;
};

void Fences::walk(const Analysis &phase, uint32_t first, uint32_t end, std::size_t &next,
                  Meeting &meeting) {
  const Trace &trace = phase.trace;
  std::span<const Participation> all = phase.participations;
  uint32_t rank = trace.locations[first].rank;
  Epochs &windows = epochs[rank];
  OwnStores &own = stores[rank];
  own.beginPhase(trace, first, end);
  forEachByTime(trace, first, end, [&](uint32_t location, uint32_t index) {
    const Event &event = trace.locations[location].events[index];
    if (event.rangeCount)
      own.visit(trace.locations[location], event);
    // Participations come in the order of this walk.
    const Participation *at = nullptr;
    for (; next < all.size() && all[next].location == location && all[next].event == index; ++next)
      at = &all[next];
    if (isOperation(event.kind)) {
      uint32_t target = trace.definitions.worldRank(event.comm, event.peer, rank);
      bool updates = updatesTarget(trace.definitions, event);
      Epoch &epoch = windows.define(event.window);
      epoch.issued = true;
      if (target == rank) {
        epoch.toItself = true;
        epoch.updatesItself = epoch.updatesItself || updates;
      }
      if (target == rank || target == kNone || epoch.opening == kNone)
        return;
      std::vector<FenceAccess> &known = epoch.accesses;
      if (known.empty() || known.back().target != target)
        known.push_back({rank, target, event.context, updates, event.leave});
      else if (event.leave >= known.back().leave)
        known.back() = {rank, target, event.context, known.back().updates || updates, event.leave};
      else
        known.back().updates = known.back().updates || updates;
    }
    if (event.kind != EventKind::Fence || !at)
      return;
    Epoch &epoch = windows.define(event.window);
    bool ends = epoch.opening != kNone && !(event.assertion & kNoPrecede);
    FenceMember member{.arrival = arrivalOf(trace.locations[location], index),
                       .leave = event.leave,
                       .opening = ends ? epoch.opening : kNone,
                       .unended = ends ? kNone : epoch.opening,
                       .assertion = static_cast<uint8_t>(event.assertion),
                       .shared = shared.contains(event.window),
                       .issued = epoch.issued,
                       .toItself = epoch.toItself,
                       .updatesItself = epoch.updatesItself,
                       .stored = own.before(event)};
    meeting.members.add(at->key, member);
    if (ends) {
      merge(epoch.accesses);
      for (const FenceAccess &access : epoch.accesses)
        meeting.accesses.add(at->key, access);
    }
    epoch.accesses.clear();
    epoch.issued = epoch.toItself = epoch.updatesItself = false;
    epoch.opening = event.assertion & kNoSucceed ? kNone : event.context;
  });
}

void Fences::look(const Analysis &phase) {
  instances.clear();
  members.clear();
  accesses.clear();
  Meeting meeting(phase.comm);
  shared = sharedWindows(phase.trace);
  std::size_t next = 0;
  forEachRank(phase.trace,
              [&](uint32_t first, uint32_t end) { walk(phase, first, end, next, meeting); });
  std::unordered_map<Key, std::size_t, HashKey> numbers;
  meeting.members.run([&](std::span<const Joined<FenceMember>> records) {
    const Key &key = records.front().key;
    numbers.emplace(key, instances.size());
    auto first = static_cast<uint32_t>(members.size());
    for (const auto &[of, member] : records)
      members.push_back(member);
    std::sort(members.begin() + first, members.end(), byRank);
    instances.push_back({.window = key.object,
                         .firstMember = first,
                         .members = static_cast<uint32_t>(records.size())});
  });
  meeting.accesses.run([&](std::span<const Joined<FenceAccess>> records) {
    Instance &fence = instances[numbers.at(records.front().key)];
    fence.firstAccess = static_cast<uint32_t>(accesses.size());
    fence.accesses = static_cast<uint32_t>(records.size());
    for (const auto &[of, access] : records)
      accesses.push_back(access);
    std::sort(accesses.begin() + fence.firstAccess, accesses.end(), byTarget);
  });
}

} // namespace fencepost::analyzer
