//===- checks/PathNotes.cpp - the way from an operation to a use ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/PathNotes.h"

#include "Actions.h"
#include "Feasibility.h"
#include "checks/Check.h"

#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the operation is issued after the step in the step's own block.
bool isIssuedLater(const Step &step, const Operation &operation) {
  if (operation.block != step.block)
    return false;
  unsigned index = &operation - step.graph.operations.data();
  const std::vector<Action> &actions = step.graph.blocks[step.block->getBlockID()];
  auto issue = llvm::find_if(actions, [&](const Action &action) {
    return action.operation == index || action.issued == index;
  });
  return issue != actions.end() && &*issue > &step.action;
}

/// The loop whose next iteration the step has to be in, or null.
const Stmt *loopOver(const Step &step, const Operation &operation) {
  const Feasibility::Loop *loop = step.feasibility.loopAround(step.block, operation.block);
  if (!loop)
    return nullptr;
  bool isStraight = operation.block == step.block
                        ? !isIssuedLater(step, operation)
                        : step.feasibility.isReachable(operation.block, step.block, loop->header);
  if (isStraight)
    return nullptr;
  for (const CFGBlock *latch : loop->latches)
    if (const Stmt *statement = latch->getLoopTarget())
      return statement;
  return nullptr;
}

/// The innermost question of which one answer leads to the operation, and both to the step.
std::optional<FindingNote> branchTo(const Step &step, const Operation &operation) {
  for (const CFGBlock *block : *step.graph.cfg) {
    auto *choice = block ? dyn_cast_or_null<IfStmt>(block->getTerminatorStmt()) : nullptr;
    if (!choice || block->succ_size() != 2)
      continue;
    const CFGBlock *ways[] = {*block->succ_begin(), *(block->succ_begin() + 1)};
    if (!ways[0] || !ways[1])
      continue;
    for (unsigned way : {0u, 1u}) {
      const CFGBlock *taken = ways[way], *other = ways[1 - way];
      bool leads =
          taken == operation.block || step.feasibility.alwaysReaches(taken, operation.block);
      if (leads && !step.feasibility.isReachable(other, operation.block, block) &&
          step.feasibility.isReachable(other, step.block, block))
        return FindingNote{choice->getCond()->getSourceRange(),
                           way == 0 ? "taking the true branch" : "taking the false branch"};
    }
  }
  return std::nullopt;
}

} // namespace

std::vector<FindingNote> pathNotes(const Step &step, const Operation &operation) {
  // The message says it of what the operation does to itself.
  if (step.action.access.by == operation.call.expr)
    return {};
  if (const Stmt *loop = loopOver(step, operation))
    return {{{loop->getBeginLoc(), loop->getBeginLoc()}, "in the loop's next iteration"}};
  if (auto branch = branchTo(step, operation))
    return {*branch};
  return {};
}

} // namespace fencepost::plugin
