//===- trial/Expressions.cpp - what a process on trial calculates ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Bases.h"
#include "Shifts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace fencepost::plugin::trial {

bool isLarge(Value number, QualType type) {
  return number.kind == Value::Kind::Number && type->isUnsignedIntegerType() && number.number < 0;
}

Value Process::castOf(const CastExpr *cast) {
  const Expr *inner = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case CK_LValueToRValue:
    return load(place(inner), inner->getType(), inner);
  case CK_ArrayToPointerDecay: {
    const Value at = place(inner);
    if (at.isPlace())
      at.object->isShared = true;
    return at;
  }
  case CK_FunctionToPointerDecay:
  case CK_BitCast:
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    return value(inner);
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_BooleanToSignedIntegral:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
    return fit(value(inner), cast->getType());
  case CK_IntegralToFloating: {
    const Value number = value(inner);
    return isLarge(number, inner->getType()) ? Value() : fit(number, cast->getType());
  }
  case CK_PointerToBoolean: {
    auto truth = value(inner).truth();
    return truth ? Value::ofNumber(*truth) : Value();
  }
  case CK_NullToPointer:
    return Value::ofPointer(nullptr);
  case CK_ToVoid:
    value(inner);
    return {};
  default:
    if (auto offset = offsetOfBase(cast, context)) {
      const Value at = value(inner);
      return at.isPlace() ? at.moved(*offset) : Value();
    }
    value(inner);
    return {};
  }
}

std::optional<bool> Process::areSameHandle(Value left, Value right) const {
  if (left.kind != Value::Kind::Handle)
    std::swap(left, right);
  if (left.kind != Value::Kind::Handle || !right.isKnown())
    return std::nullopt;
  auto isNull = [&](Value value) {
    const Handle::Kind kind = handles[value.number].kind;
    return kind == Handle::Kind::Null || kind == Handle::Kind::FreedWindow;
  };
  if (right.kind == Value::Kind::Handle)
    return left.number == right.number     ? std::optional(true)
           : isNull(left) || isNull(right) ? std::nullopt
                                           : std::optional(false);
  // What is predefined: a null handle, or world.
  constexpr llvm::StringLiteral kNull = "_null";
  const bool isNullThere = predefined(right).ends_with(kNull);
  if (predefined(right).empty())
    return isNull(left) ? std::nullopt : std::optional(false);
  return isNull(left) == isNullThere && isNullThere ? std::optional(true)
         : isNull(left) != isNullThere              ? std::optional(false)
                                                    : std::nullopt;
}

Value Process::arithmetic(BinaryOperatorKind kind, Value left, Value right, QualType leftType,
                          QualType rightType) {
  const bool isLeft = leftType->isPointerType(), isRight = rightType->isPointerType();
  if (!isLeft && !isRight) {
    if (auto same = kind == BO_EQ || kind == BO_NE ? areSameHandle(left, right) : std::nullopt)
      return Value::ofNumber(*same == (kind == BO_EQ));
    if (left.kind == Value::Kind::Real || right.kind == Value::Kind::Real)
      return ofReals(kind, left, right);
    if (left.kind != Value::Kind::Number || right.kind != Value::Kind::Number)
      return {};
    auto number = calculate(kind, left.number, right.number);
    return number ? Value::ofNumber(*number) : Value();
  }
  if (kind == BO_EQ || kind == BO_NE) {
    if (auto same = areSameHandle(left, right))
      return Value::ofNumber(*same == (kind == BO_EQ));
    const bool areNumbers = left.kind == Value::Kind::Number || right.kind == Value::Kind::Number;
    if (!left.isKnown() || !right.isKnown() || areNumbers || left.kind != right.kind)
      return {};
    const bool areSame = left.object == right.object && left.number == right.number &&
                         left.function == right.function;
    return Value::ofNumber(areSame == (kind == BO_EQ));
  }
  const QualType element = (isLeft ? leftType : rightType)->getPointeeType();
  auto bytes = sizeOf(element);
  if (!bytes || *bytes == 0)
    return {};
  if (isLeft && isRight) {
    if (!left.isPlace() || left.object != right.object)
      return {};
    auto number = kind == BO_Sub ? std::optional((left.number - right.number) / *bytes)
                                 : calculate(kind, left.number, right.number);
    return number ? Value::ofNumber(*number) : Value();
  }
  const Value pointer = isLeft ? left : right, index = isLeft ? right : left;
  if (!pointer.isPlace() || index.kind != Value::Kind::Number || (kind != BO_Add && kind != BO_Sub))
    return {};
  return pointer.moved((kind == BO_Sub ? -1 : 1) * index.number * *bytes);
}

