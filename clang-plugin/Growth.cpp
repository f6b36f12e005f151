//===- Growth.cpp - whether containers have room for more -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Growth.h"

#include "Captures.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "MpiCall.h"
#include "Names.h"
#include "Spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// How a local container is made, with elements, if only one call in the function grows it.
const CXXConstructExpr *madeOf(const Expr *object, const FunctionInfo &info) {
  auto *named = dyn_cast<DeclRefExpr>(object->IgnoreParenImpCasts());
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (!variable || !variable->isLocalVarDecl() || !variable->hasLocalStorage() ||
      !variable->getInit() || ownerOf(variable) != info.function || !info.isStable(variable) ||
      info.growths.lookup(variable) != 1)
    return nullptr;
  auto *made = dyn_cast<CXXConstructExpr>(variable->getInit()->IgnoreImplicit());
  const bool isSized =
      made && made->getNumArgs() > 0 &&
      (made->isStdInitListInitialization() || made->getArg(0)->getType()->isIntegerType());
  return isSized ? made : nullptr;
}

/// Whether it surely is more than the container has.
bool isMore(const Expr *count, const Expr *object, const CXXConstructExpr *made,
            const ASTContext &context) {
  if (auto wanted = constantValue(count, context)) {
    auto has = made->isStdInitListInitialization() ? std::nullopt
                                                   : constantValue(made->getArg(0), context);
    return has && *wanted > *has;
  }
  auto *binary = dyn_cast<BinaryOperator>(count->IgnoreParenImpCasts());
  if (!binary || (binary->getOpcode() != BO_Mul && binary->getOpcode() != BO_Add))
    return false;
  const int64_t least = binary->getOpcode() == BO_Mul ? 2 : 1;
  for (auto [size, by] : {std::pair(binary->getLHS(), binary->getRHS()),
                          std::pair(binary->getRHS(), binary->getLHS())})
    if (const Expr *sized = ofAccessor(size->IgnoreParenCasts(), {"size"});
        sized && spelling(sized, context) == spelling(object, context))
      return constantValue(by, context).value_or(0) >= least;
  return false;
}

llvm::StringRef nameOf(const CXXMemberCallExpr *method) {
  const CXXMethodDecl *callee = method->getMethodDecl();
  const CXXRecordDecl *record = callee ? callee->getParent() : nullptr;
  return record && record->isInStdNamespace() && record->getName() == "vector" &&
                 callee->getIdentifier()
             ? callee->getName()
             : "";
}

/// Or shrink, after which there is room.
bool mayGrow(llvm::StringRef method) {
  return llvm::is_contained({"assign", "assign_range", "append_range", "clear", "emplace",
                             "emplace_back", "erase", "insert", "insert_range", "pop_back",
                             "push_back", "reserve", "resize", "shrink_to_fit", "swap"},
                            method);
}

} // namespace

void noteGrowth(const CallExpr *call, llvm::DenseMap<const VarDecl *, unsigned> &growths) {
  if (auto *method = dyn_cast<CXXMemberCallExpr>(call); method && mayGrow(nameOf(method)))
    ++growths[variableOf(method->getImplicitObjectArgument())];
  if (auto *assignment = dyn_cast<CXXOperatorCallExpr>(call);
      assignment && assignment->getOperator() == OO_Equal)
    for (const Expr *each : assignment->arguments())
      ++growths[variableOf(each)];
  if (auto pair = swappedBy(call))
    for (const Expr *each : {pair->first, pair->second})
      ++growths[variableOf(each)];
}

bool outgrows(const CXXMemberCallExpr *method, const FunctionInfo &info) {
  llvm::StringRef name = nameOf(method);
  if (!llvm::is_contained({"emplace_back", "push_back", "resize", "reserve"}, name))
    return false;
  const Expr *object = method->getImplicitObjectArgument();
  const CXXConstructExpr *made = madeOf(object, info);
  return made && (name.ends_with("_back") || isMore(method->getArg(0), object, made, info.context));
}

} // namespace fencepost::plugin
