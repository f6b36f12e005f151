//===- checks/LaterUses.cpp - buffers used again by a later iteration ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/LaterUses.h"

#include "Completion.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Inductions.h"
#include "Recurrences.h"

#include "clang/AST/Decl.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the window is in an epoch for it, or is not known.
bool isUnderWay(const Step &step, const Operation &operation) {
  return !operation.window ||
         inAll(step.before.windows[*operation.window], [&](const Epochs &epochs) {
           return epochs.hasAccess() && !epochs.isSurelyUnlocked(operation.target);
         });
}

/// Whether something in the loop may complete the operation, or change what its buffers are
/// otherwise than from turn to turn.
bool mayEnd(const Step &step, const Operation &operation, const Feasibility::Loop &loop,
            const Recurrences &recurrences) {
  for (const CFGBlock *block : *step.graph.cfg) {
    if (!block || !loop.contains(block))
      continue;
    for (const Action &action : step.graph.blocks[block->getBlockID()]) {
      const bool changes = action.kind == Action::Kind::Modify ||
                           action.kind == Action::Kind::Redeclare ||
                           action.kind == Action::Kind::Expire;
      if (!(changes && recurrences.isFollowed(action.variable)) &&
          ends(action, operation, step.info))
        return true;
    }
  }
  return false;
}

/// Whether the loop is known to run too few times for all the turns.
bool isShort(const Step &step, const Operation &operation, const Recurrences &recurrences,
             int64_t turns) {
  for (const Induction *each = step.info.induction(operation.issue); each; each = each->outer)
    if (each->loop == recurrences.loop())
      if (auto runs = runsOf(*each, step.info.context))
        return *runs <= turns;
  return false;
}

/// Whether each iteration has a target, or none has.
bool hasSteadyTarget(const Step &step, const Operation &operation) {
  const Expr *target = operation.call.argument(Role::Target);
  return operation.target.constant || isa<DeclRefExpr, MemberExpr>(target->IgnoreParenImpCasts()) ||
         !step.info.mayBeNullRank(target);
}

} // namespace

std::vector<LaterUse> laterUses(const Step &step) {
  std::vector<LaterUse> uses;
  const Action &issue = step.action;
  if (!issue.operation && !issue.issued)
    return uses;
  const Operation &operation =
      step.graph.operations[issue.operation ? *issue.operation : *issue.issued];
  const Feasibility::Loop *loop = step.feasibility.loopOfBoth(step.block, step.block);
  if (!loop || operation.isAttachment || operation.target.constant.value_or(0) < 0 ||
      !isUnderWay(step, operation) || !hasSteadyTarget(step, operation))
    return uses;
  const Recurrences recurrences(step.info, step.graph, step.feasibility, *loop);
  if (mayEnd(step, operation, *loop, recurrences))
    return uses;
  for (const Access &buffer : operation.buffers) {
    auto places = recurrences.of(buffer);
    if (!places)
      continue;
    for (const CFGBlock *block : *step.graph.cfg) {
      if (!block || step.feasibility.loopOfBoth(step.block, block) != loop)
        continue;
      for (const Action &action : step.graph.blocks[block->getBlockID()]) {
        if (action.kind != Action::Kind::Access || !(action.access.writes || buffer.writes))
          continue;
        auto used = recurrences.of(action.access);
        const int64_t turns = used ? std::max(places->places, used->places) : 1;
        if (turns > 1 && used->overlaps(*places) && !isShort(step, operation, recurrences, turns))
          uses.push_back({block, action, {operation, buffer, recurrences.loop()}});
      }
    }
  }
  return uses;
}

} // namespace fencepost::plugin