Value Process::unary(const UnaryOperator *expr) {
  const Expr *inner = expr->getSubExpr();
  if (expr->isIncrementDecrementOp()) {
    const Value at = place(inner);
    const Value old = load(at, inner->getType(), inner);
    const Value sum = arithmetic(expr->isIncrementOp() ? BO_Add : BO_Sub, old, Value::ofNumber(1),
                                 inner->getType(), context.IntTy);
    const Value changed = fit(sum, inner->getType());
    assign(at, inner->getType(), changed, inner);
    assigned = at;
    return expr->isPrefix() ? changed : old;
  }
  if (expr->getOpcode() == UO_AddrOf) {
    if (auto *named = dyn_cast<DeclRefExpr>(inner->IgnoreParens()))
      if (auto *function = dyn_cast<FunctionDecl>(named->getDecl()))
        return Value::ofFunction(function);
    const Value at = place(inner);
    if (at.isPlace())
      at.object->isShared = true;
    return at;
  }
  const Value known = value(inner);
  if (expr->getOpcode() == UO_LNot) {
    auto truth = known.truth();
    return truth ? Value::ofNumber(!*truth) : Value();
  }
  if (expr->getOpcode() == UO_Deref) // of a class, by value
    return known;
  if (expr->getOpcode() == UO_Extension || expr->getOpcode() == UO_Plus)
    return known;
  if (known.kind == Value::Kind::Real)
    return expr->getOpcode() == UO_Minus ? Value::ofReal(-known.real()) : Value();
  if (known.kind != Value::Kind::Number || !expr->getType()->isIntegerType())
    return {};
  return expr->getOpcode() == UO_Minus ? fit(Value::ofNumber(-known.number), expr->getType())
         : expr->getOpcode() == UO_Not ? fit(Value::ofNumber(~known.number), expr->getType())
                                       : Value();
}

Value Process::binary(const BinaryOperator *expr) {
  const Expr *left = expr->getLHS(), *right = expr->getRHS();
  if (expr->isLogicalOp()) {
    const bool isAnd = expr->getOpcode() == BO_LAnd;
    auto first = value(left).truth();
    if (first && *first != isAnd)
      return Value::ofNumber(!isAnd);
    if (!first) {
      skip(right);
      return {};
    }
    auto second = value(right).truth();
    return second ? Value::ofNumber(*second) : Value();
  }
  if (expr->getOpcode() == BO_Comma) {
    value(left);
    return value(right);
  }
  if (expr->isAssignmentOp()) {
    Value what = value(right);
    const Value to = place(left);
    if (auto *compound = dyn_cast<CompoundAssignOperator>(expr)) {
      Value old = load(to, left->getType(), left);
      if (compound->getComputationLHSType()->isFloatingType())
        old = isLarge(old, left->getType()) ? Value() : fit(old, compound->getComputationLHSType());
      const BinaryOperatorKind kind =
          BinaryOperator::getOpForCompoundAssignment(compound->getOpcode());
      const bool divides = kind == BO_Div || kind == BO_Rem || kind == BO_Shr;
      const bool isUnknown =
          divides && (isLarge(old, left->getType()) || isLarge(what, right->getType()));
      what = isUnknown ? Value() : arithmetic(kind, old, what, left->getType(), right->getType());
    }
    if (isa<CompoundAssignOperator>(expr) || left->getType()->isIntegralOrEnumerationType())
      what = fit(what, left->getType());
    assign(to, left->getType(), what, left);
    assigned = to;
    return what;
  }
  const Value first = value(left), second = value(right);
  Value result = arithmetic(expr->getOpcode(), first, second, left->getType(), right->getType());
  // Comparisons of what is unsigned and large are not worked out.
  if (result.kind == Value::Kind::Number &&
      (isLarge(first, left->getType()) || isLarge(second, left->getType())))
    return {};
  return fit(result, expr->getType());
}

