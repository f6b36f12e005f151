//===- Shifts.cpp - ranks at a distance from the own one ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shifts.h"

#include "Captures.h"
#include "FunctionInfo.h"
#include "MpiCall.h"
#include "ProcessScan.h"
#include "Processes.h"

#include "clang/AST/Expr.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace fencepost::plugin {

std::optional<int64_t> calculate(BinaryOperatorKind kind, int64_t left, int64_t right) {
  int64_t result;
  switch (kind) {
  case BO_Add:
    return llvm::AddOverflow(left, right, result) ? std::nullopt : std::optional(result);
  case BO_Sub:
    return llvm::SubOverflow(left, right, result) ? std::nullopt : std::optional(result);
  case BO_Mul:
    return llvm::MulOverflow(left, right, result) ? std::nullopt : std::optional(result);
  case BO_Div:
    return left >= 0 && right > 0 ? std::optional(left / right) : std::nullopt;
  case BO_Rem:
    return left >= 0 && right > 0 ? std::optional(left % right) : std::nullopt;
  case BO_And:
    return left & right;
  case BO_Or:
    return left | right;
  case BO_Xor:
    return left ^ right;
  case BO_Shl:
    return left >= 0 && left < 1024 && right >= 0 && right < 32 ? std::optional(left << right)
                                                                : std::nullopt;
  case BO_Shr:
    return left >= 0 && right >= 0 && right < 63 ? std::optional(left >> right) : std::nullopt;
  case BO_EQ:
    return left == right;
  case BO_NE:
    return left != right;
  case BO_LT:
    return left < right;
  case BO_GT:
    return left > right;
  case BO_LE:
    return left <= right;
  case BO_GE:
    return left >= right;
  default:
    return std::nullopt;
  }
}

const Expr *heldIn(const VarDecl *variable, const FunctionInfo &info) {
  // Of another function's nothing is known here.
  const bool isOurs = !variable->isLocalVarDecl() || ownerOf(variable) == info.function ||
                      isCaptured(variable, info.function);
  if (isOurs && variable->getInit() && !isa<ParmVarDecl>(variable) && info.isSteady(variable))
    return variable->getInit();
  if (const Expr *value = info.soleNumbers.lookup(variable))
    return value;
  return info.processes ? info.processes->soleValue(variable) : nullptr;
}

/// What the call that the function is looked at for gives it.
static std::optional<int64_t> givenTo(const Expr *expr, const FunctionInfo &info) {
  auto *named = dyn_cast<DeclRefExpr>(expr);
  auto *parameter = named ? dyn_cast<ParmVarDecl>(named->getDecl()) : nullptr;
  auto found = info.calledFor.numbers.find(parameter);
  return parameter && found != info.calledFor.numbers.end() ? std::optional(found->second)
                                                            : std::nullopt;
}

/// The same of the variable, member or function that the expression names.
static const Expr *heldIn(const Expr *expr, const FunctionInfo &info) {
  auto *named = dyn_cast<DeclRefExpr>(expr);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  const Expr *value = variable         ? heldIn(variable, info)
                      : info.processes ? info.processes->soleValue(originOf(expr))
                                       : nullptr;
  return value ? value->IgnoreParenImpCasts() : nullptr;
}

/// The number as a value of that type; nothing where it changes by that.
static std::optional<int64_t> as(QualType type, std::optional<int64_t> number,
                                 const ASTContext &context) {
  if (!number || !type->isIntegralOrEnumerationType() || type->isDependentType())
    return number;
  if (type->isBooleanType())
    return *number != 0;
  const unsigned bits = context.getIntWidth(type);
  const bool isUnsigned = type->isUnsignedIntegerOrEnumerationType();
  const bool fits = isUnsigned
                        ? *number >= 0 && (bits >= 64 || *number >> bits == 0)
                        : bits >= 64 || *number >> (bits - 1) == 0 || *number >> (bits - 1) == -1;
  return fits ? number : std::nullopt;
}

static std::optional<int64_t> calculated(const Expr *expr, const FunctionInfo &info,
                                         const Process &process, unsigned followed);

/// `followed`: variables on the way here; functions that call each other pass on what they have.
static std::optional<int64_t> numberOf(const Expr *expr, const FunctionInfo &info,
                                       const Process &process, unsigned followed) {
  if (!expr)
    return std::nullopt;
  if (auto constant = constantValue(expr, info.context))
    return constant;
  const Expr *inner = expr->IgnoreParenImpCasts();
  auto number = as(inner->getType(), calculated(inner, info, process, followed), info.context);
  return as(expr->getType(), number, info.context);
}

static std::optional<int64_t> calculated(const Expr *expr, const FunctionInfo &info,
                                         const Process &process, unsigned followed) {
  constexpr unsigned kMostFollowed = 8;
  if (process.rank && !process.comm.empty() && info.commOfRank(expr) == process.comm)
    return process.rank;
  if (process.size && !process.comm.empty() && info.commOfSize(expr) == process.comm)
    return process.size;
  auto number = [&](const Expr *part) { return numberOf(part, info, process, followed); };
  if (auto *choice = dyn_cast<ConditionalOperator>(expr)) {
    auto answer = number(choice->getCond());
    return answer ? number(*answer ? choice->getTrueExpr() : choice->getFalseExpr()) : std::nullopt;
  }
  if (auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_LNot) {
    auto answer = number(unary->getSubExpr());
    return answer ? std::optional<int64_t>(!*answer) : std::nullopt;
  }
  auto *binary = dyn_cast<BinaryOperator>(expr);
  if (!binary) {
    if (auto given = givenTo(expr, info))
      return given;
    const Expr *value = followed < kMostFollowed ? heldIn(expr, info) : nullptr;
    return value ? numberOf(value, info, process, followed + 1) : std::nullopt;
  }
  auto left = number(binary->getLHS());
  if (left && binary->isLogicalOp() && (*left != 0) == (binary->getOpcode() == BO_LOr))
    return *left != 0;
  auto right = left ? number(binary->getRHS()) : std::nullopt;
  if (right && binary->isLogicalOp())
    return *right != 0;
  return right ? calculate(binary->getOpcode(), *left, *right) : std::nullopt;
}

std::optional<int64_t> numberOf(const Expr *expr, const FunctionInfo &info,
                                const Process &process) {
  return numberOf(expr, info, process, 0);
}

std::optional<int64_t> shiftOf(const Expr *target, const std::string &comm,
                               const FunctionInfo &info) {
  target = target->IgnoreParenImpCasts();
  if (info.commOfRank(target) == comm)
    return 0;
  if (const Expr *value = heldIn(target, info))
    target = value;
  auto *rest = dyn_cast<BinaryOperator>(target);
  if (!rest || rest->getOpcode() != BO_Rem || info.commOfSize(rest->getRHS()) != comm)
    return std::nullopt;
  int64_t shift = 0, ranks = 0;
  auto add = [&](auto &self, const Expr *part, int sign) -> bool {
    part = part->IgnoreParenImpCasts();
    if (auto constant = constantValue(part, info.context)) {
      shift += sign * *constant;
      return true;
    }
    if (info.commOfSize(part) == comm)
      return true;
    if (info.commOfRank(part) == comm) {
      ranks += sign;
      return true;
    }
    auto *binary = dyn_cast<BinaryOperator>(part);
    return binary && binary->isAdditiveOp() && self(self, binary->getLHS(), sign) &&
           self(self, binary->getRHS(), binary->getOpcode() == BO_Sub ? -sign : sign);
  };
  return add(add, rest->getLHS(), 1) && ranks == 1 ? std::optional(shift) : std::nullopt;
}

} // namespace fencepost::plugin
