//===- Views.cpp - addresses by pointers, spans and results with a known value ===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressBuilder.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "Invocations.h"
#include "Names.h"
#include "SoleResult.h"
#include "Translation.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

bool AddressBuilder::assigned(const PointerValue &set) {
  constexpr unsigned kMostValues = 32; // made of each other
  if (!set.value) {
    result.root = identity('P', set.pointer); // not what it may point to by then
    result.pointer = set.pointer;
    return true;
  }
  if (++values > kMostValues || !(set.value->isLValue() ? value(set.value) : pointee(set.value)))
    return false;
  QualType element = set.pointer->getType()->getPointeeType();
  if (set.sign == 0)
    return true;
  return set.steps ? step(set.steps, element, set.sign) : next(element, set.sign);
}

bool AddressBuilder::next(QualType element, int sign) {
  return !element->isIncompleteType() && element->isConstantSizeType() &&
         moved(sign * info.context.getTypeSizeInChars(element).getQuantity());
}

bool AddressBuilder::stepped(const UnaryOperator *step) {
  auto *named = dyn_cast<DeclRefExpr>(step->getSubExpr()->IgnoreParens());
  // Any other is called by its name, which means the next one already.
  if (!named || !info.valuesRead.contains(named) || !value(named))
    return false;
  return step->isPostfix() ||
         next(named->getType()->getPointeeType(), step->isIncrementOp() ? 1 : -1);
}

/// What a span is made of, when it is made there or never changes; or null.
const Expr *AddressBuilder::viewOf(const Expr *container) const {
  if (!isSpan(container->getType()))
    return nullptr;
  const VarDecl *variable = variableOf(container);
  if (variable && info.aliases.contains(variable))
    return info.soleValues.lookup(variable);
  return isa<CXXConstructExpr, CXXFunctionalCastExpr, CXXMemberCallExpr>(container) ? container
                                                                                    : nullptr;
}

bool AddressBuilder::viewed(const Expr *span) {
  span = withoutConversions(span);
  if (span->getType()->isArrayType())
    return lvalue(span);
  if (auto *made = dyn_cast<CXXConstructExpr>(span))
    return isSpan(made->getType()) && made->getNumArgs() == 2 && pointee(made->getArg(0));
  auto *call = dyn_cast<CXXMemberCallExpr>(span);
  if (!call)
    return elements(span);
  auto *made =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(span->getType()->getAsCXXRecordDecl());
  const CXXMethodDecl *method = call->getMethodDecl();
  if (!made || !method || !method->getIdentifier() || call->getNumArgs() == 0 ||
      !isInOnePiece(method->getParent()) || !elements(call->getImplicitObjectArgument()))
    return false;
  return method->getName() == "first" ||
         (method->getName() == "subspan" &&
          step(call->getArg(0), made->getTemplateArgs()[0].getAsType(), 1));
}

bool AddressBuilder::returned(const CallExpr *call) {
  const Expr *value = soleResult(call, info.context);
  const FunctionInfo *callee = value ? info.ofCallee(call->getDirectCallee()) : nullptr;
  if (!callee)
    return false;
  auto inner = value->isLValue() ? addressOfLvalue(value, {}, *callee)
                                 : addressOfPointee(value, {}, *callee);
  auto outer = inner ? Translation(argumentsOf(call, info), info, loop).access({std::move(*inner)})
                     : std::nullopt;
  if (outer)
    result = std::move(outer->address);
  return outer.has_value();
}

/// The variable that the object is, or is a part of.
const VarDecl *AddressBuilder::holder(const Expr *object) {
  auto *member = dyn_cast<MemberExpr>(object->IgnoreParenImpCasts());
  if (!member)
    return plainVariable(object);
  return member->isArrow() || member->getMemberDecl()->getType()->isReferenceType() ||
                 isPartOfUnion(member) // which ends none of its members
             ? nullptr
             : holder(member->getBase());
}

const VarDecl *AddressBuilder::plainVariable(const Expr *pointer) {
  pointer = pointer->IgnoreParens();
  while (const Expr *bound = boundTo(pointer))
    pointer = bound->IgnoreParens();
  auto *named = dyn_cast<DeclRefExpr>(pointer);
  return named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
}

} // namespace fencepost::plugin
