//===- Memories.h - brings the accesses to one memory together ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_MEMORIES_H
#define FENCEPOST_ANALYZER_RACES_MEMORIES_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Access.h"
#include "analyzer/races/Plan.h"
#include "analyzer/races/Timeline.h"

#include <vector>

namespace fencepost::analyzer::races {

/// The memory of each rank of this process with all accesses to it that may race, from whichever
/// process they come. `clocks` grows by those of other processes; the memories refer to it.
/// Collective.
std::vector<Memory> collectMemories(const Analysis &analysis,
                                    const std::vector<Timeline> &timelines,
                                    const std::vector<RankPlan> &plans, Clocks &clocks);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_MEMORIES_H
