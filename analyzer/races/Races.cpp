//===- Races.cpp - remote and local races by happens-before ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Races.h"

#include "analyzer/races/AtomicChains.h"
#include "analyzer/races/Globals.h"
#include "analyzer/races/Lifetimes.h"
#include "analyzer/races/Memories.h"
#include "analyzer/races/NotFollowed.h"
#include "analyzer/races/RankWalk.h"
#include "analyzer/races/Report.h"
#include "analyzer/races/Sweep.h"
#include "analyzer/races/SyncCalls.h"

#include <algorithm>
#include <tuple>

namespace fencepost::analyzer {

namespace {

using namespace races;

/// Whether there is anything to compare: `access=off` and other tools' archives have no ranges.
bool anyRanges(const Analysis &analysis) {
  int any = std::any_of(analysis.trace.locations.begin(), analysis.trace.locations.end(),
                        [](const LocationTrace &location) { return !location.ranges.empty(); });
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, analysis.comm);
  return any != 0;
}

/// Whether no rank of the run has several.
bool hasOneStrandEach(MPI_Comm comm, const std::vector<Timeline> &timelines) {
  int one = std::all_of(timelines.begin(), timelines.end(),
                        [](const Timeline &timeline) { return timeline.strands.size() == 1; });
  MPI_Allreduce(MPI_IN_PLACE, &one, 1, MPI_INT, MPI_LAND, comm);
  return one != 0;
}

Clocks computeClocks(const Analysis &analysis, const Numbering &numbering, bool oneStrandEach,
                     std::vector<RankPlan> &plans) {
  std::vector<Program> programs;
  for (RankPlan &plan : plans)
    for (Program &program : plan.programs) {
      // What is at one position commutes, or is ordered by its kind.
      std::sort(program.actions.begin(), program.actions.end(),
                [](const Action &a, const Action &b) {
                  return std::tie(a.position, a.kind) < std::tie(b.position, b.kind);
                });
      programs.push_back(std::move(program));
    }
  Clocks clocks =
      propagate(analysis.comm, programs, numbering.instances, numbering.probes, oneStrandEach);
  auto program = programs.begin();
  for (RankPlan &plan : plans)
    for (Program &own : plan.programs) {
      own = std::move(*program++);
      own.actions = {};
    }
  return clocks;
}

} // namespace

void findRaces(Analysis &analysis) {
  if (!anyRanges(analysis))
    return;
  bool followed = analysis.definitions().property("FENCEPOST::THREADS_NOT_FOLLOWED").empty();
  std::vector<Timeline> timelines =
      makeTimelines(analysis.trace.locations, !followed, analysis.comm);
  Numbering numbering;
  std::vector<RankPlan> plans = walkRanks(analysis, timelines, numbering);
  bool oneStrandEach = hasOneStrandEach(analysis.comm, timelines);
  settleGlobals(analysis.comm, analysis.definitions().ranks(), oneStrandEach, numbering, plans);
  chainAtomics(analysis, numbering, plans);
  Clocks clocks = computeClocks(analysis, numbering, oneStrandEach, plans);
  endByClocks(analysis, timelines, clocks, numbering, plans);
  endAtReleases(analysis, timelines, plans);
  findSyncCalls(analysis, plans);
  std::string unfollowed = unfollowedOrder(analysis.definitions());
  if (!unfollowed.empty())
    analysis.results.note("races between ranks are not reported: calls that may order them are not "
                          "followed (" +
                          unfollowed + ")");
  Scope scope = unfollowed.empty() ? Scope::AllRanks : Scope::WithinRank;
  for (const Memory &memory : collectMemories(analysis, timelines, plans, clocks))
    for (const Race &race : sweep(memory, analysis.definitions(), scope))
      analysis.results.add(tell(analysis, memory, race));
}

} // namespace fencepost::analyzer
