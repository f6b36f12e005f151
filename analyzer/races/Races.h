//===- Races.h - remote and local races by happens-before -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_RACES_H
#define FENCEPOST_ANALYZER_RACES_RACES_H

#include "analyzer/detectors/Detector.h"

#include <memory>

namespace fencepost::analyzer {

/// Finds rma-remote-race, rma-local-race, rma-mixed-accumulate and rma-buffer-lifetime (RMA-RULES).
/// Archives without ranges have none.
std::unique_ptr<Detector> makeRaceSearch();

/// All of it, of a run that is one phase. Collective over the analysis processes.
void findRaces(Analysis &analysis);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RACES_RACES_H
