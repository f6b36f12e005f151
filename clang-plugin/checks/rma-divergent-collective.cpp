//===- checks/rma-divergent-collective.cpp - not all processes ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a fence, or a call that makes or frees a window, is executed only
// by the processes of one rank, or by all but those, of the window's own
// communicator, and no other call on the other side can be its counterpart.
//
//===----------------------------------------------------------------------===//

#include "Executors.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

bool isWindowCollective(EventKind kind) {
  return kind == EventKind::Fence || kind == EventKind::WinCreate || kind == EventKind::WinFree;
}

/// Whether something on that side alone may be the call's counterpart, or the process gives up.
bool mayAnswer(const Step &step, const llvm::BitVector &side) {
  for (const CFGBlock *block : *step.graph.cfg) {
    if (!side.test(block->getBlockID()))
      continue;
    if (step.feasibility.givesUp(block))
      return true;
    for (const Action &action : step.graph.blocks[block->getBlockID()])
      if (action.kind == Action::Kind::Synchronizes ||
          (action.kind == Action::Kind::Call && action.call.kind() == step.action.call.kind()))
        return true;
  }
  return false;
}

/// Whether some choice other than that of a loop leads to the block or past it.
bool isUnderCondition(const Step &step, const CFGBlock *block, const CFGBlock *but) {
  return llvm::any_of(*step.graph.cfg, [&](const CFGBlock *choice) {
    const Stmt *statement = choice->getTerminatorStmt();
    if (choice == but || choice->succ_size() < 2 || !statement ||
        isa<ForStmt, DoStmt, CXXForRangeStmt>(statement))
      return false;
    unsigned ways = 0;
    for (const CFGBlock *next : choice->succs())
      ways += next && next != choice && step.feasibility.isReachable(next, block, choice);
    return ways > 0 && ways < choice->succ_size();
  });
}

/// Whether a loop around the block does not simply count from a constant: the others may run it
/// once more.
bool isInOddLoop(const Step &step, const CFGBlock *block) {
  const Feasibility::Loop *loop = step.feasibility.loopAround(block);
  const Induction *counts =
      loop ? step.info.countingLoop(loop->header->getTerminatorStmt()) : nullptr;
  return loop && !loop->contains(step.block) && !(counts && counts->first);
}

/// Whether the others may come to such a call elsewhere, where these do not: the same question is
/// asked again, say.
bool mayAnswerElsewhere(const Step &step, const llvm::BitVector &onlyHere,
                        const CFGBlock *question) {
  for (const CFGBlock *block : *step.graph.cfg)
    for (const Action &action : step.graph.blocks[block->getBlockID()])
      if (block != step.block && !onlyHere.test(block->getBlockID()) &&
          action.kind == Action::Kind::Call && action.call.kind() == step.action.call.kind() &&
          (isUnderCondition(step, block, question) || isInOddLoop(step, block)))
        return true;
  return false;
}

} // namespace

void checkDivergentCollective(const Step &step) {
  const Action &action = step.action;
  if (action.kind != Action::Kind::Call || !isWindowCollective(action.call.kind()))
    return;
  const Expr *comm =
      action.call.kind() == EventKind::WinCreate ? action.call.argument(Role::Comm) : nullptr;
  const std::string name(action.call.info().name), ranked = comm ? step.info.nameOfComm(comm)
                                                            : action.window
                                                                ? step.commOf(*action.window)
                                                                : "";
  if (ranked.empty())
    return;
  for (const RankBranches::Branch &branch : step.branches.all()) {
    // As soon as there are two processes, these questions part them.
    const int64_t rank = branch.rank.value_or(0);
    if (branch.comm != ranked || rank < 0 || rank > 1 || !branch.isOnEveryWay)
      continue;
    const auto &[yes, no] = branch.ways;
    bool here = yes.test(step.block->getBlockID()), there = no.test(step.block->getBlockID());
    // The others of a case part again: what some of them answer is not on all their ways.
    if (here == there || (there && !branch.firsts[1]))
      continue;
    llvm::BitVector other = here ? no : yes;
    other.reset(here ? yes : no);
    llvm::BitVector mine = here ? yes : no;
    mine.reset(here ? no : yes);
    if (mayAnswer(step, other) || step.feasibility.givesUp(step.block) || step.isForSome() ||
        mayAnswerElsewhere(step, mine, branch.block))
      continue;
    std::string question = step.quoted(branch.condition);
    if (branch.isCase)
      question += " equal to " + std::to_string(rank);
    step.reporter.report(FindingId::DivergentCollective, action.call.expr->getExprLoc(),
                         action.call.expr->getSourceRange(),
                         name + " is collective, but only processes " +
                             (here ? "with " : "without ") + question + " call it here",
                         {{branch.condition->getSourceRange(),
                           "the processes part here; the others call no " + name}});
    return;
  }
}

} // namespace fencepost::plugin
