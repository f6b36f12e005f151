//===- Containers.cpp - containers of the C++ library ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Containers.h"

#include "FunctionInfo.h"
#include "Names.h"
#include "Summaries.h"
#include "WindowPath.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

bool isInOnePiece(const CXXRecordDecl *record) {
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         llvm::is_contained({"vector", "array", "unique_ptr", "shared_ptr", "span", "basic_string"},
                            record->getName());
}

bool isThread(const CXXRecordDecl *record) {
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         (record->getName() == "thread" || record->getName() == "jthread");
}

bool isSpan(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         record->getName() == "span";
}

const Expr *withoutConversions(const Expr *expr) {
  for (;;) {
    expr = expr->IgnoreParenImpCasts();
    auto *copy = dyn_cast<CXXConstructExpr>(expr);
    auto *cast = dyn_cast<CXXFunctionalCastExpr>(expr); // std::span(values)
    if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
      expr = temporary->getSubExpr();
    else if (cast && cast->getType()->isRecordType())
      expr = cast->getSubExpr();
    else if (copy && copy->getNumArgs() == 1)
      expr = copy->getArg(0);
    else
      return expr;
  }
}

const Expr *ofAccessor(const Expr *expr, std::initializer_list<llvm::StringRef> names,
                       unsigned arguments) {
  auto *call = dyn_cast<CXXMemberCallExpr>(expr);
  const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  return method && method->getIdentifier() && call->getNumArgs() == arguments &&
                 llvm::is_contained(names, method->getName())
             ? call->getImplicitObjectArgument()
             : nullptr;
}

const Expr *withSize(const Expr *count, const FunctionInfo &info) {
  const VarDecl *number = variableOf(count);
  const bool isLocal = number && number->isLocalVarDecl() && number->getInit();
  const Expr *size =
      isLocal && info.isSteady(number) ? number->getInit()->IgnoreParenCasts() : nullptr;
  const Expr *container = size ? ofAccessor(size, {"size"}) : nullptr;
  return container && isa_and_nonnull<ParmVarDecl>(variableOf(container)) ? size : count;
}

/// Whether it is a pointer to such a place, or one of the library's iterators and views, or a
/// container, that has one in it.
const Expr *ofRangeFunction(const Expr *expr, std::initializer_list<llvm::StringRef> names) {
  auto *call = dyn_cast<CallExpr>(expr);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && !isa<CXXMethodDecl>(callee) && callee->isInStdNamespace() &&
                 callee->getIdentifier() && call->getNumArgs() == 1 &&
                 llvm::is_contained(names, callee->getName())
             ? call->getArg(0)->IgnoreParens()
             : nullptr;
}

std::optional<std::pair<const Expr *, const Expr *>> swappedBy(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  auto *ofClass = dyn_cast_or_null<CXXMethodDecl>(callee);
  const Decl *declared = ofClass ? static_cast<const Decl *>(ofClass->getParent()) : callee;
  if (!callee || !declared->isInStdNamespace() || !callee->getIdentifier() ||
      callee->getName() != "swap")
    return std::nullopt;
  std::pair<const Expr *, const Expr *> pair;
  if (auto *method = dyn_cast<CXXMemberCallExpr>(call); method && call->getNumArgs() == 1)
    pair = {method->getImplicitObjectArgument(), call->getArg(0)};
  else if (!method && call->getNumArgs() == 2)
    pair = {call->getArg(0), call->getArg(1)};
  else
    return std::nullopt;
  for (const Expr *each : {pair.first, pair.second}) {
    QualType type = each->getType();
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    const bool isContainer = isInOnePiece(record) && ownsElements(record);
    if (!each->isLValue() || !(type->isArithmeticType() || type->isPointerType() || isContainer))
      return std::nullopt;
  }
  return pair;
}

bool isArrayOfNumbers(QualType type) {
  auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return made && isInOnePiece(made) && made->getName() == "array" &&
         made->getTemplateArgs()[0].getAsType()->isArithmeticType();
}

static bool leadsTo(QualType type, llvm::function_ref<bool(QualType)> isPlace, unsigned depth = 4) {
  if (type->isPointerType())
    return !type->getPointeeType().isConstQualified() && isPlace(type->getPointeeType());
  auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!made || depth == 0)
    return false;
  for (const TemplateArgument &argument : made->getTemplateArgs().asArray()) {
    if (argument.getKind() != TemplateArgument::Type)
      continue;
    QualType part = argument.getAsType();
    if ((isInOnePiece(made) && !part.isConstQualified() && isPlace(part)) ||
        leadsTo(part, isPlace, depth - 1))
      return true;
  }
  return false;
}

