//===- BodyScan.cpp - what a body may change that others see --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyScan.h"

#include "Containers.h"
#include "LibraryCalls.h"
#include "MpiCall.h"
#include "Names.h"
#include "WindowPath.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the lvalue is in a variable of the function's own.
bool isOwn(const Expr *lvalue) {
  for (;;) {
    lvalue = lvalue->IgnoreParenCasts();
    auto *member = dyn_cast<MemberExpr>(lvalue);
    auto *element = dyn_cast<ArraySubscriptExpr>(lvalue);
    if (member && !member->isArrow() && !member->getMemberDecl()->getType()->isReferenceType())
      lvalue = member->getBase();
    else if (element && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      lvalue = element->getBase();
    else
      break;
  }
  auto *named = dyn_cast<DeclRefExpr>(lvalue);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
         !named->refersToEnclosingVariableOrCapture();
}

bool isOfThis(const Expr *lvalue) {
  auto *member = dyn_cast<MemberExpr>(lvalue->IgnoreParens());
  return member && (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) ||
                    (!member->isArrow() && isOfThis(member->getBase())));
}

bool isOfLibrary(QualType type) {
  auto *record = type->getAsCXXRecordDecl();
  return record && record->isInStdNamespace();
}

bool isStream(QualType type) {
  auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         record->getName().ends_with("stream");
}

/// The member or global variable that the lvalue names, or whose elements are numbers and one of
/// which it is: its name tells what changes. Null for any other.
const ValueDecl *nameOf(const Expr *lvalue) {
  auto *member = dyn_cast<MemberExpr>(lvalue);
  auto *named = dyn_cast<DeclRefExpr>(lvalue);
  if (auto *element = dyn_cast<ArraySubscriptExpr>(lvalue);
      element && element->getType()->isArithmeticType())
    if (const Expr *array = element->getBase()->IgnoreParenImpCasts();
        array->getType()->isArrayType())
      member = dyn_cast<MemberExpr>(array);
  if (auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr)
    return variable->hasGlobalStorage() && !variable->getType()->isReferenceType() &&
                   !variable->getType()->isRecordType()
               ? variable
               : nullptr;
  auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  bool isWhole = lvalue->getType()->isRecordType() && !isOfLibrary(lvalue->getType());
  return field && !isWhole && !field->getType()->isReferenceType() && !isInUnion(field->getParent())
             ? field
             : nullptr;
}

/// Whether the type is one of MPI's own, which it keeps no pointers of the program's in.
bool isMpiType(QualType type) {
  auto *named = type->getAs<TypedefType>();
  return named && named->getDecl()->getName().starts_with("MPI_");
}

} // namespace

bool BodyScan::VisitBinaryOperator(BinaryOperator *binary) {
  if (binary->isAssignmentOp())
    write(binary->getLHS(), isNullHandle(binary->getRHS(), summaries.context));
  return true;
}

bool BodyScan::VisitUnaryOperator(UnaryOperator *unary) {
  // The address of a member may be kept, but for what MPI is given it for.
  addressesTaken += unary->getOpcode() == UO_AddrOf && isOfThis(unary->getSubExpr());
  if (unary->isIncrementDecrementOp())
    write(unary->getSubExpr());
  return true;
}

bool BodyScan::VisitCallExpr(CallExpr *call) {
  worsen(summaries.ofCall(call));
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee) {
    changes = {true, true, {}, {}};
  } else if (isMpiFunction(callee)) {
    usesMpi = true;
    for (const Expr *argument : call->arguments())
      if (auto *unary = dyn_cast<UnaryOperator>(argument->IgnoreParenCasts()))
        addressesForMpi += unary->getOpcode() == UO_AddrOf && isOfThis(unary->getSubExpr());
  } else {
    takeOver(callee);
  }
  if (callee && (isMpiFunction(callee) || summaries.isLibraryFunction(callee)))
    library(call);
  else if (callee && callee->isTrivial() && isa<CXXOperatorCallExpr>(call))
    write(call->getArg(0));
  return true;
}

bool BodyScan::VisitCXXConstructExpr(CXXConstructExpr *construction) {
  worsen(summaries.ofFunction(construction->getConstructor()));
  if (!construction->getConstructor()->isTrivial())
    takeOver(construction->getConstructor());
  return true;
}

bool BodyScan::VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *construction) {
  worsen(summaries.ofFunction(construction->getConstructor()));
  takeOver(construction->getConstructor());
  return true;
}

bool BodyScan::VisitCXXDefaultInitExpr(CXXDefaultInitExpr *initial) {
  return TraverseStmt(initial->getExpr());
}

bool BodyScan::VisitVarDecl(VarDecl *variable) {
  if (variable->hasAttr<CleanupAttr>()) {
    worsen(Effect::Synchronizes);
    changes.handles = changes.numbers = true;
  }
  destroy(variable->getType());
  return true;
}

void BodyScan::destroy(QualType type) {
  auto *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record)
    return;
  worsen(summaries.ofDestruction(record));
  if (!record->hasDefinition() || record->hasTrivialDestructor())
    return;
  if (const CXXDestructorDecl *destructor = record->getDestructor())
    takeOver(destructor);
  else // clang has not needed it so far
    changes.handles = changes.numbers = true;
}

