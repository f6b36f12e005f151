//===- RankWalk.h - one walk over a rank's events -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_RANK_WALK_H
#define FENCEPOST_ANALYZER_RACES_RANK_WALK_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Plan.h"
#include "analyzer/races/Timeline.h"

namespace fencepost::analyzer::races {

/// Plans of the ranks of this process, in the order of their timelines.
std::vector<RankPlan> walkRanks(const Analysis &analysis, const std::vector<Timeline> &timelines,
                                Numbering &numbering);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_RANK_WALK_H