/// A container that is only read is no place.
static bool isOnlyRead(QualType type) {
  return type.isConstQualified() && !isSpan(type) && isInOnePiece(type->getAsCXXRecordDecl());
}

bool isPlaceOfHandles(const Expr *expr, const ASTContext &context) {
  QualType window = windowType(context);
  return !isOnlyRead(expr->getType()) && leadsTo(expr->getType(), [&](QualType place) {
    return place->isPointerType() || isInOnePiece(place->getAsCXXRecordDecl()) ||
           (!window.isNull() && context.hasSameType(place, window));
  });
}

bool isPlaceOfNumbers(const Expr *expr) {
  return !isOnlyRead(expr->getType()) && leadsTo(expr->getType(), [](QualType place) {
    return place->isIntegralOrEnumerationType();
  });
}

bool isAlgorithm(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
  if (!callee || isa<CXXMemberCallExpr>(call) ||
      (operation && operation->getOperator() != OO_Call) || isAccessor(callee))
    return false;
  const DeclContext *within = callee->getDeclContext();
  while (!within->isTranslationUnit() && !within->isStdNamespace())
    within = within->getParent();
  return within->isStdNamespace();
}

const NamedDecl *algorithmOf(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return nullptr;
  if (!isa<CXXOperatorCallExpr>(call))
    return callee->isInStdNamespace() && callee->getIdentifier() ? callee : nullptr;
  auto *object = dyn_cast<DeclRefExpr>(call->getArg(0)->IgnoreParenImpCasts());
  if (!object || !object->getDecl()->getIdentifier())
    return nullptr;
  auto *space =
      dyn_cast<NamespaceDecl>(object->getDecl()->getDeclContext()->getEnclosingNamespaceContext());
  while (space && space->isInline())
    space = dyn_cast<NamespaceDecl>(space->getParent());
  return space && space->getName() == "ranges" && space->isInStdNamespace() ? object->getDecl()
                                                                            : nullptr;
}

bool isPlainAssignment(const CXXOperatorCallExpr *call) {
  auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
  if (!method || !call->isAssignmentOp())
    return false;
  const CXXRecordDecl *record = method->getParent();
  return (method->isTrivial() &&
          (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())) ||
         (record->isInStdNamespace() && record->getIdentifier() && record->getName() == "complex");
}

bool hasNoHandles(const Expr *initial, const ASTContext &context) {
  initial = initial->IgnoreImplicit();
  auto isNothing = [&](const Expr *each) {
    return isNullHandle(each, context) || isa<CXXDefaultArgExpr>(each) ||
           each->getType()->isIntegerType() || each->getType()->isFloatingType() ||
           each->isNullPointerConstant(const_cast<ASTContext &>(context),
                                       Expr::NPC_NeverValueDependent) ||
           hasNoHandles(each, context);
  };
  if (auto *list = dyn_cast<InitListExpr>(initial))
    return llvm::all_of(list->inits(), isNothing);
  auto *made = dyn_cast<CXXConstructExpr>(initial);
  return made && isInOnePiece(made->getConstructor()->getParent()) &&
         !made->getConstructor()->isCopyOrMoveConstructor() &&
         llvm::all_of(made->arguments(), isNothing);
}

bool ownsElements(const CXXRecordDecl *record) {
  auto *made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!made || llvm::is_contained({"span", "shared_ptr"}, record->getName()))
    return false;
  if (record->getName() == "array")
    return true;
  unsigned at = record->getName() == "basic_string" ? 2 : 1;
  const TemplateArgument &owner = made->getTemplateArgs()[at];
  auto *type =
      owner.getKind() == TemplateArgument::Type ? owner.getAsType()->getAsCXXRecordDecl() : nullptr;
  // Not a specialization of the program's own.
  return type && type->isInStdNamespace() &&
         type->getASTContext().getSourceManager().isInSystemHeader(type->getLocation()) &&
         llvm::is_contained({"allocator", "default_delete"}, type->getName());
}

bool isGivenInOnePiece(const VarDecl *variable) {
  const QualType type = variable->getType();
  return isa<ParmVarDecl>(variable) &&
         isInOnePiece(type.getNonReferenceType()->getAsCXXRecordDecl());
}

} // namespace fencepost::plugin
