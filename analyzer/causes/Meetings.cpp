//===- Meetings.cpp - where all ranks met ---------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/Meetings.h"

#include "analyzer/match/Exchange.h"

#include <algorithm>

namespace fencepost::analyzer {

std::vector<Meeting> meetingsOf(const Analysis &phase) {
  uint64_t begin = UINT64_MAX, cuts = 0;
  for (const LocationTrace &location : phase.trace.locations) {
    if (location.end)
      begin = std::min(begin, location.begin);
    cuts = std::max<uint64_t>(cuts, location.cuts.size());
  }
  MPI_Allreduce(MPI_IN_PLACE, &begin, 1, MPI_UINT64_T, MPI_MIN, phase.comm);
  MPI_Allreduce(MPI_IN_PLACE, &cuts, 1, MPI_UINT64_T, MPI_MAX, phase.comm);
  auto enter = [](const LocationTrace &location, uint32_t events) {
    while (events-- > 0)
      if (location.events[events].kind != EventKind::Local)
        return location.events[events].enter;
    return location.before ? location.before->enter : 0;
  };
  std::vector<Meeting> mine(cuts + 1, Meeting{0, {}});
  auto arrive = [](Meeting &meeting, uint64_t time, ThreadOfRank who) {
    if (time && std::tuple(meeting.time, who) < std::tuple(time, meeting.last))
      meeting = {time, who};
  };
  for (const LocationTrace &location : phase.trace.locations) {
    ThreadOfRank who{location.rank, location.thread};
    arrive(mine[0], enter(location, 0), who);
    for (std::size_t i = 0; i < location.cuts.size(); ++i)
      arrive(mine[i + 1], enter(location, location.cuts[i]), who);
  }
  std::vector<Meeting> meetings(cuts + 1, Meeting{0, {}});
  for (const std::vector<Meeting> &from : allGather(phase.comm, mine))
    for (std::size_t i = 0; i < from.size(); ++i)
      arrive(meetings[i], from[i].time, from[i].last);
  if (meetings[0].time == 0)
    meetings[0].time = begin;
  return meetings;
}

uint64_t lastBefore(const std::vector<Meeting> &meetings, uint64_t until) {
  auto at = std::lower_bound(meetings.begin(), meetings.end(), until,
                             [](const Meeting &m, uint64_t time) { return m.time < time; });
  return at == meetings.begin() ? at->time : std::prev(at)->time;
}

} // namespace fencepost::analyzer
