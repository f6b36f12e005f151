//===- Propagation.h - states from block to block -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_PROPAGATION_H
#define FENCEPOST_CLANG_PLUGIN_PROPAGATION_H

#include "Feasibility.h"
#include "State.h"

#include <map>
#include <vector>

namespace fencepost::plugin {

/// The state before each block of the function, by block id. Empty where there is no fixpoint
/// within reason.
std::vector<State> statesBeforeBlocks(const FunctionInfo &info, const FlowGraph &graph);

/// What the first turn of a loop meets in flight that the loop then completes, as every later turn
/// finds it: `MPI_Get(&next, ...); do { use(next); MPI_Win_flush(...); ... } while (...);`.
class FirstTurns {
public:
  FirstTurns(const FunctionInfo &info, const FlowGraph &graph, const std::vector<State> &before,
             const Feasibility &feasibility)
      : info(info), graph(graph), before(before), feasibility(feasibility) {}

  /// The state before the block, in which operations stand as they do in the first turn of the
  /// innermost loop around it, if they surely are under way there, no longer are in others, and
  /// each turn executes the block.
  State at(const clang::CFGBlock *block);

  /// Whether `at` says what holds in the first turn only of the operation.
  bool tells(const clang::CFGBlock *block, std::vector<uint8_t> State::*progress,
             std::size_t operation);

private:
  const FunctionInfo &info;
  const FlowGraph &graph;
  const std::vector<State> &before;
  const Feasibility &feasibility;
  using Turn = llvm::DenseMap<const clang::CFGBlock *, State>;
  std::map<const Feasibility::Loop *, Turn>
      turns;             // those that were asked for; empty: nothing to tell
  unsigned followed = 0; // that have something to tell

  /// What holds before the block in the first turn; null: nothing to tell.
  const State *turnAt(const clang::CFGBlock *block);
  const Turn &turnOf(const Feasibility::Loop &loop);
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_PROPAGATION_H
