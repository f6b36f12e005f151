//===- Clock.h - what a point of the run knows ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector clock over ranks that is sparse relative to the last global
// synchronization. Global synchronizations (every rank takes part, as in a
// barrier) are numbered from 1; a clock whose base is g knows of every rank all
// it did before it entered the g-th, and of a few ranks somewhat more.
//
// The threads of a rank share one timeline, ordered by time: without records of
// how threads synchronize, everything else would be a guess that accuses
// correct programs.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_CLOCK_H
#define FENCEPOST_ANALYZER_RACES_CLOCK_H

#include <cstdint>
#include <vector>

namespace fencepost::analyzer::races {

inline constexpr uint32_t kNever = UINT32_MAX;

/// A point of a rank's timeline.
struct Stamp {
  uint32_t rank = 0;
  uint32_t era = kNever; // number of the first global synchronization entered here or later
  uint64_t position = UINT64_MAX; // grows along the rank's timeline

  bool operator==(const Stamp &) const = default;
};

class Clock {
public:
  Clock() = default;
  explicit Clock(uint32_t base) : base_(base) {}

  uint32_t base() const { return base_; }
  const std::vector<Stamp> &entries() const { return entries_; }

  /// Whether what ended at that point is over here.
  bool knows(const Stamp &stamp) const;

  /// Learns a point of one rank. Returns whether that was news.
  bool add(const Stamp &stamp);
  /// Learns all that the other knows. Returns whether there was news.
  bool join(const Clock &other);
  /// Passes a global synchronization.
  void rebase(uint32_t base);

  bool operator==(const Clock &) const = default;

private:
  uint32_t base_ = 0;
  std::vector<Stamp> entries_; // by rank, each of an era after base_
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_CLOCK_H
