//===- AtomicChains.h - atomic operations that may synchronize ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 3, atomics used as synchronization. Which atomic's value a get-like
// atomic returned is not in the trace, so what is certain is taken the other way
// round: it cannot have seen one that began after it was complete. Any that began
// before, it may have seen, and what came before that one is then ordered. A race
// that only such an unused possibility orders is not reported; a correct lock,
// counter or flag made of atomics is never accused.
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