Value Process::value(const Expr *expr) {
  if (isOver || ++steps > kMostSteps) {
    stop();
    return {};
  }
  expr = expr->IgnoreParens();
  if (auto *literal = dyn_cast<IntegerLiteral>(expr))
    return literal->getValue().getActiveBits() < 64
               ? Value::ofNumber(literal->getValue().getZExtValue())
               : Value();
  if (auto *literal = dyn_cast<FloatingLiteral>(expr))
    return fit(Value::ofReal(literal->getValueAsApproximateDouble()), expr->getType());
  if (isa<CharacterLiteral, CXXBoolLiteralExpr, UnaryExprOrTypeTraitExpr, OffsetOfExpr,
          TypeTraitExpr>(expr)) {
    auto constant = constantValue(expr, context);
    auto *asked = dyn_cast<UnaryExprOrTypeTraitExpr>(expr);
    if (!constant && asked && asked->getKind() == UETT_SizeOf)
      constant = sizeOf(asked->getTypeOfArgument());
    return constant ? Value::ofNumber(*constant) : Value();
  }
  if (auto *constant = dyn_cast<ConstantExpr>(expr))
    return value(constant->getSubExpr());
  if (auto *named = dyn_cast<DeclRefExpr>(expr)) {
    if (auto *function = dyn_cast<FunctionDecl>(named->getDecl()))
      return Value::ofFunction(function);
    if (auto *constant = dyn_cast<EnumConstantDecl>(named->getDecl()))
      return Value::ofNumber(constant->getInitVal().getExtValue());
    return place(expr);
  }
  if (auto *cast = dyn_cast<CastExpr>(expr))
    return castOf(cast);
  if (auto *part = dyn_cast<UnaryOperator>(expr))
    return unary(part);
  if (auto *parts = dyn_cast<BinaryOperator>(expr))
    return binary(parts);
  if (auto *chosen = dyn_cast<ConditionalOperator>(expr)) {
    auto answer = value(chosen->getCond()).truth();
    if (!answer && surelyEnds(chosen->getTrueExpr()) != surelyEnds(chosen->getFalseExpr()))
      answer = !surelyEnds(chosen->getTrueExpr()); // an assertion
    if (answer)
      return value(*answer ? chosen->getTrueExpr() : chosen->getFalseExpr());
    skip(chosen->getTrueExpr());
    skip(chosen->getFalseExpr());
    return {};
  }
  if (auto *called = dyn_cast<CallExpr>(expr))
    return call(called);
  if (auto *cleanups = dyn_cast<ExprWithCleanups>(expr))
    return value(cleanups->getSubExpr());
  if (auto *bound = dyn_cast<CXXBindTemporaryExpr>(expr)) {
    const Value object = value(bound->getSubExpr());
    if (code.endRuns(bound->getType()))
      endUnseen(bound->getType());
    return object;
  }
  if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
    return place(temporary);
  if (auto *given = dyn_cast<CXXDefaultArgExpr>(expr))
    return value(given->getExpr());
  if (auto *given = dyn_cast<CXXDefaultInitExpr>(expr))
    return value(given->getExpr());
  if (auto *replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(expr))
    return value(replaced->getReplacement());
  if (isa<CXXThisExpr>(expr))
    return frame->self;
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(expr))
    return Value::ofPointer(nullptr);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(expr))
    return expr->getType()->isPointerType() ? Value::ofPointer(nullptr) : Value::ofNumber(0);
  if (isa<CXXConstructExpr, InitListExpr>(expr) && !expr->getType()->isRecordType() &&
      !expr->getType()->isArrayType()) {
    auto *list = dyn_cast<InitListExpr>(expr);
    return list && list->getNumInits() == 1 ? value(list->getInit(0)) : Value::ofNumber(0);
  }
  if (isa<CXXConstructExpr, InitListExpr>(expr)) {
    const Value at = Value::ofPointer(make());
    initialize(at, expr->getType(), expr);
    return at;
  }
  if (auto *made = dyn_cast<CXXNewExpr>(expr)) {
    Object *object = make();
    object->isShared = true;
    if (made->getNumPlacementArgs() != 0 ||
        (made->isArray() && code.hasCode(made->getAllocatedType())))
      stop();
    if (made->isArray()) {
      if (made->getArraySize())
        value(*made->getArraySize());
      auto *list = dyn_cast_or_null<InitListExpr>(made->getInitializer());
      if (made->hasInitializer() &&
          (list ? list->getNumInits() == 0
                : isa_and_nonnull<ImplicitValueInitExpr>(made->getInitializer())))
        object->clear();
    } else if (const Expr *initial = made->getInitializer()) {
      initialize(Value::ofPointer(object), made->getAllocatedType(), initial);
    }
    return Value::ofPointer(object);
  }
  if (auto *deleted = dyn_cast<CXXDeleteExpr>(expr)) {
    const Ending by{nullptr, deleted->getArgument()};
    const Value memory = value(deleted->getArgument());
    if (!deleted->isArrayForm()) {
      endOwned(memory, deleted->getDestroyedType(), by);
      return {};
    }
    if (code.endRuns(deleted->getDestroyedType()))
      endUnseen(deleted->getDestroyedType());
    release(memory, by);
    return {};
  }
  if (auto *lambda = dyn_cast<LambdaExpr>(expr))
    return closure(lambda);
  if (auto *block = dyn_cast<StmtExpr>(expr)) {
    if (run(block->getSubStmt()) != Flow::GoesOn)
      stop();
    return {};
  }
  if (isa<CXXThrowExpr>(expr)) {
    course.gaveUp = true;
    stop();
    return {};
  }
  if (isa<MemberExpr, ArraySubscriptExpr, CompoundLiteralExpr, StringLiteral>(expr))
    return place(expr);
  if (isa<ImaginaryLiteral, PredefinedExpr>(expr))
    return {};
  skip(expr);
  return {};
}

} // namespace fencepost::plugin::trial
