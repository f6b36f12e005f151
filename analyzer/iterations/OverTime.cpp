//===- OverTime.cpp - what is known of the iterations -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/OverTime.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

double medianOf(std::vector<uint64_t> &values) {
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2)
    return double(*middle);
  return (double(*std::max_element(values.begin(), middle)) + double(*middle)) / 2;
}

IterationRow rowOf(std::span<const Cell> ranks) {
  IterationRow row{.begin = UINT64_MAX, .length = 0};
  for (const Cell &cell : ranks) {
    row.begin = std::min(row.begin, cell.begin);
    row.length = std::max(row.length, cell.end - cell.begin);
  }
  return row;
}

} // namespace

std::vector<MetricRow> metricRows(std::span<const Cell> ranks) {
  std::vector<MetricRow> rows;
  std::vector<uint64_t> values(ranks.size());
  for (std::size_t metric = 0; metric < kMetrics; ++metric) {
    MetricRow row{static_cast<Metric>(metric), 0, UINT64_MAX, 0, 0, 0};
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      uint64_t value = values[rank] = ranks[rank].values[metric];
      if (value > row.most)
        row.rank = static_cast<uint32_t>(rank);
      row.least = std::min(row.least, value);
      row.most = std::max(row.most, value);
      row.total += value;
    }
    if (!row.most)
      continue;
    row.median = medianOf(values);
    rows.push_back(row);
  }
  return rows;
}

void OverTime::add(std::span<const Cell> ranks) {
  std::vector<MetricRow> rows = metricRows(ranks);
  IterationRow row = rowOf(ranks);
  row.cluster = clusters_.add(ranks);
  heat_.add(count_, ranks);
  spool_.put(row);
  spool_.put(rows.size());
  spool_.put(std::span(rows));
  ++count_;
}

void OverTime::forEach(const std::function<void(uint64_t, const IterationRow &,
                                                const std::vector<MetricRow> &)> &visit) {
  spool_.rewind();
  std::vector<MetricRow> rows;
  for (uint64_t iteration = 0; iteration < count_; ++iteration) {
    auto row = spool_.get<IterationRow>();
    rows.resize(spool_.get<std::size_t>());
    for (MetricRow &metric : rows)
      metric = spool_.get<MetricRow>();
    visit(iteration, row, rows);
  }
}

} // namespace fencepost::analyzer
