//===- AtomicChains.h - atomic operations that synchronize ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 3, atomics used as synchronization. A write gives where it is called:
// what its process had completed by then is over. An operation that saw it
// (AtomicOrder.h) takes that where it is complete. A location is bytes of a rank's
// memory, whichever windows and displacements they are reached by. A rank's own loads
// and stores count inside its own lock epoch on itself. So do the atomic loads and
// stores of C and C++ in a shared window, all its bytes as one location.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_ATOMIC_CHAINS_H
#define FENCEPOST_ANALYZER_RACES_ATOMIC_CHAINS_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Plan.h"

namespace fencepost::analyzer::races {

/// Adds the gives and takes of the atomics on each location to the plans. Collective.
void chainAtomics(const Analysis &analysis, Numbering &numbering, std::vector<RankPlan> &plans);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_ATOMIC_CHAINS_H
