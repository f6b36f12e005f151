//===- Inductions.cpp - loops that count ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inductions.h"

#include "MpiCall.h"
#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// A call that does not return among them.
bool isJump(const Stmt *statement) {
  if (auto *call = dyn_cast<CallExpr>(statement)) {
    const FunctionDecl *callee = call->getDirectCallee();
    auto known = mpiCall(call);
    return (callee && callee->isNoReturn()) || (known && known->kind() == EventKind::Abort) ||
           (callee && callee->getBuiltinID() == Builtin::BI__builtin_unreachable);
  }
  return isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt, CXXThrowExpr>(
      statement);
}

/// What disqualifies a loop from being understood as counting.
class LoopBodyScan : public RecursiveASTVisitor<LoopBodyScan> {
public:
  explicit LoopBodyScan(const VarDecl *variable) : variable(variable) {}
  llvm::DenseSet<const Expr *> calls;
  bool jumps = false;

  bool VisitCallExpr(CallExpr *call) {
    calls.insert(call);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    calls.insert(construction);
    return true;
  }
  bool VisitStmt(Stmt *statement) {
    jumps |= isJump(statement);
    return true;
  }
  /// Of what is done to the variable only to read it changes nothing.
  bool VisitDeclRefExpr(DeclRefExpr *named) {
    mentioned += named->getDecl() == variable;
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    const bool reads = cast->getCastKind() == CK_LValueToRValue ||
                       (cast->getCastKind() == CK_NoOp && cast->getType().isConstQualified());
    read += reads && variableOf(cast->getSubExpr()) == variable;
    return true;
  }
  bool isOnlyRead() const { return mentioned == read; }

private:
  const VarDecl *variable;
  unsigned mentioned = 0, read = 0;
};

/// The variable or member that the expression is.
const ValueDecl *declarationOf(const Expr *expr) {
  expr = expr->IgnoreParenCasts();
  if (auto *member = dyn_cast<MemberExpr>(expr))
    return member->getMemberDecl();
  auto *named = dyn_cast<DeclRefExpr>(expr);
  return named ? named->getDecl() : nullptr;
}

bool names(const Stmt *statement, const ValueDecl *declaration) {
  auto *expr = dyn_cast_or_null<Expr>(statement);
  if (!statement || (expr && declarationOf(expr) == declaration))
    return statement;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return names(child, declaration); });
}

/// Whether something that the condition names, other than the variable, is changed there.
bool changes(const Stmt *statement, const Stmt *condition, const VarDecl *variable) {
  const Expr *changed = nullptr;
  if (auto *binary = dyn_cast_or_null<BinaryOperator>(statement))
    changed = binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  else if (auto *unary = dyn_cast_or_null<UnaryOperator>(statement))
    changed = unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf
                  ? unary->getSubExpr()
                  : nullptr;
  const ValueDecl *declaration = changed ? declarationOf(changed) : nullptr;
  if (declaration && declaration != variable && names(condition, declaration))
    return true;
  return statement && llvm::any_of(statement->children(), [&](const Stmt *child) {
           return changes(child, condition, variable);
         });
}

} // namespace

bool isSameInEach(const Induction &outer, const ForStmt *loop, const VarDecl *variable) {
  return !names(loop->getCond(), outer.variable) &&
         !changes(outer.loop->getBody(), loop->getCond(), variable);
}

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
  if (!scan.isOnlyRead())
    return std::nullopt;
  return Induction{loop, variable, *value, std::move(scan.calls), scan.jumps};
}

std::optional<int64_t> runsOf(const Induction &loop, const ASTContext &context) {
  auto *condition = dyn_cast_or_null<BinaryOperator>(loop.loop->getCond());
  auto *step = dyn_cast_or_null<UnaryOperator>(loop.loop->getInc());
  if (loop.mayEndEarly || !condition || !step || !step->isIncrementOp() ||
      variableOf(step->getSubExpr()) != loop.variable ||
      variableOf(condition->getLHS()) != loop.variable ||
      (condition->getOpcode() != BO_LT && condition->getOpcode() != BO_LE))
    return std::nullopt;
  auto bound = constantValue(condition->getRHS(), context);
  if (!bound)
    return std::nullopt;
  return *bound - loop.first + (condition->getOpcode() == BO_LE);
}

bool mayJump(const Stmt *statement) {
  return isJump(statement) || llvm::any_of(statement->children(), [](const Stmt *child) {
           return child && mayJump(child);
         });
}

} // namespace fencepost::plugin
