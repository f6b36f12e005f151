//===- Severities.h - the values of metrics ---------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are as many as metrics, contexts and ranks multiply to: millions in a
// run of 32,768 ranks, where nodes of a tree would be slow and large.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_SEVERITIES_H
#define FENCEPOST_ANALYZER_RESULTS_SEVERITIES_H

#include "analyzer/results/Metric.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fencepost::analyzer {

struct Severity {
  Metric metric;
  uint32_t context; // kNone: of none
  uint32_t rank;
  uint64_t value; // ticks, bytes or a count
};

class Severities {
public:
  void add(Metric metric, uint32_t context, uint32_t rank, uint64_t value);
  /// Sums, by metric, context and rank.
  std::vector<Severity> rows() const;
  /// Those of one metric, by context and rank.
  std::vector<Severity> of(Metric metric) const;

private:
  struct OfRank {
    uint32_t rank;
    uint64_t value;
  };
  /// Of one metric and context. The first `sorted` are ascending and different ranks; others may
  /// come again.
  struct Ranks {
    void add(uint32_t rank, uint64_t value);
    void sort();
    std::vector<OfRank> values;
    std::size_t sorted = 0;
  };
  using Key = uint64_t; // metric, context
  std::vector<Severity> rowsOf(std::vector<Key> keys) const;

  std::unordered_map<Key, Ranks> ranks_;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_SEVERITIES_H
