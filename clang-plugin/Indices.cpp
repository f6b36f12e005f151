//===- Indices.cpp - a callee's indices in the words of its caller --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `&g->u[g->nx * i]` of a function that is given `&grid` and `3` is
// `&grid.u[grid.nx * 3]` where it is called.
//
//===----------------------------------------------------------------------===//

#include "FunctionInfo.h"
#include "MpiCall.h"
#include "Names.h"
#include "Translation.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

const Expr *Translation::given(const Expr *expr) const {
  const VarDecl *variable = variableOf(expr);
  if (!variable || !isa<DeclRefExpr>(expr->IgnoreParenImpCasts()))
    return nullptr;
  if (auto *parameter = dyn_cast<ParmVarDecl>(variable);
      parameter && ownerOf(parameter) == definition())
    return argument(parameter);
  return captures.isInSight(variable) && hasValue(variable) ? expr : nullptr;
}

const WindowPath *Translation::placeOf(const Expr *number) const {
  const Expr *lvalue = number->IgnoreParenImpCasts();
  QualType type = lvalue->getType();
  if (!lvalue->isLValue() || !type->isIntegralOrEnumerationType() || type.isVolatileQualified())
    return nullptr;
  auto inner = pathOf(lvalue, info);
  // A variable of the function's own means nothing here.
  auto isOwn = [&](const ValueDecl *part) {
    auto *variable = dyn_cast<VarDecl>(part);
    return variable && variable->hasLocalStorage() && ownerOf(variable) == definition() &&
           !isa<ParmVarDecl>(variable);
  };
  if (!inner || llvm::any_of(inner->dependsOn, isOwn))
    return nullptr;
  auto outer = path(*inner);
  return outer ? info.placeOf(std::move(*outer)) : nullptr;
}

bool Translation::index(Address &address, const Expr *expr, int64_t bytes) const {
  expr = expr->IgnoreParenImpCasts();
  if (auto constant = constantValue(expr, info.context)) {
    address.offset += *constant * bytes;
    return true;
  }
  if (const Expr *value = given(expr))
    return addIndex(address, value, bytes, info, loop);
  if (auto *binary = dyn_cast<BinaryOperator>(expr)) {
    if (binary->isAdditiveOp())
      return index(address, binary->getLHS(), bytes) &&
             index(address, binary->getRHS(), binary->getOpcode() == BO_Sub ? -bytes : bytes);
    if (binary->getOpcode() == BO_Mul)
      for (auto [factor, other] : {std::pair(binary->getRHS(), binary->getLHS()),
                                   std::pair(binary->getLHS(), binary->getRHS())}) {
        const Expr *value = given(factor);
        if (auto known = constantValue(value ? value : factor, info.context))
          return *known == 0 || index(address, other, bytes * *known);
      }
  }
  std::string name;
  if (!term(address, expr, name))
    return false;
  addTerm(address, name, bytes);
  return true;
}

bool Translation::term(Address &address, const Expr *expr, std::string &name) const {
  return nameArithmetic(expr, name, info.context, [&](const Expr *part, std::string &called) {
    if (const Expr *value = given(part))
      return nameTerm(value, called, address, info);
    const WindowPath *place = placeOf(part);
    if (place)
      namePlace(address, place, called);
    return place != nullptr;
  });
}

} // namespace fencepost::plugin
