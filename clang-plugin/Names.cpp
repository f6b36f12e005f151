//===- Names.cpp - expressions that are variables and handles -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "MpiCall.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

const Expr *boundTo(const Expr *expr) {
  if (auto *call = dyn_cast<CallExpr>(expr); call && call->getNumArgs() == 1)
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && callee->isInStdNamespace() && callee->getIdentifier() &&
        (callee->getName() == "forward" || callee->getName() == "as_const"))
      return call->getArg(0);
  auto *named = dyn_cast<DeclRefExpr>(expr);
  auto *binding = named ? dyn_cast<BindingDecl>(named->getDecl()) : nullptr;
  return binding ? binding->getBinding() : nullptr;
}

const DeclRefExpr *reference(const Expr *expr) {
  expr = expr->IgnoreParenCasts();
  if (const Expr *bound = boundTo(expr))
    expr = bound->IgnoreParenCasts();
  return dyn_cast<DeclRefExpr>(expr);
}

const DeclRefExpr *referenceOrAddress(const Expr *expr) {
  expr = expr->IgnoreParenCasts();
  if (auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_AddrOf)
    expr = unary->getSubExpr();
  return reference(expr);
}

bool keepsHandle(const CallExpr *expr, unsigned argument) {
  if (std::optional<MpiCall> call = mpiCall(expr)) {
    Role role = call->info().roles[argument];
    return role == Role::Window || role == Role::NewWindow || role == Role::Request ||
           role == Role::Requests;
  }
  llvm::StringRef name = expr->getDirectCallee()->getName();
  return argument == 0 && !name.contains("c2f") &&
         (name.contains("MPI_Win_") || name.contains("MPI_Request_"));
}

const VarDecl *variableOf(const Expr *expr) {
  auto *named = reference(expr);
  return named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
}

bool isInUnion(const DeclContext *record) {
  for (; record && isa<RecordDecl>(record); record = record->getParent())
    if (cast<RecordDecl>(record)->isUnion())
      return true;
  return false;
}

bool isPartOfUnion(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParenCasts();
  if (auto *element = dyn_cast<ArraySubscriptExpr>(lvalue))
    return isPartOfUnion(element->getBase());
  auto *member = dyn_cast<MemberExpr>(lvalue);
  return member && (isInUnion(member->getMemberDecl()->getDeclContext()) ||
                    (!member->isArrow() && isPartOfUnion(member->getBase())));
}

bool isNullHandle(const Expr *expr, const ASTContext &context) {
  const Expr *plain = expr->IgnoreParenCasts();
  if (auto *list = dyn_cast<InitListExpr>(plain); list && list->getNumInits() == 0)
    return true;
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr, CXXNullPtrLiteralExpr>(plain))
    return true;
  return isMacro(expr, "MPI_WIN_NULL", context) || isMacro(expr, "MPI_REQUEST_NULL", context);
}

const Expr *addressedIn(const Expr *pointer) {
  auto *unary = dyn_cast<UnaryOperator>(pointer->IgnoreParenCasts());
  return unary && unary->getOpcode() == UO_AddrOf ? unary->getSubExpr() : nullptr;
}

bool mentions(const Stmt *statement, const ValueDecl *variable) {
  auto *named = dyn_cast<DeclRefExpr>(statement);
  return (named && named->getDecl() == variable) ||
         llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return child && mentions(child, variable); });
}

} // namespace fencepost::plugin
