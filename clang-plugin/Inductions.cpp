//===- Inductions.cpp - loops that count ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inductions.h"

#include "FunctionScan.h"
#include "MpiCall.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// What disqualifies a loop from being understood as counting.
class LoopBodyScan : public RecursiveASTVisitor<LoopBodyScan> {
public:
  explicit LoopBodyScan(const VarDecl *variable) : variable(variable) {}
  bool counts = true;
  llvm::DenseSet<const CallExpr *> calls;

  bool VisitCallExpr(CallExpr *call) {
    calls.insert(call);
    return true;
  }
  bool VisitStmt(Stmt *statement) {
    if (isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt, CXXThrowExpr>(
            statement))
      counts = false;
    return counts;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) {
    if (binary->isAssignmentOp() && variableOf(binary->getLHS()) == variable)
      counts = false;
    return counts;
  }
  bool VisitUnaryOperator(UnaryOperator *unary) {
    if ((unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf) &&
        variableOf(unary->getSubExpr()) == variable)
      counts = false;
    return counts;
  }

private:
  const VarDecl *variable;
};

} // namespace

std::optional<Induction> inductionOf(ForStmt *loop, const ASTContext &context) {
  const VarDecl *variable = nullptr;
  const Expr *first = nullptr;
  if (auto *declaration = dyn_cast_or_null<DeclStmt>(loop->getInit());
      declaration && declaration->isSingleDecl()) {
    variable = dyn_cast<VarDecl>(declaration->getSingleDecl());
    first = variable ? variable->getInit() : nullptr;
  } else if (auto *binary = dyn_cast_or_null<BinaryOperator>(loop->getInit());
             binary && binary->getOpcode() == BO_Assign) {
    variable = variableOf(binary->getLHS());
    first = binary->getRHS();
  }
  std::optional<int64_t> value = variable ? constantValue(first, context) : std::nullopt;
  if (!value || !loop->getBody())
    return std::nullopt;
  LoopBodyScan scan(variable);
  scan.TraverseStmt(loop->getBody());
  if (!scan.counts)
    return std::nullopt;
  return Induction{loop, variable, *value, std::move(scan.calls)};
}

} // namespace fencepost::plugin
