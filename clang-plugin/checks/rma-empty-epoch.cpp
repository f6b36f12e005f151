//===- checks/rma-empty-epoch.cpp - an epoch that is sure to be empty ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells a fence that comes straight after another, and a shared lock of another
// process's memory that is released at once: the standard gives them no effect.
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "Executors.h"
#include "Feasibility.h"
#include "FixIts.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"
#include "checks/Neighbours.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the k-th fence of the window here is its k-th in every process: all run the function,
/// which alone knows the window, and none of the fences up to here more or less than once.
bool isSameForAll(const Step &step) {
  unsigned window = *step.action.window;
  if (!step.info.windows[window].isPrivate || !step.creationOf(window) ||
      !step.callers.areAllProcesses(step.info.function))
    return false;
  return llvm::all_of(step.graph.blocks, [&](const std::vector<Action> &block) {
    return llvm::all_of(block, [&](const Action &action) {
      return action.kind != Action::Kind::Call || action.call.kind() != EventKind::Fence ||
             action.window != window ||
             step.feasibility.runsOnce(step.graph.blockOf.lookup(action.call.expr));
    });
  });
}

void checkFence(const Step &step) {
  const MpiCall &call = step.action.call;
  Neighbours before = directlyBefore(step, Between::LocalVariables);
  auto other = before.size() == 1 ? mpiCall(before.front()) : std::nullopt;
  const Expr *said = other ? other->argument(Role::Assert) : nullptr;
  const Expr *says = call.argument(Role::Assert);
  // After MPI_MODE_NOSUCCEED it is this fence that operations may follow, or none; with
  // MPI_MODE_NOPRECEDE the other is no barrier, and this one may be.
  if (!other || other->kind() != EventKind::Fence || !isSpelledOut(said, step.info.context) ||
      step.info.saysAssertion(said, "MPI_MODE_NOSUCCEED") ||
      step.info.saysAssertion(said, "MPI_MODE_NOPRECEDE") ||
      !isSpelledOut(says, step.info.context) ||
      step.info.saysAssertion(says, "MPI_MODE_NOSUCCEED") || !isSameForAll(step))
    return;
  step.reporter.report(FindingId::EmptyEpoch, call.expr->getExprLoc(), call.expr->getSourceRange(),
                       "nothing is done since the fence of " + step.window(*step.action.window) +
                           step.atLine(other->expr) + " that this one could complete or order",
                       {{other->expr->getSourceRange(), "the epoch was opened here"}},
                       removeStatement(call.expr, step.info.context));
}

/// Whether the rank is surely another process's than the one that executes the block.
bool isAnother(const Step &step, const Expr *rank, const MpiCall &creation) {
  const Expr *comm = creation.argument(Role::Comm);
  const std::string ranked = comm ? step.info.nameOfComm(comm) : "";
  rank = rank->IgnoreParenImpCasts();
  auto *binary = dyn_cast<BinaryOperator>(rank);
  bool moves = binary && (binary->isAdditiveOp() || binary->getOpcode() == BO_Xor);
  const std::string own = moves ? step.info.commOfRank(binary->getLHS()) : "";
  if (!own.empty() && constantValue(binary->getRHS(), step.info.context).value_or(0) != 0)
    return own == ranked;
  auto constant = constantValue(rank, step.info.context);
  auto here = constant ? step.branches.executorsOf(step.block, ranked) : std::nullopt;
  return here && *constant >= 0 && !here->contains(*constant);
}

void checkLock(const Step &step) {
  const MpiCall &call = step.action.call;
  Neighbours before = directlyBefore(step, Between::LocalVariables);
  auto lock = before.size() == 1 ? mpiCall(before.front()) : std::nullopt;
  auto creation = step.creationOf(*step.action.window);
  // In memory that others share a lock may order loads and stores (RMA-RULES 5).
  if (!lock || lock->kind() != EventKind::Lock || !creation || isShared(*creation) ||
      !isMacro(lock->argument(Role::LockType), "MPI_LOCK_SHARED", step.info.context) ||
      !isAnother(step, call.argument(Role::Target), *creation))
    return;
  step.reporter.report(FindingId::EmptyEpoch, lock->expr->getExprLoc(),
                       lock->expr->getSourceRange(),
                       "nothing is done under this lock of " + step.window(*step.action.window),
                       {{call.expr->getSourceRange(), "it is released here"}});
}

} // namespace

void checkEmptyEpoch(const Step &step) {
  const Action &action = step.action;
  if (!step.reporter.isWanted(FindingId::EmptyEpoch) || action.kind != Action::Kind::Call ||
      !action.window)
    return;
  if (action.call.kind() == EventKind::Fence)
    checkFence(step);
  else if (action.call.kind() == EventKind::Unlock)
    checkLock(step);
}

} // namespace fencepost::plugin
