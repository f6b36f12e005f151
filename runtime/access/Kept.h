//===- Kept.h - memory that was the buffer of an operation --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Disjoint intervals by address. There are few: when there are many, the new one
// is joined with its neighbour, gap and all.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_KEPT_H
#define FENCEPOST_RUNTIME_ACCESS_KEPT_H

#include "runtime/base/Vector.h"

#include <algorithm>
#include <cstdint>

namespace fencepost::runtime {

class KeptIntervals {
public:
  /// False when it was all there.
  bool add(uint64_t start, uint64_t end) {
    std::size_t first = firstEndingAtOrAfter(start);
    if (first < all_.size() && all_[first].start <= start && end <= all_[first].end)
      return false;
    std::size_t last = first; // those that it touches: [first, last)
    while (last < all_.size() && all_[last].start <= end)
      ++last;
    if (first == last && all_.size() >= kMost) {
      // Joined with the nearer neighbour.
      const bool before =
          first == all_.size() || (first && start - all_[first - 1].end < all_[first].start - end);
      first = before ? first - 1 : first;
      last = first + 1;
    }
    if (first == last)
      return insert(first, {start, end});
    all_[first].start = std::min(all_[first].start, start);
    all_[first].end = std::max(all_[last - 1].end, end);
    erase(first + 1, last);
    return true;
  }

  /// Takes [start, end) out. False when nothing of it was there.
  bool cut(uint64_t start, uint64_t end) {
    std::size_t first = firstEndingAtOrAfter(start + 1);
    std::size_t last = first;
    while (last < all_.size() && all_[last].start < end)
      ++last;
    if (first == last)
      return false;
    const Interval left = {all_[first].start, start}, right = {end, all_[last - 1].end};
    erase(first, last);
    if (right.start < right.end)
      insert(first, right);
    if (left.start < left.end)
      insert(first, left);
    return true;
  }

  /// Calls visit(start, end) for those that overlap [start, end).
  template <typename Visit> void visit(uint64_t start, uint64_t end, Visit visit) const {
    for (std::size_t i = firstEndingAtOrAfter(start + 1); i < all_.size() && all_[i].start < end; ++i)
      visit(all_[i].start, all_[i].end);
  }

private:
  static constexpr std::size_t kMost = 1024;
  struct Interval {
    uint64_t start, end;
  };

  std::size_t firstEndingAtOrAfter(uint64_t address) const {
    std::size_t low = 0, high = all_.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (all_[middle].end < address)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  bool insert(std::size_t at, Interval interval) {
    if (!all_.push(interval))
      return false;
    std::rotate(all_.begin() + at, all_.end() - 1, all_.end());
    return true;
  }
  void erase(std::size_t first, std::size_t last) {
    if (first >= last)
      return;
    std::copy(all_.begin() + last, all_.end(), all_.begin() + first);
    for (std::size_t i = first; i < last; ++i)
      all_.pop();
  }

  Vector<Interval> all_;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_KEPT_H
