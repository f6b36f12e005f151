//===- Cost.h - what the calls of a source line took --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Advice that saves nothing is not worth a note: it must concern calls that
// come again and again and take their share of the run.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_COST_H
#define FENCEPOST_ANALYZER_DETECTORS_COST_H

#include "analyzer/Analysis.h"
#include "analyzer/match/Exchange.h"

#include <map>

namespace fencepost::analyzer {

/// Instances of a line below which nothing is said of it.
inline constexpr uint64_t kLeastInstances = 10;

/// Seconds between two calls of a rank in which it does nothing: with what blocked before, the
/// caches are cold. One time of so many a rank may have been interrupted there.
inline constexpr double kNoTime = 50e-6;
inline constexpr uint64_t kMostInterrupted = 5;

class Cost {
public:
  /// Collective. The sums are on process 0.
  Cost(const Analysis &analysis, Metric metric) {
    const Definitions &definitions = analysis.definitions();
    leastTicks =
        std::max(double(analysis.runTicks) / 100, double(definitions.ticksPerSecond) / 1000);
    runTicks = analysis.runTicks;
    std::vector<Row> mine;
    for (const Severity &of : analysis.results.severities.of(metric))
      if (of.context != kNone)
        mine.push_back({of.context, of.value});
    for (const auto &from : gather(analysis.comm, mine))
      for (const Row &row : from)
        sums[definitions.site(row.context)] += row.ticks;
  }

  uint64_t ticks(const Site &site) const {
    auto found = sums.find(site);
    return found == sums.end() ? 0 : found->second;
  }
  /// Whether it is 1 % of the run time of all ranks and 1 ms.
  bool matters(uint64_t ticks) const { return double(ticks) >= leastTicks; }
  double share(uint64_t ticks) const {
    return double(ticks) / double(std::max(runTicks, uint64_t(1)));
  }

private:
  struct Row {
    uint32_t context;
    uint64_t ticks;
  };
  double leastTicks;
  uint64_t runTicks;
  std::map<Site, uint64_t> sums;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_COST_H
