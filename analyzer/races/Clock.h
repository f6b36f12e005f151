//===- Clock.h - what a point of the run knows ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector clock over strands that is sparse relative to the last global
// synchronization. A strand is what program order orders: a thread, or an OpenMP
// task. Global synchronizations (every rank takes part, as in a barrier) are
// numbered from 1; a clock whose base is g knows of every rank all that the
// thread that entered the g-th knew of that rank, and of a few strands more.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_CLOCK_H
#define FENCEPOST_ANALYZER_RACES_CLOCK_H

#include <cstdint>
#include <vector>

namespace fencepost::analyzer::races {

inline constexpr uint32_t kNever = UINT32_MAX;

/// A point of a strand.
struct Stamp {
  uint32_t strand = 0;   // its name: unique in the run
  uint32_t era = kNever; // number of the first global synchronization that knows it at its enter
  uint64_t position = UINT64_MAX; // grows along the strand

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

  /// Learns a point of one strand. Returns whether that was news.
  bool add(const Stamp &stamp);
  /// Learns all that the other knows. Returns whether there was news.
  bool join(const Clock &other);
  /// Passes a global synchronization.
  void rebase(uint32_t base);

  bool operator==(const Clock &) const = default;

private:
  uint32_t base_ = 0;
  std::vector<Stamp> entries_; // by strand, each of an era after base_
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_CLOCK_H
