//===- LogicalClock.cpp - no effect before its cause ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/clock/LogicalClock.h"

#include "analyzer/clock/TimeMap.h"
#include "analyzer/match/Join.h"
#include "analyzer/results/Text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

namespace fencepost::analyzer {

namespace {

/// Moving a time may make others late: as often as this, which no real clock needs.
constexpr int kMostRounds = 100;

constexpr uint32_t kNoPrecede = 8; // docs/trace-format.md, fencepost::assert

/// What an event is in an instance; Loose: of the whole instance nothing is promised.
enum class Role : uint32_t { Cause, Effect, Both, Loose };

struct Seen {
  uint64_t enter, leave; // corrected
  Role role;
};

/// A participation whose end or begin matters.
struct Taking {
  Key key;
  uint32_t rank;
  uint64_t enter, leave; // by the rank's clock
  Role role;
};

std::optional<Role> roleInCollective(const Definitions &definitions, const Event &event,
                                     uint32_t rank) {
  const Communicator &comm = definitions.comms[event.comm];
  std::optional<Call> call = definitions.region(event.context).call;
  if (comm.isInter() || event.flags & kNonBlocking || !call)
    return std::nullopt;
  bool isRoot = comm.localRank(rank) == event.peer;
  switch (*call) {
  case Call::Barrier:
    return Role::Both;
  case Call::Allreduce:
  case Call::Allgather:
  case Call::Alltoall:
    return event.bytes ? std::optional(Role::Both) : std::nullopt;
  case Call::Bcast:
    return event.bytes ? std::optional(isRoot ? Role::Cause : Role::Effect) : std::nullopt;
  case Call::Reduce:
  case Call::Gather:
    return event.bytes ? std::optional(isRoot ? Role::Effect : Role::Cause) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Role> roleOf(const Definitions &definitions, const Participation &at,
                           const Event &event, uint32_t rank) {
  switch (at.key.kind) {
  case KeyKind::Collective:
    return roleInCollective(definitions, event, rank);
  case KeyKind::WinCollective:
    // Other tools do not record assertions: their fences may bind nobody.
    if (event.kind != EventKind::Fence || !definitions.ours())
      return std::nullopt;
    return event.assertion & kNoPrecede ? Role::Loose : Role::Both;
  case KeyKind::Pscw:
    if (at.part == Part::Complete)
      return Role::Cause;
    return at.part == Part::Wait ? std::optional(Role::Effect) : std::nullopt;
  case KeyKind::Message:
    if (at.part == Part::Send)
      return Role::Cause;
    return at.part == Part::Receive ? std::optional(Role::Effect) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::vector<Taking> takings(const Trace &trace, std::span<const Participation> participations) {
  // A non-blocking receive ends where its request completes.
  std::vector<std::unordered_map<uint64_t, uint64_t>> received(trace.locations.size());
  for (std::size_t i = 0; i < trace.locations.size(); ++i)
    for (const Event &event : trace.locations[i].events)
      if (event.kind == EventKind::Completion && event.flags & kMessageDone)
        received[i][event.request] = event.leave;
  std::vector<Taking> all;
  for (const Participation &at : participations) {
    const LocationTrace &location = trace.locations[at.location];
    const Event &event = location.events[at.event];
    std::optional<Role> role = roleOf(trace.definitions, at, event, location.rank);
    if (!role)
      continue;
    uint64_t leave = event.leave;
    if (at.part == Part::Receive && event.flags & kNonBlocking) {
      auto found = received[at.location].find(event.request);
      leave = found == received[at.location].end() ? UINT64_MAX : found->second;
    }
    if (event.flags & kOpen)
      leave = UINT64_MAX; // it never ended
    all.push_back({at.key, location.rank, event.enter, leave, *role});
  }
  return all;
}

/// For each record when its causes had begun; 0 without any.
void findCauses(std::span<const Joined<Seen>> records, Answers<uint64_t> notBefore) {
  uint64_t latest = 0;
  for (const Joined<Seen> &record : records)
    if (record.payload.role == Role::Loose)
      return;
    else if (record.payload.role != Role::Effect)
      latest = std::max(latest, record.payload.enter);
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i].payload.role != Role::Cause)
      notBefore[i] = latest;
}

/// For each record when the first of those ended that had to wait for it.
void findEffects(std::span<const Joined<Seen>> records, Answers<uint64_t> notAfter) {
  for (std::size_t i = 0; i < records.size(); ++i)
    notAfter[i] = UINT64_MAX;
  uint64_t first = UINT64_MAX, second = UINT64_MAX; // leaves
  for (const Joined<Seen> &record : records) {
    if (record.payload.role == Role::Loose)
      return;
    if (record.payload.role == Role::Cause)
      continue;
    second = std::min(second, std::max(first, record.payload.leave));
    first = std::min(first, record.payload.leave);
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    bool own = records[i].payload.role == Role::Both && records[i].payload.leave == first;
    notAfter[i] = own ? second : first;
  }
}

/// Our runtime takes the time of the host, which all its processes share.
bool oneClock(const Definitions &definitions) {
  const std::vector<std::string> &hosts = definitions.hosts;
  return definitions.ours() && !hosts.empty() && !hosts.front().empty() &&
         std::count(hosts.begin(), hosts.end(), hosts.front()) ==
             static_cast<std::ptrdiff_t>(hosts.size());
}

/// Of the calls of one rank, by leave and enter.
using Ends = std::map<std::pair<uint64_t, uint64_t>, uint64_t>;

using Maps = std::map<uint32_t, TimeMap>; // by rank

Join<Seen> joinSeen(const std::vector<Taking> &all, const Maps &maps, MPI_Comm comm) {
  Join<Seen> join(comm);
  for (const Taking &taking : all) {
    const TimeMap &map = maps.at(taking.rank);
    uint64_t leave = taking.leave == UINT64_MAX ? UINT64_MAX : map(taking.leave);
    join.add(taking.key, {map(taking.enter), leave, taking.role});
  }
  return join;
}

/// What was before the calls that end later now; collective.
void amortizeBackward(const Trace &trace, const std::vector<Taking> &all, Maps &maps,
                      MPI_Comm comm) {
  std::vector<uint64_t> notAfter = joinSeen(all, maps, comm).ask<uint64_t>(findEffects);
  std::map<uint32_t, std::vector<Cause>> causes;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].role == Role::Cause || all[i].role == Role::Both)
      causes[all[i].rank].push_back({all[i].enter, notAfter[i]});
  std::map<uint32_t, uint64_t> begins;
  for (const LocationTrace &location : trace.locations) {
    uint64_t &begin = begins.try_emplace(location.rank, location.begin).first->second;
    begin = std::min(begin, location.begin);
  }
  for (auto &[rank, map] : maps)
    map.amortizeBackward(causes[rank], begins.at(rank));
}

TimeMap mapOf(const Ends &ends, uint64_t from, uint64_t shift) {
  std::vector<LateEnd> list;
  for (const auto &[call, notBefore] : ends)
    list.push_back({call.second, call.first, notBefore});
  return TimeMap(list, from, shift);
}

} // namespace

void LogicalClock::correct(Trace &trace, std::span<const Participation> participations,
                           MPI_Comm comm) {
  if (oneClock(trace.definitions))
    return;
  std::vector<Taking> all = takings(trace, participations);
  std::map<uint32_t, Ends> ends;
  Maps maps;
  for (const LocationTrace &location : trace.locations)
    maps.try_emplace(location.rank, std::vector<LateEnd>(), left[location.rank].from,
                     left[location.rank].shift);
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<uint64_t> notBefore = joinSeen(all, maps, comm).ask<uint64_t>(findCauses);
    std::set<uint32_t> changed;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Taking &taking = all[i];
      if (taking.leave == UINT64_MAX || maps.at(taking.rank)(taking.leave) >= notBefore[i])
        continue;
      uint64_t &end = ends[taking.rank][{taking.leave, taking.enter}];
      end = std::max(end, notBefore[i]);
      changed.insert(taking.rank);
    }
    uint64_t late = 0;
    for (uint32_t rank : changed) {
      late += ends[rank].size();
      maps.insert_or_assign(rank, mapOf(ends[rank], left[rank].from, left[rank].shift));
    }
    MPI_Allreduce(MPI_IN_PLACE, &late, 1, MPI_UINT64_T, MPI_SUM, comm);
    if (!late) {
      if (round > 0)
        amortizeBackward(trace, all, maps, comm);
      break;
    }
    if (round == 0)
      violations_ += late;
  }

  std::map<uint32_t, uint64_t> lasts; // by the ranks' clocks
  for (const LocationTrace &location : trace.locations)
    lasts[location.rank] = std::max(lasts[location.rank], location.end);
  for (auto [rank, last] : lasts) {
    left[rank] = {last, maps.at(rank).shiftAt(last)};
    largestShift_ = std::max(largestShift_, maps.at(rank).largestShift());
  }
  for (LocationTrace &location : trace.locations)
    correctTimes(trace.definitions, maps.at(location.rank), location);
  MPI_Allreduce(MPI_IN_PLACE, &largestShift_, 1, MPI_UINT64_T, MPI_MAX, comm);
}

std::string LogicalClock::note(const Definitions &definitions) const {
  if (!violations_)
    return "";
  return "by the clocks of the ranks " + countText(violations_, "call") + " ended before what " +
         (violations_ == 1 ? "it" : "they") +
         " had to wait for began: times were corrected by up to " +
         secondsText(definitions.seconds(largestShift_));
}

} // namespace fencepost::analyzer
