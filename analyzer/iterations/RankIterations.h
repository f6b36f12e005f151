//===- RankIterations.h - the iterations of a rank that are not over ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_RANKITERATIONS_H
#define FENCEPOST_ANALYZER_ITERATIONS_RANKITERATIONS_H

#include "analyzer/iterations/Cell.h"
#include "analyzer/iterations/FindLoop.h"

#include <deque>

namespace fencepost::analyzer {

/// The iterations of a rank from the oldest one that is still to be told. Time, value and iteration
/// numbers are those of the run, iterations count from 0.
class RankIterations {
public:
  RankIterations(uint64_t iterations, std::vector<ThreadLife> lives)
      : iterations_(iterations), lives_(std::move(lives)) {}

  /// The mark was entered once more: an iteration ends and the next one begins.
  void enter(uint64_t begin) {
    begins_.push_back(begin);
    values_.emplace_back();
  }
  /// The values of the iteration of that time, to be added to; null before the loop and after it.
  MetricValues *at(uint64_t time);
  void add(uint64_t time, Metric metric, uint64_t value) {
    if (MetricValues *values = at(time))
      (*values)[static_cast<std::size_t>(metric)] += value;
  }
  /// Adds the ticks of [time, time + ticks) to the iterations that they lie in.
  void spread(uint64_t time, Metric metric, uint64_t ticks);

  /// How many iterations are over.
  uint64_t over() const {
    uint64_t entered = first_ + begins_.size();
    return entered ? entered - 1 : 0;
  }
  /// The oldest iteration, which is over, and its time; it is forgotten.
  Cell take();

private:
  bool isIn(std::size_t index, uint64_t time) const {
    return index < begins_.size() && begins_[index] <= time &&
           (index + 1 == begins_.size() || time < begins_[index + 1]);
  }

  uint64_t iterations_;
  std::vector<ThreadLife> lives_;
  uint64_t first_ = 0; // iteration of the first ones of the following
  std::deque<uint64_t> begins_;
  std::deque<MetricValues> values_;
  std::size_t latest_ = 0; // index of the one that was asked for
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_RANKITERATIONS_H
