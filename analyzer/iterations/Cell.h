//===- Cell.h - one iteration of one rank -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_CELL_H
#define FENCEPOST_ANALYZER_ITERATIONS_CELL_H

#include "analyzer/results/Metric.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fencepost::analyzer {

inline constexpr std::size_t kMetrics = static_cast<std::size_t>(Metric::Count);

/// A value of each metric: ticks, bytes or a count.
using MetricValues = std::array<uint64_t, kMetrics>;

/// Trivially copyable: travels between the processes.
struct Cell {
  uint64_t begin = 0, end = 0; // ticks
  MetricValues values{};
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_CELL_H
