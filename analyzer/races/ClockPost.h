//===- ClockPost.h - clocks that travel with what refers to them ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each process gets a clock once; what comes later says which one of the sender's
// it was.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_CLOCK_POST_H
#define FENCEPOST_ANALYZER_RACES_CLOCK_POST_H

#include "analyzer/races/Wire.h"

#include <map>
#include <vector>

namespace fencepost::analyzer::races {

/// Clocks that were sent to each process, by their index here.
class SentClocks {
public:
  explicit SentClocks(std::size_t processes) : sent_(processes) {}
  /// Makes the index that of the receiver. Whether the clock is new there.
  bool number(std::size_t process, uint32_t &clock) {
    auto [known, isNew] =
        sent_[process].emplace(clock, static_cast<uint32_t>(sent_[process].size()));
    clock = known->second;
    return isNew;
  }

private:
  std::vector<std::map<uint32_t, uint32_t>> sent_;
};

/// Those of one sender, in the order in which they came.
class ReceivedClocks {
public:
  /// They are added to `clocks`.
  explicit ReceivedClocks(std::vector<Clock> &clocks) : clocks_(clocks) {}
  void take(Unpack &in) {
    received_.push_back(static_cast<uint32_t>(clocks_.size()));
    clocks_.push_back(in.getClock());
  }
  uint32_t operator[](uint32_t number) const { return received_[number]; }

private:
  std::vector<Clock> &clocks_;
  std::vector<uint32_t> received_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_CLOCK_POST_H
