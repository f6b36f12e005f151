//===- AddressBuilder.cpp - takes expressions apart into addresses --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressBuilder.h"

#include "Bases.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "Invocations.h"
#include "MpiCall.h"
#include "Names.h"
#include "SoleResult.h"
#include "Translation.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace fencepost::plugin {

std::string identity(char kind, const void *pointer) {
  return kind + std::to_string(reinterpret_cast<uintptr_t>(pointer));
}

bool AddressBuilder::lvalue(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (auto *cast = dyn_cast<CastExpr>(expr)) {
    if (cast->getCastKind() == CK_NoOp)
      return lvalue(cast->getSubExpr());
    auto offset = offsetOfBase(cast, info.context);
    return offset && lvalue(cast->getSubExpr()) && moved(*offset);
  }
  if (const Expr *bound = boundTo(expr))
    return lvalue(bound);
  if (const VarDecl *temporary = info.temporaryOf(expr))
    return variable(temporary);
  if (auto *named = dyn_cast<DeclRefExpr>(expr))
    return variable(dyn_cast<VarDecl>(named->getDecl()));
  if (auto *literal = dyn_cast<CompoundLiteralExpr>(expr);
      literal && !info.context.getLangOpts().CPlusPlus) {
    result.root = identity('l', literal);
    result.literal = literal->isFileScope() ? nullptr : literal;
    return true;
  }
  if (auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
    return pointee(subscript->getBase()) && step(subscript->getIdx(), subscript->getType(), 1);
  if (auto *member = dyn_cast<MemberExpr>(expr))
    return field(member);
  if (auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_Deref)
    return pointee(unary->getSubExpr());
  if (auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
      call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2)
    return elements(call->getArg(0)) && step(call->getArg(1), call->getType(), 1);
  if (auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
      call && call->getOperator() == OO_Star && call->getNumArgs() == 1) {
    const Expr *begin = ofAccessor(call->getArg(0)->IgnoreParenImpCasts(), {"begin", "cbegin"});
    return elements(begin ? begin : call->getArg(0));
  }
  if (const Expr *container = ofAccessor(expr, {"front"}))
    return elements(container);
  if (const Expr *container = ofAccessor(expr, {"at"}, 1))
    return elements(container) && step(cast<CallExpr>(expr)->getArg(0), expr->getType(), 1);
  if (const Expr *container = ofAccessor(expr, {"back"})) {
    int64_t bytes = info.context.getTypeSizeInChars(expr->getType()).getQuantity();
    return elements(container) && addSize(container, bytes) && moved(-bytes);
  }
  auto *call = dyn_cast<CallExpr>(expr);
  return call && returned(call);
}

bool AddressBuilder::pointee(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (auto *cast = dyn_cast<CastExpr>(expr))
    switch (cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return lvalue(cast->getSubExpr());
    case CK_BitCast:
    case CK_NoOp:
      return cast->getSubExpr()->getType()->isPointerType() && pointee(cast->getSubExpr());
    case CK_LValueToRValue:
      return value(cast->getSubExpr());
    default:
      auto offset = offsetOfBase(cast, info.context);
      return offset && pointee(cast->getSubExpr()) && moved(*offset);
    }
  if (isa<CXXThisExpr>(expr))
    return thisObject();
  auto *unary = dyn_cast<UnaryOperator>(expr);
  if (unary && unary->isIncrementDecrementOp())
    return stepped(unary);
  if (unary && unary->getOpcode() == UO_AddrOf)
    return lvalue(unary->getSubExpr());
  if (auto *binary = dyn_cast<BinaryOperator>(expr); binary && binary->isAdditiveOp()) {
    const Expr *base = binary->getLHS(), *index = binary->getRHS();
    if (!base->getType()->isPointerType())
      std::swap(base, index);
    if (!base->getType()->isPointerType() || !index->getType()->isIntegerType())
      return false;
    return pointee(base) &&
           step(index, base->getType()->getPointeeType(), binary->getOpcode() == BO_Sub ? -1 : 1);
  }
  if (const Expr *container = ofAccessor(expr, {"data", "get", "c_str", "begin", "cbegin"}))
    return elements(container);
  if (const Expr *range = ofRangeFunction(expr, {"data", "begin", "cbegin"}))
    return range->getType()->isArrayType() ? lvalue(range) : elements(range);
  if (auto *call = dyn_cast<CallExpr>(expr); call && returned(call))
    return true;
  if (auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
      call && call->getOperator() == OO_Arrow && call->getNumArgs() == 1)
    return elements(call->getArg(0));
  return false;
}

bool AddressBuilder::value(const Expr *pointer) {
  if (!pointer->getType()->isPointerType() || pointer->getType().isVolatileQualified())
    return false;
  if (const Induction *counted = countedBy(pointer))
    return pointee(counted->begin);
  if (auto *named = dyn_cast<DeclRefExpr>(pointer->IgnoreParens())) {
    if (auto *variable = dyn_cast<VarDecl>(named->getDecl()); info.aliases.contains(variable))
      return pointee(info.soleValues.lookup(variable));
    if (const PointerValue *set = info.valuesRead.lookup(named))
      return assigned(*set);
  }
  if (auto *unary = dyn_cast<UnaryOperator>(pointer->IgnoreParens());
      unary && unary->isIncrementDecrementOp())
    return stepped(unary);
  std::string name;
  if (!path(pointer, name))
    return false;
  result.root = "p" + name;
  result.object = nullptr;
  result.pointer = plainVariable(pointer);
  return true;
}

bool AddressBuilder::elements(const Expr *container) {
  container = container->IgnoreParenImpCasts();
  if (const Expr *object = pointedTo(container)) // p->data()
    container = object->IgnoreParenImpCasts();
  const CXXRecordDecl *record = container->getType()->getAsCXXRecordDecl();
  if (const Expr *view = viewOf(container))
    return viewed(view);
  std::string name;
  if (!isInOnePiece(record) || !path(container, name))
    return false;
  result.root = "e" + name;
  const VarDecl *variable = holder(container);
  if (!variable)
    variable = info.temporaryOf(container);
  if (variable && !variable->getType()->isReferenceType() && variable->hasLocalStorage() &&
      !info.returned.contains(variable) && ownsElements(record))
    result.container = variable;
  return true;
}

/// What a pointer that always means the same variable or member points to, or null.
const Expr *AddressBuilder::pointedTo(const Expr *pointer) const {
  pointer = pointer->IgnoreParenImpCasts();
  if (auto *unary = dyn_cast<UnaryOperator>(pointer))
    return unary->getOpcode() == UO_AddrOf ? unary->getSubExpr() : nullptr;
  auto *named = dyn_cast<DeclRefExpr>(pointer);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  return variable && info.aliases.contains(variable) ? pointedTo(info.soleValues.lookup(variable))
                                                     : nullptr;
}

bool AddressBuilder::path(const Expr *expr, std::string &name) {
  expr = withoutBases(expr, info.context);
  if (!expr)
    return false;
  if (const Expr *bound = boundTo(expr))
    return path(bound, name);
  if (const VarDecl *temporary = info.temporaryOf(expr)) {
    name += identity('o', temporary);
    result.base = temporary;
    result.dependsOn.push_back(temporary);
    return true;
  }
  if (isa<CXXThisExpr>(expr)) {
    name += "this";
    return true;
  }
  if (auto *named = dyn_cast<DeclRefExpr>(expr)) {
    auto *variable = dyn_cast<VarDecl>(named->getDecl());
    if (!variable)
      return false;
    if (variable->getType()->isReferenceType() && info.aliases.contains(variable))
      return path(info.soleValues.lookup(variable), name);
    name += identity('o', variable);
    result.base = variable;
    result.dependsOn.push_back(variable);
    return true;
  }
  if (auto *member = dyn_cast<MemberExpr>(expr)) {
    // Another name of a pointer, which changes by its own.
    QualType type = member->getMemberDecl()->getType();
    if (type->isReferenceType() && type->getPointeeType()->isPointerType())
      return false;
    const Expr *object = member->isArrow() ? pointedTo(member->getBase()) : nullptr;
    if (!path(object ? object : member->getBase(), name))
      return false;
    name += identity(member->isArrow() && !object ? '>' : '.', member->getMemberDecl());
    result.dependsOn.push_back(member->getMemberDecl());
    return true;
  }
  if (auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_Deref) {
    const Expr *object = pointedTo(unary->getSubExpr());
    return object && path(object, name);
  }
  // A container in another one, which may be exchanged for a third through other names.
  if (auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
      call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2) {
    const Expr *container = call->getArg(0)->IgnoreParenImpCasts();
    if (!isInOnePiece(container->getType()->getAsCXXRecordDecl()) || !path(container, name))
      return false;
    result.dependsOn.push_back(info.function);
    return place(call->getArg(1), name);
  }
  if (auto *subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
    const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
    if (!path(base, name))
      return false;
    // The function stands for memory that anybody may change.
    if (!base->getType()->isArrayType())
      result.dependsOn.push_back(info.function);
    return place(subscript->getIdx(), name);
  }
  return false;
}

bool AddressBuilder::place(const Expr *index, std::string &name) {
  std::string called = "[";
  const std::size_t known = result.dependsOn.size();
  if (!term(index, called))
    return false;
  called += ']';
  result.places.push_back(
      {called, index, {result.dependsOn.begin() + known, result.dependsOn.end()}});
  name += called;
  return true;
}

bool AddressBuilder::variable(const VarDecl *variable) {
  if (!variable)
    return false;
  bool isReference = variable->getType()->isReferenceType();
  if (isReference && info.aliases.contains(variable))
    return lvalue(info.soleValues.lookup(variable));
  result.root = identity(isReference ? 'r' : 'o', variable);
  result.object = isReference ? nullptr : variable;
  result.pointer = isReference ? variable : nullptr;
  if (isReference)
    result.dependsOn.push_back(variable);
  return true;
}

bool AddressBuilder::field(const MemberExpr *member) {
  auto *declaration = dyn_cast<FieldDecl>(member->getMemberDecl());
  if (!declaration) {
    auto *variableMember = dyn_cast<VarDecl>(member->getMemberDecl()); // static member
    return variable(variableMember);
  }
  if (declaration->getType()->isReferenceType() || declaration->isBitField() ||
      declaration->getParent()->isDependentContext())
    return false;
  const Expr *base = member->getBase();
  if (!(member->isArrow() ? pointee(base) : lvalue(base)))
    return false;
  const ASTContext &context = info.context;
  const ASTRecordLayout &layout = context.getASTRecordLayout(declaration->getParent());
  result.offset += context.toCharUnitsFromBits(layout.getFieldOffset(declaration->getFieldIndex()))
                       .getQuantity();
  return true;
}

bool AddressBuilder::thisObject() {
  result.root = "this";
  return true;
}

bool AddressBuilder::addSize(const Expr *container, int64_t bytes) {
  std::string name = "s";
  if (!path(container, name))
    return false;
  result.isTranslated = true; // no caller has words for it
  result.terms[name] += bytes;
  if (result.terms[name] == 0)
    result.terms.erase(name);
  return true;
}

bool AddressBuilder::step(const Expr *index, QualType element, int sign) {
  if (constantValue(index, info.context) == 0) // of rows of any length
    return true;
  if (element->isIncompleteType() || !element->isConstantSizeType())
    return false;
  int64_t size = info.context.getTypeSizeInChars(element).getQuantity();
  return add(index, sign * size);
}

bool AddressBuilder::add(const Expr *index, int64_t bytes) {
  index = index->IgnoreParenImpCasts();
  if (auto constant = constantValue(index, info.context)) {
    result.offset += *constant * bytes;
    return true;
  }
  if (auto *binary = dyn_cast<BinaryOperator>(index)) {
    if (binary->isAdditiveOp())
      return add(binary->getLHS(), bytes) &&
             add(binary->getRHS(), binary->getOpcode() == BO_Sub ? -bytes : bytes);
    if (binary->getOpcode() == BO_Mul)
      for (auto [factor, other] : {std::pair(binary->getRHS(), binary->getLHS()),
                                   std::pair(binary->getLHS(), binary->getRHS())})
        if (auto known = inFirst(factor))
          return *known == 0 || add(other, bytes * *known);
  }
  if (const Expr *container = ofAccessor(index->IgnoreParenCasts(), {"size"});
      container && isInOnePiece(container->getType()->getAsCXXRecordDecl()))
    return addSize(container, bytes);
  if (auto first = inFirst(index)) {
    result.offset += *first * bytes;
    return true;
  }
  if (const Induction *counted = countedBy(index))
    return add(counted->begin, bytes) && moved(counted->ahead * bytes);
  std::string name;
  std::size_t known = result.dependsOn.size();
  if (!term(index, name))
    return false;
  result.indices.push_back(
      {index, bytes, {result.dependsOn.begin() + known, result.dependsOn.end()}});
  result.terms[name] += bytes;
  if (result.terms[name] == 0)
    result.terms.erase(name);
  return true;
}

std::optional<int64_t> AddressBuilder::inFirst(const Expr *expr) const {
  if (auto constant = constantValue(expr, info.context))
    return constant;
  auto *named = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
  if (auto *binary = dyn_cast<BinaryOperator>(expr->IgnoreParenImpCasts());
      binary && binary->isAdditiveOp() && loop.inner) {
    auto left = inFirst(binary->getLHS()), right = inFirst(binary->getRHS());
    if (left && right)
      return binary->getOpcode() == BO_Add ? *left + *right : *left - *right;
  }
  const Induction *counted = named ? countedBy(named) : nullptr;
  return counted ? counted->first : std::nullopt;
}

const Induction *AddressBuilder::countedBy(const Expr *expr) const {
  auto *named = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
  for (const Induction *each = named ? loop.inner : nullptr; each; each = each->outer) {
    if (each->variable == named->getDecl())
      return each;
    if (each == loop.outer)
      break;
  }
  return nullptr;
}

bool AddressBuilder::term(const Expr *expr, std::string &name) {
  return nameArithmetic(expr, name, info.context, [&](const Expr *part, std::string &called) {
    if (auto *named = dyn_cast<DeclRefExpr>(part); named && info.isStable(named->getDecl())) {
      called += termOf(named->getDecl());
      result.dependsOn.push_back(named->getDecl());
      return true;
    }
    const WindowPath *place = info.placeOf(part);
    if (place)
      namePlace(result, place, called);
    return place != nullptr;
  });
}

} // namespace fencepost::plugin
