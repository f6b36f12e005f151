//===- checks/rma-bad-target.cpp - a rank that the window has not ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where the target is a constant below zero that is not MPI_PROC_NULL,
// another rank than 0 of a window on MPI_COMM_SELF, or the number of processes,
// which is one more than the last rank.
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Groups.h"
#include "Reporter.h"
#include "Shifts.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"
#include "checks/FencePeers.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the rank is written as a number below zero.
bool isNegativeLiteral(const Expr *rank) {
  auto *unary = dyn_cast<UnaryOperator>(rank->IgnoreParenImpCasts());
  return unary && unary->getOpcode() == UO_Minus && !unary->getBeginLoc().isMacroID() &&
         isa<IntegerLiteral>(unary->getSubExpr()->IgnoreParenImpCasts());
}

/// The call that opened the access epochs of all situations, if its group does not have the target.
const CallExpr *startOfOthers(const Step &step) {
  const Situations &situations = step.before.windows[*step.action.window];
  const bool areOnlyStarts = inAll(situations, [](const Epochs &epochs) {
    return epochs.start && !epochs.fence && !epochs.hasPassive();
  });
  const CallExpr *start = areOnlyStarts ? situations.begin()->start : nullptr;
  if (!start || !inAll(situations, [&](const Epochs &epochs) { return epochs.start == start; }))
    return nullptr;
  const bool isOther = step.isSureOfTarget([&](int64_t target, const std::string &comm, auto rank) {
    const auto ranks = ranksOf(start, step.info, comm, rank);
    return ranks && target >= 0 && !llvm::is_contained(*ranks, target);
  });
  return isOther ? start : nullptr;
}

/// Whether the target is more than the last rank for some process, however many there are. All of
/// them come to main, and to a fence.
bool isBeyondLast(const Step &step, const Expr *target) {
  const unsigned window = *step.action.window;
  const std::string comm = step.commOf(window);
  const CallExpr *fence = openerOf(step, window, &Epochs::fence);
  const CFGBlock *from = fence                          ? step.graph.blockOf.lookup(fence)
                         : step.info.function->isMain() ? &step.graph.cfg->getEntry()
                                                        : nullptr;
  if (comm.empty() || !from || step.isForSome() || numberOf(target, step.info) ||
      !(from == step.block || step.feasibility.allReach(from, step.block, comm)))
    return false;
  constexpr int64_t kNumbers[] = {2, 3, 4, 5, 6, 7, 8, 16, 17};
  return llvm::all_of(kNumbers, [&](int64_t processes) {
    bool isAny = false;
    for (int64_t rank = 0; rank < processes; ++rank) {
      auto number = numberOf(target, step.info, {comm, rank, processes});
      if (!number)
        return false;
      isAny |= *number >= processes;
    }
    return isAny;
  });
}

} // namespace

void checkBadTarget(const Step &step) {
  const Action &action = step.action;
  const Expr *rank =
      action.kind == Action::Kind::Call ? action.call.argument(Role::Target) : nullptr;
  if (!rank)
    return;
  const ASTContext &context = step.info.context;
  std::string name(action.call.info().name), why;
  std::vector<FindingNote> notes;
  auto value = constantValue(rank, context);
  auto creation = action.window ? step.creationOf(*action.window) : std::nullopt;
  const Expr *comm = creation ? creation->argument(Role::Comm) : nullptr;
  const std::string counted = step.info.commOfSize(rank);
  if (value && isNegativeLiteral(rank)) {
    why = "which is no rank";
  } else if (value && *value > 0 && comm && isMacro(comm, "MPI_COMM_SELF", context)) {
    why = "but " + step.window(*action.window) + " is of this process alone";
  } else if (!counted.empty() && action.window && counted == step.commOf(*action.window)) {
    why = "which is the number of processes; the last rank is one less";
  } else if (action.window && isBeyondLast(step, rank)) {
    why = "more than the last rank in some process";
  } else if (const CallExpr *start =
                 isOperation(action.call.kind()) && action.window ? startOfOthers(step) : nullptr) {
    why = "which is not in the group of the epoch";
    notes.push_back({start->getSourceRange(), "the epoch was started here"});
  } else {
    return;
  }
  step.reporter.report(FindingId::BadTarget, rank, action.call.expr,
                       "the target of " + name + " is " + step.quoted(rank) + ", " + why, notes);
}

} // namespace fencepost::plugin
