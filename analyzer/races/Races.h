//===- Races.h - remote and local races by happens-before -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_RACES_H
#define FENCEPOST_ANALYZER_RACES_RACES_H

#include "analyzer/Analysis.h"

namespace fencepost::analyzer {

/// Adds rma-remote-race, rma-local-race and rma-mixed-accumulate to the results (RMA-RULES).
/// Archives without ranges have none. Collective over the analysis processes.
void findRaces(Analysis &analysis);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RACES_RACES_H
