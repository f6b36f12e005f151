//===- checks/Orders.cpp - what may order a step with what others do ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Orders.h"

#include "Actions.h"
#include "Answers.h"
#include "Completion.h"
#include "FunctionInfo.h"
#include "Names.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the action may make its process wait for others, or let others go on.
bool mayOrder(const Action &action) {
  if (action.communicates)
    return true;
  switch (action.kind) {
  case Action::Kind::Synchronizes:
    return true;
  case Action::Kind::Call:
    return !isOperation(action.call.kind()) && action.call.kind() != EventKind::Local &&
           action.call.kind() != EventKind::Fence;
  default:
    return false;
  }
}

/// Whether the call only begins or ends what this process does in the window's epoch, or asks
/// whether it is over: what others do in theirs goes on.
bool isOfEpoch(const Action &action, unsigned window, const FunctionInfo &info) {
  if (action.kind != Action::Kind::Call || action.window != window)
    return false;
  const EventKind kind = action.call.kind();
  return llvm::is_contained({EventKind::Post, EventKind::Start, EventKind::Complete}, kind) ||
         (kind == EventKind::Test && isUnanswered(action.call, info));
}

/// Where the flow goes on when the flag of an MPI_Win_test, which the block asks for, says that
/// the epoch is over; null where it asks for something else.
const CFGBlock *wayBehindEpoch(const CFGBlock *block, llvm::ArrayRef<Action> actions,
                               unsigned window, const ASTContext &context) {
  const bool isAnswered = llvm::any_of(actions, [&](const Action &action) {
    return action.kind == Action::Kind::Answer && action.window == window;
  });
  const Expr *condition = isAnswered ? conditionOf(block) : nullptr;
  bool isOver = true;
  while (condition) {
    condition = condition->IgnoreParenImpCasts();
    auto *unary = dyn_cast<UnaryOperator>(condition);
    auto *binary = dyn_cast<BinaryOperator>(condition);
    if (unary && unary->getOpcode() == UO_LNot) {
      condition = unary->getSubExpr();
    } else if (binary && binary->isEqualityOp() && constantValue(binary->getRHS(), context) == 0) {
      condition = binary->getLHS();
      if (binary->getOpcode() == BO_NE)
        continue;
    } else {
      break;
    }
    isOver = !isOver;
  }
  if (!condition || !isa<DeclRefExpr>(condition))
    return nullptr;
  return *(block->succ_begin() + !isOver);
}

} // namespace

bool mayBeOrdered(const Step &step, const CallExpr *fence, unsigned window) {
  llvm::BitVector seen(step.graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending;
  auto isOrdered = [&](llvm::ArrayRef<Action> actions, const CFGBlock *block) {
    for (const Action &action : llvm::reverse(actions)) {
      if (action.kind == Action::Kind::Call && action.call.expr == fence)
        return false;
      if (mayOrder(action) && !isOfEpoch(action, window, step.info))
        return true;
    }
    for (const CFGBlock *before : block->preds())
      if (before && !seen.test(before->getBlockID())) {
        seen.set(before->getBlockID());
        pending.push_back(before);
      }
    return false;
  };
  const std::vector<Action> &own = step.graph.blocks[step.block->getBlockID()];
  if (isOrdered({own.data(), static_cast<std::size_t>(&step.action - own.data())}, step.block))
    return true;
  while (!pending.empty()) {
    const CFGBlock *block = pending.back();
    pending.pop_back();
    if (isOrdered(step.graph.blocks[block->getBlockID()], block))
      return true;
  }
  return false;
}

bool mayLetOthersBegin(const Step &step, unsigned window) {
  llvm::BitVector seen(step.graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending;
  auto lets = [&](llvm::ArrayRef<Action> actions, const CFGBlock *block) {
    for (const Action &action : actions) {
      const bool ends = action.kind == Action::Kind::Call && action.window == window &&
                        action.call.kind() == EventKind::Wait;
      if (ends)
        return false;
      if (mayOrder(action) && !isOfEpoch(action, window, step.info))
        return true;
    }
    const CFGBlock *over = wayBehindEpoch(block, actions, window, step.info.context);
    for (const CFGBlock *next : block->succs())
      if (next && next != over && !seen.test(next->getBlockID())) {
        seen.set(next->getBlockID());
        pending.push_back(next);
      }
    return false;
  };
  const std::vector<Action> &own = step.graph.blocks[step.block->getBlockID()];
  if (lets({&step.action + 1, own.data() + own.size()}, step.block))
    return true;
  while (!pending.empty()) {
    const CFGBlock *block = pending.back();
    pending.pop_back();
    if (lets(step.graph.blocks[block->getBlockID()], block))
      return true;
  }
  return false;
}

} // namespace fencepost::plugin
