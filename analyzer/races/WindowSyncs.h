//===- WindowSyncs.h - what ranks see of each other's loads and stores ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 5, shared windows: that two processes are ordered does not make one
// see what the other loaded and stored before. It has to synchronize the window
// after that, and the other one before it goes on: with MPI_Win_sync, or any
// other call that synchronizes the window (MPI 4.1, 12.2.3, 12.5). A segment with
// an atomic access to a shared window, which C and C++ order, does that too.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_WINDOW_SYNCS_H
#define FENCEPOST_ANALYZER_RACES_WINDOW_SYNCS_H

#include "analyzer/races/Plan.h"
#include "analyzer/races/SharedMemory.h"

#include <map>
#include <set>
#include <vector>

namespace fencepost::analyzer::races {

/// Of one rank.
class WindowSyncs {
public:
  /// `clocks` may grow.
  WindowSyncs(const Trace &trace, const RankPlan &plan, Clocks &clocks);

  /// What is loaded and stored there may be seen by other ranks as `visibility` tells; kNone: is
  /// the rank's own.
  uint32_t windowOf(const Strided &bytes, uint64_t time) const;
  Visibility visibility(uint32_t window, const LocalUse &use);

private:
  using ByStrand = std::map<uint32_t, std::vector<const WindowSync *>>; // by position
  const ByStrand &syncsOf(uint32_t window);
  std::set<uint32_t> windowsOver(uint32_t window) const;
  uint32_t clockAfter(const std::vector<const WindowSync *> &syncs, uint32_t strand);
  const Clock &clockAt(uint32_t probe) const { return clocks_.clocks[clocks_.probes[probe].clock]; }

  const Trace &trace_;
  const RankPlan &plan_;
  Clocks &clocks_;
  SharedMemory memory_, separate_;
  std::map<uint32_t, ByStrand> syncs_;                              // by shared window
  std::map<std::vector<const WindowSync *>, uint32_t> clocksAfter_; // indices of clocks
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_WINDOW_SYNCS_H
