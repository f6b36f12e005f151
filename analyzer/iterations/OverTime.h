//===- OverTime.h - what is known of the iterations ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_OVERTIME_H
#define FENCEPOST_ANALYZER_ITERATIONS_OVERTIME_H

#include "analyzer/iterations/Cell.h"
#include "analyzer/iterations/Clusters.h"
#include "analyzer/iterations/FindLoop.h"
#include "analyzer/iterations/HeatMap.h"
#include "analyzer/iterations/Spool.h"

#include <functional>
#include <span>

namespace fencepost::analyzer {

/// A metric in one iteration, over the ranks.
struct MetricRow {
  Metric metric;
  uint32_t rank; // of the largest value, the first of several
  uint64_t least, most, total;
  double median;
};

struct IterationRow {
  uint64_t begin;       // tick, of the first rank that begins it
  uint64_t length;      // ticks, of the rank that takes longest
  uint32_t cluster = 0; // as Clusters::add gave it
};

/// Of all metrics that are not 0 in it.
std::vector<MetricRow> metricRows(std::span<const Cell> ranks);

/// Takes one iteration after the other and keeps of them what the results tell; on process 0.
class OverTime {
public:
  /// `wanted`: as the user named the loop; `output`: of the results, beside which there is room.
  OverTime(Loop loop, uint32_t ranks, std::string wanted, const std::string &output)
      : loop_(std::move(loop)), wanted_(std::move(wanted)), spool_(output), clusters_(ranks),
        heat_(ranks, loop_.iterations()) {}

  /// The next iteration, by rank.
  void add(std::span<const Cell> ranks);

  const Loop &loop() const { return loop_; }
  const std::string &wanted() const { return wanted_; }
  const Clusters &clusters() const { return clusters_; }
  const HeatMap &heat() const { return heat_; }
  /// Calls visit(iteration, row, metrics) for all in order; once. Throws TraceError.
  void forEach(const std::function<void(uint64_t, const IterationRow &,
                                        const std::vector<MetricRow> &)> &visit);

private:
  Loop loop_;
  std::string wanted_;
  Spool spool_;
  Clusters clusters_;
  HeatMap heat_;
  uint64_t count_ = 0;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_OVERTIME_H
