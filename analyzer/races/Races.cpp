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
#include "analyzer/races/SharedObjects.h"
#include "analyzer/races/Sweep.h"
#include "analyzer/races/SyncCalls.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fencepost::analyzer {

namespace {

using namespace races;

/// `access=off` and other tools' archives have none.
bool mayHaveRanges(const Definitions &definitions) {
  return definitions.ours() && definitions.property("FENCEPOST::ACCESS") != "off";
}

/// Whether there is anything to compare.
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

class RaceSearch : public Detector {
public:
  void look(const Analysis &phase) override {
    if (!mayHaveRanges(phase.definitions()))
      return;
    bool followed = phase.definitions().property("FENCEPOST::THREADS_NOT_FOLLOWED").empty();
    std::vector<Timeline> timelines = makeTimelines(phase.trace.locations, !followed, phase.comm);
    Numbering numbering;
    CarriedByRank next = carried_;
    std::vector<RankPlan> plans = walkRanks(phase, timelines, carried_, numbering, next);
    if (anyRanges(phase)) {
      any_ = true;
      search(phase, timelines, numbering, plans, next);
    } else {
      endAtReleases(phase, timelines, plans, next);
    }
    carried_ = std::move(next);
  }

  void report(Analysis &analysis) override {
    std::string unfollowed = unfollowedOrder(analysis.definitions());
    if (any_ && !unfollowed.empty())
      analysis.results.note("races between ranks are not reported: calls that may order them are "
                            "not followed (" +
                            unfollowed + ")");
    for (auto &[key, findings] : found_)
      for (FoundInstance &found : findings)
        analysis.results.add(std::move(found));
    found_.clear();
  }

private:
  /// Pairs of one memory with the same sites and kinds of access are told by the first.
  using Pair = std::tuple<uint32_t, FindingId, uint32_t, AccessKind, Side, uint32_t, AccessKind, Side>;

  void search(const Analysis &phase, const std::vector<Timeline> &timelines, Numbering &numbering,
              std::vector<RankPlan> &plans, CarriedByRank &next) {
    bool oneStrandEach = hasOneStrandEach(phase.comm, timelines);
    settleGlobals(phase.comm, phase.definitions().ranks(), oneStrandEach, numbering, plans);
    chainAtomics(phase, numbering, plans);
    chainSharedObjects(phase, numbering, plans);
    Clocks clocks = computeClocks(phase, numbering, oneStrandEach, plans);
    endByClocks(phase, timelines, carried_, clocks, numbering, plans);
    endAtReleases(phase, timelines, plans, next);
    findSyncCalls(phase, plans);
    Scope scope =
        unfollowedOrder(phase.definitions()).empty() ? Scope::AllRanks : Scope::WithinRank;
    for (const Memory &memory : collectMemories(phase, timelines, plans, clocks))
      for (const Race &race : sweep(memory, phase.definitions(), scope))
        add(phase, memory, race);
  }

  void add(const Analysis &phase, const Memory &memory, const Race &race) {
    const Accessor &earlier = memory.accessors[race.earlier.accessor];
    const Accessor &later = memory.accessors[race.later.accessor];
    Pair pair{memory.rank,  race.id,       earlier.context, earlier.kind,
              earlier.side, later.context, later.kind,      later.side};
    auto known = found_.find(pair);
    if (known == found_.end()) {
      found_.emplace(pair, tell(phase, memory, race));
      return;
    }
    for (FoundInstance &found : known->second) {
      found.instances += race.instances;
      found.ranks.insert(race.ranks.begin(), race.ranks.end());
    }
  }

  bool any_ = false; // ranges
  CarriedByRank carried_;
  std::map<Pair, std::vector<FoundInstance>> found_;
};

} // namespace

std::unique_ptr<Detector> makeRaceSearch() { return std::make_unique<RaceSearch>(); }

void findRaces(Analysis &analysis) {
  RaceSearch search;
  search.look(analysis);
  search.report(analysis);
}

} // namespace fencepost::analyzer
