//===- Processes.cpp - what a file knows of ranks and communicators -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes.h"

#include "MpiCall.h"
#include "Names.h"
#include "ProcessScan.h"
#include "Shifts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

bool mayHold(const ValueDecl *declaration) {
  QualType type = declaration->getType();
  if (type->isReferenceType() && type->getPointeeType().isConstQualified())
    type = type->getPointeeType();
  if (!type->isIntegerType() || type->isBooleanType() || type.isVolatileQualified() ||
      type->isEnumeralType())
    return false;
  // Code of libraries, which changes the members of their classes, is not looked at.
  const SourceManager &sources = declaration->getASTContext().getSourceManager();
  return !isa<FieldDecl>(declaration) || !sources.isInSystemHeader(declaration->getLocation());
}

const ValueDecl *declarationIn(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (auto *member = dyn_cast<MemberExpr>(lvalue))
    return member->getMemberDecl();
  auto *named = dyn_cast<DeclRefExpr>(lvalue);
  // What a binding names is changed by other names, too.
  return named && !isa<BindingDecl>(named->getDecl()) ? named->getDecl() : nullptr;
}

const ValueDecl *originOf(const Expr *expr) {
  expr = expr->IgnoreParenCasts();
  if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
    expr = temporary->getSubExpr()->IgnoreParenCasts();
  if (auto *member = dyn_cast<MemberExpr>(expr))
    return isPartOfUnion(member) ? nullptr : member->getMemberDecl();
  if (auto *named = dyn_cast<DeclRefExpr>(expr))
    return named->getDecl();
  auto *call = dyn_cast<CallExpr>(expr);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  return callee && !(method && method->isVirtual()) ? callee->getCanonicalDecl() : nullptr;
}

bool Processes::areOfOneWorld() {
  scan();
  return isOneWorld;
}

bool Processes::isRank(const Expr *expr) {
  scan();
  return ranks.contains(originOf(expr));
}

bool Processes::asksForNumber() {
  scan();
  return asksNumber;
}

bool Processes::asksIfAlone() {
  scan();
  return asksAlone;
}

bool asksIfAlone(BinaryOperatorKind kind, std::optional<int64_t> number) {
  if (BinaryOperator::isEqualityOp(kind))
    return number.value_or(1) < 2;
  return (kind == BO_GT && number == 1) || (kind == BO_GE && number == 2);
}

bool asksForFew(BinaryOperatorKind kind, std::optional<int64_t> number) {
  return BinaryOperator::isEqualityOp(kind) ||
         (number && calculate(kind, 2, *number) != calculate(kind, 3, *number));
}

bool Processes::mayDependOnRank(const Expr *expr) {
  scan();
  auto ofParts = [&](const Stmt *part) {
    auto *child = dyn_cast_or_null<Expr>(part);
    return child && mayDependOnRank(child);
  };
  const ValueDecl *origin = isa<DeclRefExpr, MemberExpr>(expr) ? originOf(expr) : nullptr;
  if (!origin && isa<MemberExpr>(expr))
    return true;
  if (!origin || isa<EnumConstantDecl, FunctionDecl>(origin))
    return llvm::any_of(expr->children(), ofParts);
  if (given.contains(origin))
    return true;
  auto *function = dyn_cast<FunctionDecl>(origin->getDeclContext());
  const bool isOfMain = isa<ParmVarDecl>(origin) && function && function->isMain();
  if (sizes.contains(origin) || numbers.contains(origin) || isOfMain)
    return false;
  // What others than numbers hold is not followed; an argument of the program is the same for all.
  if (!mayHold(origin))
    return !isa<ParmVarDecl>(origin) || !origin->getType()->isPointerType();
  auto found = known.find(origin);
  if (found == known.end() || (found->second.size() != 1 && !isa<ParmVarDecl>(origin)))
    return !isa<ParmVarDecl>(origin) || found == known.end();
  // What was asked on the way here has nothing more to say.
  const bool isOutermost = asked.empty();
  const bool depends =
      asked.insert(origin).second &&
      llvm::any_of(found->second, [&](const Expr *value) { return mayDependOnRank(value); });
  if (isOutermost)
    asked.clear();
  return depends;
}

bool Processes::isGivenByRank(const ParmVarDecl *parameter) {
  scan();
  auto found = known.find(parameter);
  return found != known.end() &&
         llvm::any_of(found->second, [&](const Expr *value) { return mayDependOnRank(value); });
}

const Expr *Processes::soleValue(const ValueDecl *origin) {
  scan();
  return values.lookup(origin);
}

bool Processes::isSize(const Expr *expr) {
  scan();
  return sizes.contains(originOf(expr));
}

} // namespace fencepost::plugin
