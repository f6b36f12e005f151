//===- State.h - what is known of windows and operations at a point -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state describes all paths that lead to a point at once. For each window
// it holds the set of situations the window may be in; for each operation (at
// its origin and at its target) and request, whether there are paths that never
// issued it, that leave it in flight, and that completed it. States only grow,
// so a fixpoint is reached.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_STATE_H
#define FENCEPOST_CLANG_PLUGIN_STATE_H

#include "Actions.h"
#include "Epochs.h"
#include "Flags.h"

#include <cstdint>
#include <vector>

namespace fencepost::plugin {

/// How an operation stands, as a set over the paths.
enum Progress : uint8_t {
  kNotIssued = 1,
  kInFlight = 2,
  kCompleted = 4, // or not to be followed any further
  // At the target: in flight, and just completed at its origin by a call that does no more.
  kLocallyCompleted = 8,
  // Completed on no path since the turn of the loop around it began that comes to its issue; of
  // the outermost loop, and of those within.
  kInEarlierTurn = 16,
};
constexpr unsigned kMostTurns = 4; // loops within each other that are told apart

/// On some path, and completed on none.
inline bool isUnderWay(uint8_t progress) {
  return (progress & kInFlight) && !(progress & kCompleted);
}

struct State {
  bool isReachable = false;
  std::vector<Situations> windows; // by FunctionInfo::windows
  std::vector<uint8_t> operations; // by FlowGraph::operations, sets of Progress
  std::vector<uint8_t> remote;     // the same at their targets
  std::vector<uint8_t> requests;   // of the operations: until waited for
  FlagsOfObjects flags;            // that hold the same on all paths

  static State atEntry(const FunctionInfo &info, const FlowGraph &graph);
  /// Where nothing is known of what came before.
  static State unknown(const FunctionInfo &info, const FlowGraph &graph);

  /// Adds the other's paths. Returns whether anything is new.
  bool join(const State &other);

  bool operator==(const State &) const = default;
};

/// The state after the action.
void apply(const Action &action, State &state, const FunctionInfo &info, const FlowGraph &graph);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_STATE_H
