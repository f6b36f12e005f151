//===- HeatMap.h - metrics by rank and iteration ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_HEATMAP_H
#define FENCEPOST_ANALYZER_ITERATIONS_HEATMAP_H

#include "analyzer/iterations/Cell.h"

#include <algorithm>
#include <span>
#include <vector>

namespace fencepost::analyzer {

/// The mean of each metric over the ranks and iterations of a field; there are at most kMostRows
/// times kMostColumns of them, however many ranks and iterations.
class HeatMap {
public:
  static constexpr uint64_t kMostRows = 16, kMostColumns = 64;

  HeatMap(uint64_t ranks, uint64_t iterations)
      : ranks_(ranks), iterations_(iterations), fields_(rows() * columns()) {}

  uint64_t rows() const { return std::min(ranks_, kMostRows); }
  uint64_t columns() const { return std::min(iterations_, kMostColumns); }

  /// `ranks`: what all of them did in the iteration.
  void add(uint64_t iteration, std::span<const Cell> ranks) {
    uint64_t column = iteration * columns() / iterations_;
    for (uint64_t rank = 0; rank < ranks.size(); ++rank) {
      Field &field = fields_[rank * rows() / ranks_ * columns() + column];
      ++field.count;
      for (std::size_t metric = 0; metric < kMetrics; ++metric)
        field.sums[metric] += ranks[rank].values[metric];
    }
  }

  double mean(Metric metric, uint64_t row, uint64_t column) const {
    const Field &field = fields_[row * columns() + column];
    uint64_t sum = field.sums[static_cast<std::size_t>(metric)];
    return field.count ? double(sum) / double(field.count) : 0;
  }

private:
  struct Field {
    uint64_t count = 0;
    MetricValues sums{};
  };
  uint64_t ranks_, iterations_;
  std::vector<Field> fields_; // by row, column
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_HEATMAP_H
