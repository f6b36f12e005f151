//===- ForeignUses.h - what ranks do in others' parts of shared windows ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_FOREIGN_USES_H
#define FENCEPOST_ANALYZER_RACES_FOREIGN_USES_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Access.h"
#include "analyzer/races/ClockPost.h"
#include "analyzer/races/Propagation.h"

#include <functional>
#include <optional>
#include <vector>

namespace fencepost::analyzer::races {

/// A load, store or buffer of a rank in another one's memory.
struct ForeignUse {
  Accessor accessor;
  uint32_t world; // rank of the owner
  bool write;
  Strided bytes; // offset in the owner's part of accessor.window
  std::vector<Hold> holds;
  std::vector<Stamp> moreEnds;
  std::optional<Visibility> visibility;
};

class ForeignUses {
public:
  ForeignUses(const Analysis &analysis, Clocks &clocks);

  /// On its way to the owner.
  void send(const ForeignUse &use);

  /// Gives out what came for the ranks of this process. Collective.
  void receive(const std::function<void(ForeignUse &)> &take);

private:
  void put(std::size_t process, const Visibility &visibility);

  const Analysis &analysis_;
  Clocks &clocks_;
  std::vector<Bytes> outgoing_;
  SentClocks sent_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_FOREIGN_USES_H
