//===- Touched.h - the addresses that operations touch --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores elsewhere cannot race: most of a program's are dropped here.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_TOUCHED_H
#define FENCEPOST_ANALYZER_RACES_TOUCHED_H

#include "analyzer/races/Access.h"

#include <algorithm>
#include <vector>

namespace fencepost::analyzer::races {

/// The union of the hulls of some accesses.
class Touched {
public:
  explicit Touched(const std::vector<Access> &accesses) {
    std::vector<Interval> all;
    for (const Access &access : accesses)
      all.push_back({access.bytes.address, access.bytes.end()});
    std::sort(all.begin(), all.end(),
              [](const Interval &a, const Interval &b) { return a.begin < b.begin; });
    for (const Interval &next : all)
      if (intervals_.empty() || intervals_.back().end < next.begin)
        intervals_.push_back(next);
      else
        intervals_.back().end = std::max(intervals_.back().end, next.end);
  }

  bool any(const Strided &bytes) const {
    auto after = std::upper_bound(
        intervals_.begin(), intervals_.end(), bytes.address,
        [](uint64_t address, const Interval &interval) { return address < interval.end; });
    return after != intervals_.end() && after->begin < bytes.end();
  }

private:
  std::vector<Interval> intervals_; // ascending, disjoint
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_TOUCHED_H
