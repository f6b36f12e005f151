//===- RankWalk.cpp - one walk over a rank's events ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/RankWalk.h"

#include "analyzer/races/RankWalker.h"

#include <algorithm>

namespace fencepost::analyzer::races {

namespace {

bool hasSynchronousSends(const Definitions &definitions) {
  for (uint32_t id = 0; id < definitions.regions.end(); ++id)
    if (EventKind kind = definitions.regions[id].kind();
        kind == EventKind::SynchronousSend || kind == EventKind::SynchronousInit)
      return true;
  return false;
}

Participations byEvent(const Analysis &analysis) {
  Participations participations;
  for (const Participation &participation : analysis.participations)
    participations[{participation.location, participation.event}].push_back(&participation);
  return participations;
}

} // namespace

std::vector<RankPlan> walkRanks(const Analysis &analysis, const std::vector<Timeline> &timelines,
                                const CarriedByRank &carried, Numbering &numbering,
                                CarriedByRank &next) {
  Participations participations = byEvent(analysis);
  WalkOf of{analysis, participations, numbering, carried,
            hasSynchronousSends(analysis.definitions())};
  std::vector<RankPlan> plans;
  for (const Timeline &timeline : timelines)
    plans.push_back(RankWalker(of, timeline, nullptr).run(&next[timeline.rank]));
  return plans;
}

void endByClocks(const Analysis &analysis, const std::vector<Timeline> &timelines,
                 const CarriedByRank &carried, const Clocks &clocks, Numbering &numbering,
                 std::vector<RankPlan> &plans) {
  auto several = [](const Timeline &timeline) { return timeline.strands.size() > 1; };
  if (std::none_of(timelines.begin(), timelines.end(), several))
    return;
  Participations participations = byEvent(analysis);
  WalkOf of{analysis, participations, numbering, carried,
            hasSynchronousSends(analysis.definitions())};
  uint32_t probes = numbering.probes;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (!several(timelines[i]))
      continue;
    // The same walk gives the same numbers.
    numbering.probes = plans[i].firstProbe;
    KnownOrder known{plans[i], clocks};
    RankPlan exact = RankWalker(of, timelines[i], &known).run();
    exact.programs = std::move(plans[i].programs);
    for (std::size_t k = 0; k < exact.operations.size(); ++k)
      exact.operations[k].seen = plans[i].operations[k].seen;
    plans[i] = std::move(exact);
  }
  numbering.probes = probes;
}

} // namespace fencepost::analyzer::races
