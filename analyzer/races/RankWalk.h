//===- RankWalk.h - one walk over a rank's events -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_RANK_WALK_H
#define FENCEPOST_ANALYZER_RACES_RANK_WALK_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Carried.h"
#include "analyzer/races/Plan.h"
#include "analyzer/races/Timeline.h"

namespace fencepost::analyzer::races {

/// Plans of the ranks of this process, in the order of their timelines. An operation ends at the
/// first call in time that may complete it. `carried`: from the phase before; `next`: to the one
/// after.
std::vector<RankPlan> walkRanks(const Analysis &analysis, const std::vector<Timeline> &timelines,
                                const CarriedByRank &carried, Numbering &numbering,
                                CarriedByRank &next);

/// Of ranks with several strands: lets operations end where happens-before says, which is known
/// now. `plans` and `numbering` are those that the clocks were computed for.
void endByClocks(const Analysis &analysis, const std::vector<Timeline> &timelines,
                 const CarriedByRank &carried, const Clocks &clocks, Numbering &numbering,
                 std::vector<RankPlan> &plans);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_RANK_WALK_H
