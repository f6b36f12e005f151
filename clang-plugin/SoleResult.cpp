//===- SoleResult.cpp - functions that do nothing but return a value ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SoleResult.h"

#include "Summaries.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the statement does nothing when it is executed.
bool isNothing(const Stmt *statement) {
  auto *declaration = dyn_cast<DeclStmt>(statement);
  return isa<NullStmt>(statement) ||
         (declaration && llvm::all_of(declaration->decls(), [](const Decl *decl) {
            return isa<StaticAssertDecl, TypeDecl>(decl);
          }));
}

/// The return that is all there is to do. `isOver`: that something else comes first.
const ReturnStmt *soleReturn(const Stmt *statement, const ASTContext &context, bool &isOver) {
  if (auto *compound = dyn_cast<CompoundStmt>(statement)) {
    for (const Stmt *each : compound->body()) {
      const ReturnStmt *found = soleReturn(each, context, isOver);
      if (found || isOver)
        return found;
    }
    return nullptr;
  }
  // `if constexpr` has been decided.
  if (auto *choice = dyn_cast<IfStmt>(statement); choice && choice->isConstexpr())
    if (auto taken = choice->getNondiscardedCase(context))
      return *taken ? soleReturn(*taken, context, isOver) : nullptr;
  isOver = !isNothing(statement);
  return dyn_cast<ReturnStmt>(statement);
}

} // namespace

const Expr *soleResult(const CallExpr *call, const ASTContext &context) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  if (!Summaries::isBound(call) || callee->isWeak() || !callee->hasBody(definition))
    return nullptr;
  bool isOver = false;
  const ReturnStmt *found = soleReturn(definition->getBody(), context, isOver);
  return found ? found->getRetValue() : nullptr;
}

} // namespace fencepost::plugin
