//===- Failures.cpp - where a process gives up ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Failures.h"

#include "FunctionInfo.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the way there is taken for want of something: memory, a file, an argument. What main
/// returns is known to be a failure.
bool isRefusal(const CFGBlock *block, const FunctionInfo &info) {
  if (info.function->isMain())
    return true;
  const CFGBlock *before = nullptr;
  if (block->pred_size() == 1)
    before = *block->pred_begin();
  auto *condition = before ? dyn_cast_or_null<Expr>(before->getTerminatorCondition()) : nullptr;
  if (!condition)
    return false;
  if (info.asksForResult(condition))
    return true;
  condition = condition->IgnoreParenImpCasts();
  if (auto *negated = dyn_cast<UnaryOperator>(condition);
      negated && negated->getOpcode() == UO_LNot)
    condition = negated->getSubExpr()->IgnoreParenImpCasts();
  if (auto *binary = dyn_cast<BinaryOperator>(condition); binary && binary->isComparisonOp())
    condition = binary->getLHS()->IgnoreParenImpCasts();
  return condition->getType()->isPointerType();
}

/// Whether the statement ends the process as if all was well.
bool isSuccess(const Stmt *statement, const ASTContext &context) {
  auto *call = dyn_cast<CallExpr>(statement);
  auto *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier() || call->getNumArgs() != 1 ||
      !llvm::is_contained({"exit", "_exit", "_Exit", "quick_exit"}, callee->getName()))
    return false;
  return constantValue(call->getArg(0), context) == 0;
}

} // namespace

const CFGBlock *failureOf(const CFGBlock *block, const FunctionInfo &info) {
  auto *condition = dyn_cast_or_null<Expr>(block->getTerminatorCondition());
  if (!condition || block->succ_size() != 2 || !info.asksForResult(condition))
    return nullptr;
  condition = condition->IgnoreParenImpCasts();
  bool equal = false;
  auto *binary = dyn_cast<BinaryOperator>(condition);
  if (binary && binary->getOpcode() == BO_Assign) { // if ((rc = ...))
    if (!isa<CallExpr>(binary->getRHS()->IgnoreParenImpCasts()))
      return nullptr;
  } else if (binary) {
    auto success = constantValue(binary->getRHS(), info.context);
    if (!binary->isEqualityOp() || !success || *success != 0)
      return nullptr;
    equal = binary->getOpcode() == BO_EQ;
  } else if (!isa<DeclRefExpr, CallExpr>(condition)) {
    return nullptr;
  }
  return *(block->succ_begin() + (equal ? 1 : 0));
}

bool returnsFailure(const CFGBlock *block, const FunctionInfo &info) {
  if (block->pred_size() != 1 || !*block->pred_begin() ||
      failureOf(*block->pred_begin(), info) != block)
    return false;
  for (const CFGElement &element : *block)
    if (auto statement = element.getAs<CFGStmt>())
      if (auto *end = dyn_cast<ReturnStmt>(statement->getStmt()))
        return info.asksForResult(end->getRetValue());
  return false;
}

bool givesUp(const CFGBlock *block, const FlowGraph &graph, const FunctionInfo &info, bool surely) {
  for (const CFGElement &element : *block)
    if (auto statement = element.getAs<CFGStmt>();
        surely && statement && isSuccess(statement->getStmt(), info.context))
      return false;
  if (block->hasNoReturnElement())
    return true;
  for (const Action &action : graph.blocks[block->getBlockID()])
    if (action.kind == Action::Kind::Stop)
      return true;
  for (const CFGElement &element : *block)
    if (auto statement = element.getAs<CFGStmt>()) {
      if (isa<CXXThrowExpr>(statement->getStmt()) && !surely)
        return true;
      if (auto *end = dyn_cast<ReturnStmt>(statement->getStmt()))
        if (auto value = constantValue(end->getRetValue(), info.context); value && *value != 0)
          return !surely || isRefusal(block, info);
    }
  return false;
}

} // namespace fencepost::plugin
