//===- Metric.h - the metrics -----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_METRIC_H
#define FENCEPOST_ANALYZER_RESULTS_METRIC_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fencepost::analyzer {

/// Metrics of docs/results-schema.md.
enum class Metric : uint32_t {
#define METRIC(enumerator, id, parent, unit, title) enumerator,
#include "analyzer/results/metrics.def"
  Count
};

constexpr std::string_view metricId(Metric metric) {
  constexpr std::string_view ids[] = {
#define METRIC(enumerator, id, parent, unit, title) id,
#include "analyzer/results/metrics.def"
  };
  return ids[static_cast<std::size_t>(metric)];
}

constexpr bool inSeconds(Metric metric) {
  constexpr std::string_view units[] = {
#define METRIC(enumerator, id, parent, unit, title) unit,
#include "analyzer/results/metrics.def"
  };
  return units[static_cast<std::size_t>(metric)] == "s";
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_METRIC_H
