//===- trial/Reals.cpp - floating-point numbers of a process on trial -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// float and double, as the host has them. Of long double nothing is known.
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace clang;

namespace fencepost::plugin::trial {

Value Process::fitReal(Value number, QualType type) const {
  const bool isReal = number.kind == Value::Kind::Real;
  if (!isReal && number.kind != Value::Kind::Number)
    return {};
  const double real = isReal ? number.real() : static_cast<double>(number.number);
  if (type->isSpecificBuiltinType(BuiltinType::Double))
    return Value::ofReal(real);
  if (type->isSpecificBuiltinType(BuiltinType::Float))
    return Value::ofReal(static_cast<float>(real));
  if (type->isBooleanType())
    return Value::ofNumber(real != 0);
  constexpr double kMost = 9e18; // that an int64_t holds
  return type->isIntegralOrEnumerationType() && std::abs(real) < kMost
             ? Value::ofNumber(static_cast<int64_t>(real))
             : Value();
}

Value ofReals(BinaryOperatorKind kind, Value left, Value right) {
  for (Value *each : {&left, &right}) {
    if (each->kind == Value::Kind::Number)
      *each = Value::ofReal(static_cast<double>(each->number));
    if (each->kind != Value::Kind::Real)
      return {};
  }
  const double a = left.real(), b = right.real();
  switch (kind) {
  case BO_Add:
    return Value::ofReal(a + b);
  case BO_Sub:
    return Value::ofReal(a - b);
  case BO_Mul:
    return Value::ofReal(a * b);
  case BO_Div:
    return Value::ofReal(a / b);
  case BO_LT:
    return Value::ofNumber(a < b);
  case BO_GT:
    return Value::ofNumber(a > b);
  case BO_LE:
    return Value::ofNumber(a <= b);
  case BO_GE:
    return Value::ofNumber(a >= b);
  case BO_EQ:
    return Value::ofNumber(a == b);
  case BO_NE:
    return Value::ofNumber(a != b);
  default:
    return {};
  }
}

namespace {

struct OfOne {
  llvm::StringLiteral name;
  double (*calculate)(double);
};
struct OfTwo {
  llvm::StringLiteral name;
  double (*calculate)(double, double);
};

double realOf(llvm::APFloat number) {
  bool isInexact = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
  return number.convertToDouble();
}

constexpr OfOne kOfOne[] = {
    {"sqrt", std::sqrt},
    {"cbrt", std::cbrt},
    {"fabs", std::fabs},
    {"abs", std::fabs},
    {"floor", std::floor},
    {"ceil", std::ceil},
    {"round", std::round},
    {"trunc", std::trunc},
    {"exp", std::exp},
    {"exp2", std::exp2},
    {"log", std::log},
    {"log2", std::log2},
    {"log10", std::log10},
    {"sin", std::sin},
    {"cos", std::cos},
    {"tan", std::tan},
    {"atan", std::atan},
    {"tanh", std::tanh},
    {"lround", std::round},
    {"llround", std::round},
    {"rint", std::nearbyint},
    {"lrint", std::nearbyint},
    {"nearbyint", std::nearbyint},
};
constexpr OfTwo kOfTwo[] = {
    {"pow", std::pow},   {"fmod", std::fmod}, {"hypot", std::hypot},
    {"fmin", std::fmin}, {"fmax", std::fmax}, {"atan2", std::atan2},
};

} // namespace

Value Process::calculated(const CallExpr *call, llvm::ArrayRef<Value> values) const {
  const FunctionDecl *callee = call->getDirectCallee();
  const IdentifierInfo *identifier = callee ? callee->getIdentifier() : nullptr;
  const QualType type = call->getType();
  Expr::EvalResult constant; // INFINITY, or of std::numeric_limits
  if (callee && call->getNumArgs() == 0 && type->isArithmeticType() &&
      call->EvaluateAsRValue(constant, context) && !constant.HasSideEffects) {
    const APValue &known = constant.Val;
    return known.isFloat() ? fit(Value::ofReal(realOf(known.getFloat())), type)
           : known.isInt() && known.getInt().getSignificantBits() <= 64
               ? Value::ofNumber(known.getInt().getExtValue())
               : Value();
  }
  if (!identifier || isa<CXXMethodDecl>(callee) || !type->isArithmeticType() ||
      llvm::any_of(call->arguments(),
                   [](const Expr *each) { return !each->getType()->isArithmeticType(); }))
    return {};
  llvm::SmallVector<double, 2> numbers;
  for (Value each : values) {
    each = fitReal(each, context.DoubleTy);
    if (each.kind != Value::Kind::Real)
      return {};
    numbers.push_back(each.real());
  }
  llvm::StringRef name = identifier->getName();
  name.consume_front("__builtin_");
  auto isNamed = [&](const auto &row) {
    return name == row.name || (name.ends_with("f") && name.drop_back() == row.name);
  };
  if (numbers.size() == 1)
    if (auto *row = llvm::find_if(kOfOne, isNamed); row != std::end(kOfOne))
      return fit(Value::ofReal(row->calculate(numbers[0])), type);
  if (numbers.size() == 2)
    if (auto *row = llvm::find_if(kOfTwo, isNamed); row != std::end(kOfTwo))
      return fit(Value::ofReal(row->calculate(numbers[0], numbers[1])), type);
  return {};
}

} // namespace fencepost::plugin::trial
