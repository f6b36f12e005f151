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

#include "FunctionInfo.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the rank is written as a number below zero.
bool isNegativeLiteral(const Expr *rank) {
  auto *unary = dyn_cast<UnaryOperator>(rank->IgnoreParenImpCasts());
  return unary && unary->getOpcode() == UO_Minus && !unary->getBeginLoc().isMacroID() &&
         isa<IntegerLiteral>(unary->getSubExpr()->IgnoreParenImpCasts());
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
  } else {
    return;
  }
  step.reporter.report(FindingId::BadTarget, rank->getExprLoc(), rank->getSourceRange(),
                       "the target of " + name + " is " + step.quoted(rank) + ", " + why);
}

} // namespace fencepost::plugin
