//===- RankIterations.cpp - the iterations of a rank that are not over ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/RankIterations.h"

namespace fencepost::analyzer {

MetricValues *RankIterations::at(uint64_t time) {
  if (!isIn(latest_, time)) {
    auto after = std::upper_bound(begins_.begin(), begins_.end(), time);
    if (after == begins_.begin() && first_ == 0)
      return nullptr;
    // What is told late counts to the oldest one that is not yet told.
    latest_ = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - begins_.begin(), 1) - 1);
  }
  return latest_ < values_.size() && first_ + latest_ < iterations_ ? &values_[latest_] : nullptr;
}

void RankIterations::spread(uint64_t time, Metric metric, uint64_t ticks) {
  uint64_t end = time + ticks;
  auto next = std::upper_bound(begins_.begin(), begins_.end(), time);
  while (time < end) {
    uint64_t until = next == begins_.end() ? end : std::min(end, *next);
    add(time, metric, until - time);
    time = until;
    if (next != begins_.end())
      ++next;
  }
}

Cell RankIterations::take() {
  Cell cell{begins_[0], begins_[1], values_[0]};
  uint64_t &time = cell.values[static_cast<std::size_t>(Metric::Time)];
  for (const ThreadLife &life : lives_) {
    uint64_t begin = std::max(cell.begin, life.begin), end = std::min(cell.end, life.end);
    time += end - std::min(begin, end);
  }
  begins_.pop_front();
  values_.pop_front();
  ++first_;
  latest_ -= std::min<std::size_t>(latest_, 1);
  return cell;
}

} // namespace fencepost::analyzer
