//===- Detectors.h - the detectors ---------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_DETECTORS_H
#define FENCEPOST_ANALYZER_DETECTORS_DETECTORS_H

#include "analyzer/Analysis.h"

namespace fencepost::analyzer {

#define DETECTOR(function, id) void function(Analysis &analysis);
#include "analyzer/detectors/detectors.def"

/// Times, operations and bytes. Local.
void countTimes(Analysis &analysis);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_DETECTORS_H
