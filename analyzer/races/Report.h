//===- Report.h - tells a race --------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 6: both accesses, the piece that is missing, and where it would go.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_REPORT_H
#define FENCEPOST_ANALYZER_RACES_REPORT_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Sweep.h"

namespace fencepost::analyzer::races {

/// The findings that a race is told by: itself first.
std::vector<FoundInstance> tell(const Analysis &analysis, const Memory &memory, const Race &race);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_REPORT_H
