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

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

bool isWindowCollective(EventKind kind) {
  return kind == EventKind::Fence || kind == EventKind::WinCreate || kind == EventKind::WinFree;
}

/// `rank == 0`, `rank != 1`, `rank`, `!rank`: true for some and false for others as soon as there
/// are two processes. Returns the variable; null for any other condition.
const Expr *rankAskedFor(const Expr *condition, const ASTContext &context) {
  condition = condition->IgnoreParenImpCasts();
  if (auto *binary = dyn_cast<BinaryOperator>(condition)) {
    auto value = constantValue(binary->getRHS(), context);
    bool asks = binary->isEqualityOp() && value && (*value == 0 || *value == 1);
    return asks ? binary->getLHS()->IgnoreParenImpCasts() : nullptr;
  }
  if (auto *unary = dyn_cast<UnaryOperator>(condition); unary && unary->getOpcode() == UO_LNot)
    return unary->getSubExpr()->IgnoreParenImpCasts();
  return condition;
}

/// The blocks that the one leads to without passing the other.
llvm::BitVector reachable(const CFGBlock *from, const CFGBlock *without, unsigned count) {
  llvm::BitVector seen(count);
  std::vector<const CFGBlock *> pending{from};
  seen.set(from->getBlockID());
  while (!pending.empty()) {
    const CFGBlock *block = pending.back();
    pending.pop_back();
    for (const CFGBlock *next : block->succs())
      if (next && next != without && !seen.test(next->getBlockID())) {
        seen.set(next->getBlockID());
        pending.push_back(next);
      }
  }
  return seen;
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

} // namespace

void checkDivergentCollective(const Step &step) {
  const Action &action = step.action;
  if (action.kind != Action::Kind::Call || !isWindowCollective(action.call.kind()))
    return;
  auto creation = action.call.kind() == EventKind::WinCreate ? std::optional(action.call)
                  : action.window                            ? step.creationOf(*action.window)
                                                             : std::nullopt;
  const Expr *comm = creation ? creation->argument(Role::Comm) : nullptr;
  if (!comm)
    return;
  const ASTContext &context = step.info.context;
  for (const CFGBlock *branch : *step.graph.cfg) {
    auto *choice = dyn_cast_or_null<IfStmt>(branch->getTerminatorStmt());
    auto *condition = choice ? choice->getCond() : nullptr;
    const Expr *rank = condition ? rankAskedFor(condition, context) : nullptr;
    const Expr *ranked = rank ? step.info.commOfRank(rank) : nullptr;
    if (!ranked || spelling(ranked, context) != spelling(comm, context) ||
        branch->succ_size() != 2 || !*branch->succ_begin() || !*(branch->succ_begin() + 1) ||
        !step.feasibility.alwaysReaches(&step.graph.cfg->getEntry(), branch))
      continue;
    unsigned count = step.graph.cfg->getNumBlockIDs();
    llvm::BitVector yes = reachable(*branch->succ_begin(), branch, count);
    llvm::BitVector no = reachable(*(branch->succ_begin() + 1), branch, count);
    bool here = yes.test(step.block->getBlockID()), there = no.test(step.block->getBlockID());
    if (here == there)
      continue;
    llvm::BitVector other = here ? no : yes;
    other.reset(here ? yes : no);
    if (mayAnswer(step, other) || step.feasibility.givesUp(step.block))
      continue;
    std::string name(action.call.info().name);
    step.reporter.report(
        FindingId::DivergentCollective, action.call.expr->getExprLoc(),
        action.call.expr->getSourceRange(),
        name + " is collective, but only processes " + (here ? "with " : "without ") +
            step.quoted(condition) + " call it here",
        {{condition->getSourceRange(), "the processes part here; the others call no " + name}});
    return;
  }
}

} // namespace fencepost::plugin
