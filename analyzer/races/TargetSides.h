//===- TargetSides.h - the target sides of operations, on their way -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_TARGET_SIDES_H
#define FENCEPOST_ANALYZER_RACES_TARGET_SIDES_H

#include "analyzer/Analysis.h"
#include "analyzer/races/ClockPost.h"
#include "analyzer/races/RankAccessors.h"
#include "analyzer/races/WindowHints.h"

#include <functional>
#include <optional>
#include <vector>

namespace fencepost::analyzer::races {

/// The target side of an operation; what only the target knows is missing.
struct TargetSide {
  Accessor accessor;
  uint32_t world; // rank of the target
  EpochKind epoch;
  uint32_t sequence;
  bool write;
  std::optional<Hold> hold;
  int64_t displacement;
  std::vector<Stamp> moreEnds;
  std::vector<Range> ranges; // from the displacement on
};

class TargetSides {
public:
  TargetSides(const Analysis &analysis, Clocks &clocks);

  /// Sends that of an operation of a rank of this process to its target.
  void send(const RankPlan &plan, const RankAccessors &accessors, const WindowHints &hints,
            const Operation &operation);

  /// Gives out what came for the ranks of this process. Collective.
  void receive(const std::function<void(TargetSide &)> &take);

private:
  const Analysis &analysis_;
  Clocks &clocks_;
  std::vector<Bytes> outgoing_;
  SentClocks sent_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_TARGET_SIDES_H
