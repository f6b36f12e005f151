//===- Callbacks.cpp - what algorithms call -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callbacks.h"

#include "Containers.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether a destructor of the program runs.
bool endsByCode(QualType type) {
  const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isInStdNamespace() &&
         record->hasNonTrivialDestructor();
}

/// Whether a call in it, or an object that begins or ends, may complete an operation.
bool mayComplete(const Stmt *body) {
  if (!body)
    return false;
  if (auto *call = dyn_cast<CallExpr>(body)) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !(callee->isInStdNamespace() || callee->getBuiltinID()))
      return true;
  }
  if (auto *made = dyn_cast<CXXConstructExpr>(body);
      made && !made->getConstructor()->isTrivial() &&
      !made->getConstructor()->getParent()->isInStdNamespace())
    return true;
  if (auto *temporary = dyn_cast<CXXBindTemporaryExpr>(body);
      temporary && endsByCode(temporary->getType()))
    return true;
  if (auto *declaration = dyn_cast<DeclStmt>(body))
    for (const Decl *each : declaration->decls())
      if (auto *variable = dyn_cast<VarDecl>(each); variable && endsByCode(variable->getType()))
        return true;
  return llvm::any_of(body->children(), mayComplete);
}

} // namespace

bool mayCompleteWhenCalled(const Expr *argument) {
  const Expr *expr = withoutConversions(argument);
  if (auto *lambda = dyn_cast<LambdaExpr>(expr))
    return mayComplete(lambda->getBody());
  auto *named = dyn_cast<DeclRefExpr>(expr);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  auto *record = expr->getType()->getAsCXXRecordDecl();
  if (record && record->isLambda())
    return !variable || !variable->getInit() || mayCompleteWhenCalled(variable->getInit());
  if (auto *function = named ? dyn_cast<FunctionDecl>(named->getDecl()) : nullptr)
    return !function->isInStdNamespace() && !function->getBuiltinID();
  return record && record->hasDefinition() && !record->isInStdNamespace() &&
         llvm::any_of(record->methods(), [](const CXXMethodDecl *method) {
           return method->getOverloadedOperator() == OO_Call;
         });
}

} // namespace fencepost::plugin
