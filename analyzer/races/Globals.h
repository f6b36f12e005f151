//===- Globals.h - synchronizations of all ranks --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective in which every rank took part starts a new era for all clocks
// (Clock.h). Ranks number their candidates in the order they enter them; where
// all agree on the number, it is one. With several threads in collectives at
// once they may not: those are synchronizations like any other. So is one that a
// thread enters without knowing of the one before it.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_GLOBALS_H
#define FENCEPOST_ANALYZER_RACES_GLOBALS_H

#include "analyzer/races/Plan.h"

#include <mpi.h>

namespace fencepost::analyzer::races {

/// Turns the plans' candidates into actions. `ranks`: of the world; `oneStrandEach`: whether those
/// who enter a global synchronization know of no strand more than its rank does. Collective.
void settleGlobals(MPI_Comm comm, uint32_t ranks, bool oneStrandEach, Numbering &numbering,
                   std::vector<RankPlan> &plans);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_GLOBALS_H
