//===- SharedObjects.h - POSIX objects that order processes ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutexes, semaphores, ... in the memory of a shared window. As between the threads
// of a process (ThreadOrder.h): an acquire comes after all releases of its object
// before it in time, the object being the bytes of its owner, wherever they are mapped.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_SHAREDOBJECTS_H
#define FENCEPOST_ANALYZER_RACES_SHAREDOBJECTS_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Plan.h"

namespace fencepost::analyzer::races {

/// Adds the gives and takes of the steps on each object to the plans. Collective.
void chainSharedObjects(const Analysis &analysis, Numbering &numbering,
                        std::vector<RankPlan> &plans);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_SHAREDOBJECTS_H
