//===- OverTime.cpp - the iterations of a results database --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "results/OverTime.h"

#include "results/Database.h"

namespace fencepost::driver {
namespace {

bool hasTable(const Database &database, const std::string &name) {
  Query query(database, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1");
  query.bind(1, name);
  return query.next();
}

void loadLoop(const Database &database, OverTime &over) {
  Query row(database, "SELECT wanted, COALESCE(file, ''), COALESCE(line, 0), "
                      "COALESCE(function, ''), COALESCE(call, ''), path, paths, iterations, share, "
                      "alike, rows, columns "
                      "FROM loop");
  if (!row.next())
    return;
  over.wanted = row.text(0);
  over.site.file = row.text(1);
  over.site.line = row.integer(2);
  over.site.function = row.text(3);
  over.site.call = row.text(4);
  over.path = row.text(5);
  over.paths = row.integer(6);
  over.iterations = row.integer(7);
  over.share = row.real(8);
  over.alike = row.real(9);
  over.heat.rows = row.integer(10);
  over.heat.columns = row.integer(11);
}

/// The value in the middle of those that a query gives, in order; `count` of them.
double middle(Query &sorted, int64_t count) {
  double lower = 0;
  for (int64_t i = 0; i <= count / 2 && sorted.next(); ++i) {
    if (i == count / 2)
      return count % 2 ? sorted.real(0) : (lower + sorted.real(0)) / 2;
    lower = sorted.real(0);
  }
  return lower;
}

void loadMetrics(const Database &database, OverTime &over) {
  for (OverTime::Metric &metric : over.metrics) {
    Query extremes(database, "SELECT COUNT(*), COALESCE(MIN(total), 0), COALESCE(MAX(total), 0) "
                             "FROM iteration_metric WHERE metric = ?1");
    extremes.bind(1, metric.id);
    extremes.next();
    // Where it is 0 an iteration has no row.
    int64_t zeros = over.iterations - extremes.integer(0);
    metric.least = zeros > 0 ? 0 : extremes.real(1);
    metric.most = extremes.real(2);
    Query sorted(database,
                 "SELECT total FROM (SELECT total FROM iteration_metric WHERE metric = ?1 "
                 "UNION ALL SELECT 0 FROM iteration WHERE iteration NOT IN (SELECT "
                 "iteration FROM iteration_metric WHERE metric = ?1)) ORDER BY total");
    sorted.bind(1, metric.id);
    metric.median = middle(sorted, over.iterations);
    Query worst(database, "SELECT iteration FROM iteration_metric WHERE metric = ?1 "
                          "ORDER BY total DESC, iteration LIMIT 1");
    worst.bind(1, metric.id);
    if (worst.next())
      metric.worst = worst.integer(0);
  }
}

void loadLongest(const Database &database, OverTime &over) {
  constexpr const char *kValues =
      "SELECT metric, min, median, max, total, rank FROM iteration_metric WHERE iteration = ?1";
  for (Query row(database, "SELECT iteration, begin, seconds FROM iteration "
                           "ORDER BY seconds DESC, iteration LIMIT 5");
       row.next();) {
    OverTime::Iteration longest{row.integer(0), row.real(1), row.real(2), {}};
    Query values(database, kValues);
    for (values.bind(1, row.text(0)); values.next();)
      longest.values[values.text(0)] = {values.real(1), values.real(2), values.real(3),
                                        values.real(4), values.integer(5)};
    over.longest.push_back(std::move(longest));
  }
  Query sorted(database, "SELECT seconds FROM iteration ORDER BY seconds");
  over.medianSeconds = middle(sorted, over.iterations);
  Query shortest(database, "SELECT MIN(seconds) FROM iteration");
  if (shortest.next())
    over.leastSeconds = shortest.real(0);
}

/// Adds an iteration to the runs of its cluster, in order.
void addToRuns(OverTime::Cluster &cluster, int64_t iteration, bool goesOn) {
  constexpr std::size_t kMostRuns = 100;
  if (!goesOn && cluster.runs.size() == kMostRuns)
    ++cluster.moreRuns;
  else if (!goesOn)
    cluster.runs.emplace_back(iteration, iteration);
  else if (cluster.moreRuns == 0)
    cluster.runs.back().second = iteration;
}

void loadClusters(const Database &database, int64_t ranks, OverTime &over) {
  for (Query row(database, "SELECT iterations FROM iteration_cluster ORDER BY cluster");
       row.next();)
    over.clusters.emplace_back().iterations = row.integer(0);
  auto count = static_cast<int64_t>(over.clusters.size());
  int64_t before = -1;
  for (Query row(database, "SELECT iteration, cluster, seconds FROM iteration ORDER BY iteration");
       row.next();) {
    int64_t number = row.integer(1);
    if (number < 0 || number >= count)
      continue;
    OverTime::Cluster &cluster = over.clusters[static_cast<std::size_t>(number)];
    addToRuns(cluster, row.integer(0), number == before);
    cluster.seconds += row.real(2) / static_cast<double>(cluster.iterations);
    before = number;
  }
  for (Query row(database, "SELECT cluster, metric, rank, value FROM iteration_severity");
       row.next();) {
    int64_t number = row.integer(0), rank = row.integer(2);
    if (number < 0 || number >= count || rank < 0 || rank >= ranks)
      continue;
    auto &values = over.clusters[static_cast<std::size_t>(number)].byRank[row.text(1)];
    values.resize(static_cast<std::size_t>(ranks));
    values[static_cast<std::size_t>(rank)] = row.real(3);
  }
}

void loadHeat(const Database &database, OverTime::Heat &heat) {
  constexpr int64_t kMost = 1 << 16;
  if (heat.rows < 1 || heat.columns < 1 || heat.rows > kMost || heat.columns > kMost / heat.rows)
    heat.rows = heat.columns = 0;
  for (Query row(database, "SELECT metric, row, column, value FROM iteration_heat"); row.next();) {
    int64_t at = row.integer(1), column = row.integer(2);
    if (at < 0 || at >= heat.rows || column < 0 || column >= heat.columns)
      continue;
    std::vector<double> &values = heat.values[row.text(0)];
    values.resize(static_cast<std::size_t>(heat.rows * heat.columns));
    values[static_cast<std::size_t>(at * heat.columns + column)] = row.real(3);
  }
}

} // namespace

std::optional<OverTime> loadOverTime(const Database &database, const Results &results) {
  if (!hasTable(database, "loop"))
    return std::nullopt;
  OverTime over;
  loadLoop(database, over);
  if (over.iterations < 1)
    return std::nullopt;
  for (const Metric &metric : results.metrics)
    over.metrics.push_back({metric.id, metric.unit});
  loadMetrics(database, over);
  std::erase_if(over.metrics, [](const OverTime::Metric &metric) { return metric.most == 0; });
  loadLongest(database, over);
  if (over.longest.empty())
    return std::nullopt;
  loadClusters(database, results.ranks, over);
  loadHeat(database, over.heat);
  return over;
}

} // namespace fencepost::driver
