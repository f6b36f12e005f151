//===- WriteOverTime.cpp - the tables of the iterations -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/WriteOverTime.h"

#include "analyzer/iterations/Schema.h"
#include "analyzer/results/Paths.h"

namespace fencepost::analyzer {

namespace {

void writeLoop(Database &database, const OverTime &overTime, const Definitions &definitions) {
  const Loop &loop = overTime.loop();
  uint32_t mark = *loop.contexts.begin();
  const Region &region = definitions.region(mark);
  Site site = definitions.site(mark);
  if (!region.mpi) {
    site.file = region.file;
    site.line = region.line;
  }
  std::string path;
  for (const std::string &frame : framesOf(definitions, mark))
    path += (path.empty() ? "" : " > ") + frame;
  double share = loop.ofRun ? double(loop.covered) / double(loop.ofRun) : 0.0;
  Insert insert(database, "loop", 12);
  insert({overTime.wanted(), Value::textOrNull(site.file), Value::numberOrNull(site.line),
          Value::textOrNull(site.function), Value::textOrNull(site.call), path,
          uint64_t(loop.contexts.size()), loop.iterations(), share, overTime.clusters().alike(),
          overTime.heat().rows(), overTime.heat().columns()});
}

/// A value of a metric, in seconds where it is a time.
double inUnit(const Definitions &definitions, Metric metric, double value) {
  return inSeconds(metric) ? value * definitions.seconds(1) : value;
}

void writeRows(Database &database, OverTime &overTime, uint64_t begin,
               const Definitions &definitions) {
  Insert iteration(database, "iteration", 4), values(database, "iteration_metric", 7);
  overTime.forEach(
      [&](uint64_t index, const IterationRow &row, const std::vector<MetricRow> &metrics) {
        iteration({index, definitions.seconds(row.begin - std::min(begin, row.begin)),
                   definitions.seconds(row.length),
                   uint64_t(overTime.clusters().numberOf(row.cluster))});
        for (const MetricRow &of : metrics) {
          double unit = inUnit(definitions, of.metric, 1);
          values({index, metricId(of.metric), double(of.least) * unit,
                  of.median * unit, double(of.most) * unit, double(of.total) * unit, of.rank});
        }
      });
}

void writeClusters(Database &database, const Clusters &clusters, const Definitions &definitions) {
  Insert cluster(database, "iteration_cluster", 3), severity(database, "iteration_severity", 4);
  uint64_t number = 0;
  for (const Clusters::Cluster &of : clusters.clusters()) {
    cluster({number, of.iterations, of.first});
    for (std::size_t i = 0; i < of.sums.size(); ++i) {
      auto metric = static_cast<Metric>(i % kMetrics);
      if (of.sums[i])
        severity({number, metricId(metric), uint64_t(i / kMetrics),
                  inUnit(definitions, metric, double(of.sums[i]) / double(of.iterations))});
    }
    ++number;
  }
}

void writeHeat(Database &database, const HeatMap &heat, const Definitions &definitions) {
  Insert field(database, "iteration_heat", 4);
  for (std::size_t i = 0; i < kMetrics; ++i) {
    auto metric = static_cast<Metric>(i);
    for (uint64_t row = 0; row < heat.rows(); ++row)
      for (uint64_t column = 0; column < heat.columns(); ++column)
        if (double mean = heat.mean(metric, row, column))
          field({metricId(metric), row, column, inUnit(definitions, metric, mean)});
  }
}

} // namespace

void writeOverTime(Database &database, OverTime &overTime, uint64_t begin,
                   const Definitions &definitions) {
  database.execute(kIterationsSchema);
  writeLoop(database, overTime, definitions);
  writeRows(database, overTime, begin, definitions);
  writeClusters(database, overTime.clusters(), definitions);
  writeHeat(database, overTime.heat(), definitions);
}

} // namespace fencepost::analyzer