bool BodyScan::VisitCXXNewExpr(CXXNewExpr *expr) {
  if (expr->getNumPlacementArgs() == 0)
    return true;
  worsen(Effect::Modifies);
  changes.handles = changes.numbers = true;
  return true;
}

bool BodyScan::VisitCXXDeleteExpr(CXXDeleteExpr *expr) {
  worsen(Summaries::isPlain(expr) ? Effect::Modifies : Effect::Synchronizes);
  changes.handles |= !Summaries::isPlain(expr);
  return true;
}

bool BodyScan::VisitAtomicExpr(AtomicExpr *) {
  worsen(Effect::Modifies);
  changes.handles = changes.numbers = true;
  return true;
}

bool BodyScan::VisitCXXThisExpr(CXXThisExpr *) {
  ++thisExpressions;
  return true;
}

bool BodyScan::VisitMemberExpr(MemberExpr *member) {
  if (!isa<CXXThisExpr>(member->getBase()->IgnoreParenCasts()))
    return true;
  ++throughMembers;
  if (auto *method = dyn_cast<CXXMethodDecl>(member->getMemberDecl()))
    givesAway |= method->isInstance() && summaries.givesThisAway(method);
  return true;
}

bool BodyScan::VisitAsmStmt(AsmStmt *) {
  worsen(Effect::Synchronizes);
  changes.handles = changes.numbers = true;
  return true;
}

void BodyScan::takeOver(const FunctionDecl *callee) {
  if (const Summaries::Known *inner = summaries.ofBody(callee)) {
    changes.add(inner->changes);
    usesMpi |= inner->usesMpi;
  } else if (!summaries.isLibraryFunction(callee) && !callee->isTrivial()) {
    changes.handles = changes.numbers = true;
  }
}

void BodyScan::library(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (isAccessor(callee))
    return;
  for (unsigned i = 0; i < call->getNumArgs(); ++i)
    writeArgument(call, i);
  if (isAlgorithm(call))
    for (const Expr *argument : call->arguments()) {
      const bool handles = isPlaceOfHandles(argument, summaries.context);
      const bool numbers = isPlaceOfNumbers(argument);
      if (handles || numbers)
        worsen(Effect::Modifies);
      changes.handles |= handles;
      changes.numbers |= numbers;
    }
  if (auto *operation = dyn_cast<CXXOperatorCallExpr>(call)) {
    if (operation->isAssignmentOp())
      write(call->getArg(0));
    return;
  }
  if (auto *method = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr *object = method->getImplicitObjectArgument();
    if (summaries.ofFunction(callee) == Effect::None || isStream(object->getType()))
      return;
    if (object->getType()->isPointerType())
      changes.handles = true;
    else
      write(object);
    return;
  }
  if (isa<CXXMethodDecl>(callee))
    return;
  for (unsigned i = 0; i < call->getNumArgs() && i < callee->getNumParams(); ++i) {
    QualType type = callee->getParamDecl(i)->getType();
    if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified() &&
        !isStream(type))
      write(call->getArg(i));
  }
}

void BodyScan::writeArgument(const CallExpr *call, unsigned index) {
  const FunctionDecl *callee = call->getDirectCallee();
  const Expr *argument = call->getArg(index)->IgnoreParenCasts();
  bool isMpi = isMpiFunction(callee);
  if (index < callee->getNumParams()) {
    QualType taken = callee->getParamDecl(index)->getType()->getPointeeType();
    if (taken.isNull() || taken.isConstQualified())
      return;
  } else if (!callee->getIdentifier() || !callee->getName().contains("scanf")) {
    return;
  }
  if (auto *unary = dyn_cast<UnaryOperator>(argument); unary && unary->getOpcode() == UO_AddrOf) {
    QualType type = unary->getSubExpr()->getType();
    // Making a window is told apart, and predefined handles are addresses of what nobody sees into.
    if (!(isMpi && (isWindowType(type) || type->isIncompleteType())))
      write(unary->getSubExpr());
    return;
  }
  changes.numbers |= givesNumbers(call, index);
  QualType type = argument->getType();
  QualType element =
      type->isArrayType() ? QualType(type->getBaseElementTypeUnsafe(), 0) : type->getPointeeType();
  bool holdsNoPointers = element.isNull() || element->isIncompleteType() ||
                         element->isArithmeticType() || (isMpi && isMpiType(element)) ||
                         isRelease(call, summaries.context);
  changes.handles |= !holdsNoPointers || (!element.isNull() && element->isVoidType() && !isMpi &&
                                          !isRelease(call, summaries.context));
}

void BodyScan::write(const Expr *lvalue, bool isNull) {
  if (isOwn(lvalue))
    return;
  worsen(Effect::Modifies);
  QualType type = lvalue->getType();
  if (const ValueDecl *name = nameOf(lvalue->IgnoreParenCasts())) {
    changes.names.insert(name);
    if (!isNull)
      changes.renewed.insert(name);
    return;
  }
  changes.handles |= type->isPointerType() || type->isRecordType() || isWindowType(type);
  changes.numbers |= type->isIntegralOrEnumerationType() || type->isRecordType();
}

} // namespace fencepost::plugin
