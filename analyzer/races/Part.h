//===- Part.h - the clocks between two global synchronizations ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_PART_H
#define FENCEPOST_ANALYZER_RACES_PART_H

#include "analyzer/races/Propagation.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

namespace fencepost::analyzer::races {

/// What is known at a point: a clock, and the corrected time.
struct Knowledge {
  Clock clock;
  uint64_t order = 0;
  void join(const Knowledge &other) {
    clock.join(other.clock);
    order = std::max(order, other.order);
  }
};

/// An action that knows its instance and era by itself.
struct PartAction {
  uint64_t position;
  uint64_t time;
  InstanceKey instance; // Give, Take
  uint32_t index;       // Probe, Global
  uint32_t era;         // Give
  Action::Kind kind;
  bool binds;
};

/// The actions of one strand, and what became of its probes.
struct Strand {
  uint32_t name = 0;
  std::size_t source = 0; // process it came from
  std::vector<PartAction> actions;

  struct ProbedAt {
    uint32_t probe;
    uint32_t clock; // in `clocks`
    uint64_t order;
  };
  std::vector<Clock> clocks;
  std::vector<ProbedAt> probed;
};

/// Works off the strands that all start with clocks of that base.
void workOff(uint32_t base, std::vector<Strand> &strands);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_PART_H
