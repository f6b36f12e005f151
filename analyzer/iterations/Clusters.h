//===- Clusters.h - iterations that are alike ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Leader clustering, as iterations come: one joins the cluster whose mean is nearest, if
// that is near enough, else it begins a new one. Where there are too many, what may
// differ is taken half again as large and clusters that are alike then become one.
// (After Szebenyi, Wolf, Wylie: Space-Efficient Time-Series Call-Path Profiling.)
//
// What is compared is how the ranks spend their time: each metric below `time` without
// those below it, so that all of them together are the time. The distance of two
// iterations is the part of it that does not coincide: the differences' sum by the
// values' sum.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_CLUSTERS_H
#define FENCEPOST_ANALYZER_ITERATIONS_CLUSTERS_H

#include "analyzer/iterations/Cell.h"

#include <span>
#include <vector>

namespace fencepost::analyzer {

/// Iterations that are alike, as many as there are, in kMost sums.
class Clusters {
public:
  static constexpr std::size_t kMost = 32;
  /// Two iterations are alike when they spend less than this part of their time differently.
  static constexpr double kAlike = 0.1;

  explicit Clusters(uint32_t ranks);

  struct Cluster {
    uint64_t first = 0; // iteration
    uint64_t iterations = 0;
    std::vector<uint64_t> sums;  // of each metric and rank: rank * kMetrics + metric
    std::vector<uint64_t> parts; // what is compared, rank by rank
  };

  /// Takes the next iteration, by rank, and gives the number by which `numberOf` knows it.
  uint32_t add(std::span<const Cell> ranks);

  /// By their first iterations.
  const std::vector<Cluster> &clusters() const { return clusters_; }
  /// Of all that were taken: index of the cluster that such an iteration is in by now.
  std::size_t numberOf(uint32_t added) const;
  /// What iterations of one cluster may differ by: more than kAlike where they were too many.
  double alike() const { return alike_; }

private:
  double distance(const std::vector<uint64_t> &a, uint64_t countOfA, const std::vector<uint64_t> &b,
                  uint64_t countOfB) const;
  uint32_t begin(std::span<const Cell> ranks);
  void put(std::span<const Cell> ranks, Cluster &cluster);
  void mergeAlike();

  uint32_t ranks_;
  uint64_t count_ = 0;
  double alike_ = kAlike;
  std::vector<Cluster> clusters_;
  std::vector<uint32_t> names_;    // of the clusters
  std::vector<uint32_t> mergedTo_; // by name: another name, or itself
  std::vector<uint64_t> own_;      // parts of the iteration that is looked at
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_CLUSTERS_H
