//===- Flow.cpp - runs the checks over a function -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Decl.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Analysis/FlowSensitive/DataflowWorklist.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// A fixpoint that takes longer than this many visits a block has met code it is not made for.
constexpr unsigned kMostVisits = 50;

/// The state before each block, by block id. Empty where there is no fixpoint within reason.
std::vector<State> statesBeforeBlocks(const FunctionInfo &info, const FlowGraph &graph) {
  std::vector<State> before(graph.cfg->getNumBlockIDs());
  std::vector<unsigned> visits(graph.cfg->getNumBlockIDs());
  PostOrderCFGView view(graph.cfg.get());
  ForwardDataflowWorklist worklist(*graph.cfg, &view);
  const CFGBlock *entry = &graph.cfg->getEntry();
  before[entry->getBlockID()] = State::atEntry(info, graph);
  worklist.enqueueBlock(entry);
  while (const CFGBlock *block = worklist.dequeue()) {
    if (++visits[block->getBlockID()] > kMostVisits)
      return {};
    State state = before[block->getBlockID()];
    for (const Action &action : graph.blocks[block->getBlockID()])
      if (state.isReachable)
        apply(action, state, info, graph);
    if (!state.isReachable || block->hasNoReturnElement())
      continue;
    for (const CFGBlock *next : block->succs())
      if (next && before[next->getBlockID()].join(state))
        worklist.enqueueBlock(next);
  }
  return before;
}

} // namespace

void checkFunction(const FunctionDecl *function, ASTContext &context, Summaries &summaries,
                   Reporter &reporter) {
  FunctionInfo info(function, context);
  if (info.isBeyondUs)
    return;
  std::optional<FlowGraph> graph = makeFlowGraph(info, summaries);
  if (!graph)
    return;
  std::vector<State> before = statesBeforeBlocks(info, *graph);
  if (before.empty())
    return;

  Feasibility feasibility(info, *graph);
  PostOrderCFGView view(graph->cfg.get());
  for (const CFGBlock *block : view) {
    State state = before[block->getBlockID()];
    for (const Action &action : graph->blocks[block->getBlockID()]) {
      if (!state.isReachable)
        break;
      runChecks({info, *graph, feasibility, reporter, block, action, state});
      apply(action, state, info, *graph);
    }
  }
}

} // namespace fencepost::plugin
