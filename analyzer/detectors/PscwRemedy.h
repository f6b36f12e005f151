//===- PscwRemedy.h - post/start/complete/wait instead of fences ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All fences of a window are replaced together. A fence that begins epochs with
// operations becomes post and start, one that ends such epochs complete and
// wait, one that does both becomes both. The groups hold all partners that the
// run showed, so that a rank that has nothing to say to a partner in one epoch
// still meets it there. A post comes before a start and both come at the same
// place on all ranks, hence nobody waits in a circle.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_PSCWREMEDY_H
#define FENCEPOST_ANALYZER_DETECTORS_PSCWREMEDY_H

#include "analyzer/detectors/Barriers.h"
#include "analyzer/detectors/FenceLines.h"
#include "analyzer/detectors/WindowUse.h"

namespace fencepost::analyzer {

struct PscwRemedy {
  std::string code;      // C, a line each; "" where there is none
  std::string without;   // why there is none
  bool isSketch = false; // it stands for lines that are not known
  std::string partners;  // "the targets of each rank are (rank + 1) % size ..."; "" where not known
  double sameShare = 1;  // of the epochs with operations that had the most frequent pairs
};

/// By the line of each fence that ended an epoch with operations.
std::map<Site, PscwRemedy> pscwRemedies(const Definitions &definitions,
                                        const FenceLines::Lines &lines, const WindowUse::Run &use,
                                        const std::vector<BarrierNote> &barriers);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_PSCWREMEDY_H
