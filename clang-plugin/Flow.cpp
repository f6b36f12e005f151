//===- Flow.cpp - runs the checks over a function -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"

#include "Analyses.h"
#include "Callers.h"
#include "Executors.h"
#include "Feasibility.h"
#include "Propagation.h"
#include "checks/Check.h"
#include "checks/FencePeers.h"
#include "checks/SharedPeers.h"

#include "clang/Analysis/Analyses/PostOrderCFGView.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <vector>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Each block after those that lead to it, but for loops; then those that only a throw leads to.
std::vector<const CFGBlock *> inOrder(CFG &cfg) {
  PostOrderCFGView view(&cfg);
  std::vector<const CFGBlock *> order(view.begin(), view.end());
  llvm::SmallPtrSet<const CFGBlock *, 16> seen(order.begin(), order.end());
  for (const CFGBlock *block : cfg)
    if (block && !seen.contains(block))
      order.push_back(block);
  return order;
}

} // namespace

void checkFunction(const FunctionDecl *function, Analyses &analyses, Callers &callers,
                   Reporter &reporter) {
  const Analysis *analysis = analyses.of(function);
  if (!analysis)
    return;
  const auto &[info, graph, before] = *analysis;
  Feasibility feasibility(info, graph);
  RankBranches branches(info, graph, feasibility);
  FencePeers peers;
  SharedPeers sharedPeers;
  FirstTurns firstTurns(info, graph, before, feasibility);
  for (const CFGBlock *block : inOrder(*graph.cfg)) {
    State state = firstTurns.at(block);
    for (const Action &action : graph.blocks[block->getBlockID()]) {
      if (!state.isReachable)
        break;
      Step step{info,        graph,   feasibility, branches, firstTurns, peers,
                sharedPeers, callers, reporter,    block,    action,     state};
      peers.enter(step);
      sharedPeers.enter(step);
      runChecks(step);
      apply(action, state, info, graph);
    }
  }
}

} // namespace fencepost::plugin
