//===- TextParts.h - the parts of the text report -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_REPORT_TEXTPARTS_H
#define FENCEPOST_DRIVER_REPORT_TEXTPARTS_H

#include "report/Reporter.h"

namespace fencepost::driver {

/// Every finding that is shown, errors first, each with its places, why and advice.
std::string textFindings(const Results &results, const ReportOptions &options);

/// The tree of metrics: totals, shares of time, distribution over the ranks, the lines that
/// contribute most.
std::string textMetrics(const Results &results, const TextStyle &style);

/// Where processes synchronized without need.
std::string textUnneeded(const Results &results, const TextStyle &style);

/// The iterations of a loop, where they were asked for.
std::string textOverTime(const Results &results, const TextStyle &style);

/// What the run would take with the changes asked for; "" without one.
std::string textPredictions(const Results &results, const TextStyle &style);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_REPORT_TEXTPARTS_H
