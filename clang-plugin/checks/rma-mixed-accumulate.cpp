//===- checks/rma-mixed-accumulate.cpp - different ops at once -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where two processes accumulate to the same elements in the epoch of one
// fence with different ops, none of them MPI_NO_OP (RMA-RULES 4).
//
//===----------------------------------------------------------------------===//

#include "FunctionInfo.h"
#include "Program.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"
#include "checks/FencePeers.h"

#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The predefined op that the source names, through macros of its own, too; "" for any other.
llvm::StringRef opOf(const Expr *expr, const ASTContext &context) {
  static constexpr llvm::StringRef kOps[] = {
      "MPI_MAX", "MPI_MIN",  "MPI_SUM",  "MPI_PROD", "MPI_MAXLOC", "MPI_MINLOC",  "MPI_BAND",
      "MPI_BOR", "MPI_BXOR", "MPI_LAND", "MPI_LOR",  "MPI_LXOR",   "MPI_REPLACE", "MPI_NO_OP"};
  const SourceManager &sources = context.getSourceManager();
  SourceLocation location = expr->IgnoreImplicit()->getBeginLoc();
  while (location.isMacroID()) {
    llvm::StringRef name = Lexer::getImmediateMacroName(location, sources, context.getLangOpts());
    if (auto *op = llvm::find(kOps, name); op != std::end(kOps))
      return *op;
    location = sources.getImmediateMacroCallerLoc(location);
  }
  return {};
}

bool haveDifferentOps(const Step &step, const Operation &a, const Operation &b) {
  const Expr *first = a.call.argument(Role::Op), *second = b.call.argument(Role::Op);
  if (!first || !second) // MPI_Compare_and_swap goes with all
    return false;
  llvm::StringRef one = opOf(first, step.info.context), other = opOf(second, step.info.context);
  return !one.empty() && !other.empty() && one != "MPI_NO_OP" && other != "MPI_NO_OP" &&
         one != other;
}

} // namespace

void checkMixedAccumulate(const Step &step) {
  for (const auto &[first, second] : step.peers.meetings()) {
    if (!first.operation || !second.operation)
      continue;
    const Operation &a = *first.operation, &b = *second.operation;
    // What the window's info says of accumulates is not followed.
    auto creation = step.makerOf(*b.window);
    const Expr *info = creation ? creation->argument(Role::Info) : nullptr;
    if (!(info ? isMacro(info, "MPI_INFO_NULL", step.info.context)
               : step.info.program->hasNoInfos()) ||
        !haveOneType(a, b, step.info).value_or(false) || !haveDifferentOps(step, a, b) ||
        step.isForSome())
      continue;
    const Expr *op = b.call.argument(Role::Op);
    step.reporter.report(FindingId::MixedAccumulate, b.call.expr->getExprLoc(),
                         b.call.expr->getSourceRange(),
                         std::string(b.call.info().name) + " with " + step.quoted(op) + " while " +
                             std::string(a.call.info().name) + step.atLine(a.call.expr) +
                             " may accumulate with another op to the same elements",
                         {{a.call.expr->getSourceRange(), "the other one is issued here"},
                          {second.fence->getSourceRange(), second.bothIn()}});
  }
}

} // namespace fencepost::plugin
