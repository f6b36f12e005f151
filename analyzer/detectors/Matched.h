//===- Matched.h - what several detectors look at ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Epochs whose participants were brought together once for each phase, before
// the detectors look at it; and what adds up over the phases.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_MATCHED_H
#define FENCEPOST_ANALYZER_DETECTORS_MATCHED_H

#include "analyzer/detectors/Barriers.h"
#include "analyzer/detectors/FenceLines.h"
#include "analyzer/detectors/Fences.h"
#include "analyzer/detectors/LockUse.h"
#include "analyzer/detectors/LockWaits.h"
#include "analyzer/detectors/Pairs.h"
#include "analyzer/detectors/WindowUse.h"

namespace fencepost::analyzer {

struct Matched {
  LockWaits locks;
  Pairs pairs;
  Fences fences;
  FenceLines fenceLines;
  WindowUse windowUse;
  LockUse lockUse;
  Barriers barriers;

  /// Collective.
  void look(const Analysis &phase) {
    locks.look(phase);
    pairs.look(phase);
    fences.look(phase);
    fenceLines.look(phase, fences);
    windowUse.look(phase);
    lockUse.look(phase);
    barriers.look(phase);
  }
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_MATCHED_H
