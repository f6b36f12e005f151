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
#include "checks/Check.h"
#include "checks/FencePeers.h"

#include "clang/Analysis/Analyses/PostOrderCFGView.h"

using namespace clang;

namespace fencepost::plugin {

void checkFunction(const FunctionDecl *function, Analyses &analyses, Callers &callers,
                   Reporter &reporter) {
  const Analysis *analysis = analyses.of(function);
  if (!analysis)
    return;
  const auto &[info, graph, before] = *analysis;
  Feasibility feasibility(info, graph);
  RankBranches branches(info, graph, feasibility);
  FencePeers peers;
  PostOrderCFGView view(graph.cfg.get());
  for (const CFGBlock *block : view) {
    State state = before[block->getBlockID()];
    for (const Action &action : graph.blocks[block->getBlockID()]) {
      if (!state.isReachable)
        break;
      Step step{info, graph, feasibility, branches, peers, callers, reporter, block, action, state};
      peers.enter(step);
      runChecks(step);
      apply(action, state, info, graph);
    }
  }
}

} // namespace fencepost::plugin
