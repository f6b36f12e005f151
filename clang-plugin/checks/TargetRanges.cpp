//===- checks/TargetRanges.cpp - what operations access at their targets --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/TargetRanges.h"

#include "Containers.h"
#include "Datatypes.h"
#include "Executors.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Names.h"
#include "Processes.h"
#include "Shifts.h"
#include "SoleResult.h"
#include "Spelling.h"
#include "checks/Check.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

bool isNoOp(const Operation &operation, const FunctionInfo &info) {
  const Expr *op = operation.call.argument(Role::Op);
  return op && isMacro(op, "MPI_NO_OP", info.context);
}

const Expr *countOf(const Operation &operation) {
  const Expr *count = operation.call.argument(Role::OriginCount);
  return count ? count : operation.call.argument(Role::ResultCount);
}

bool mayBeNothing(const Expr *count, const FunctionInfo &info);

/// Whether some of the processes may have no elements in it: it is not made with some and left so.
bool mayBeEmpty(const Expr *container, const FunctionInfo &info) {
  const VarDecl *variable = variableOf(container);
  if (isArrayOfNumbers(container->getType()))
    return false;
  auto *made =
      variable && variable->isLocalVarDecl() && info.isSteady(variable) && variable->getInit()
          ? dyn_cast<CXXConstructExpr>(variable->getInit()->IgnoreUnlessSpelledInSource())
          : nullptr;
  const Expr *first = made && made->getNumArgs() != 0 ? made->getArg(0) : nullptr;
  auto *listed = first ? dyn_cast<CXXStdInitializerListExpr>(first->IgnoreImplicit()) : nullptr;
  return !(listed || (first && first->getType()->isIntegerType() && !mayBeNothing(first, info)));
}

/// Whether a count that is no constant may be zero for some of the processes, as far as the source
/// shows: `rank == 0 ? n : 0`, or a variable with several values.
bool mayBeNothing(const Expr *count, const FunctionInfo &info) {
  count = count->IgnoreParenCasts();
  if (auto constant = constantValue(count, info.context))
    return *constant <= 0;
  if (auto *named = dyn_cast<DeclRefExpr>(count)) {
    auto *variable = dyn_cast<VarDecl>(named->getDecl());
    if (!variable || !info.isSteady(variable))
      return true;
    if (auto *parameter = dyn_cast<ParmVarDecl>(variable))
      return info.processes->isGivenByRank(parameter);
    return !variable->getInit() || mayBeNothing(variable->getInit(), info);
  }
  if (auto *binary = dyn_cast<BinaryOperator>(count))
    return !(binary->getOpcode() == BO_Mul || binary->getOpcode() == BO_Add) ||
           mayBeNothing(binary->getLHS(), info) || mayBeNothing(binary->getRHS(), info);
  const Expr *container = ofAccessor(count, {"size", "length"});
  return !container || mayBeEmpty(container, info);
}

/// Whether, of two counts that are not known, one may be zero where the other is not.
bool mayOneBeNothing(const Operation &a, const Operation &b, const ASTContext &context) {
  const Expr *one = countOf(a), *other = countOf(b);
  return one && other && !constantValue(one, context) && !constantValue(other, context) &&
         spelling(one, context) != spelling(other, context);
}

/// Whether the number stays the same: of variables with one value, or of parameters alone.
bool isSteadyNumber(const Expr *expr, const FunctionInfo &info, bool areParametersOnly) {
  expr = expr->IgnoreParenCasts();
  if (constantValue(expr, info.context))
    return true;
  auto isSame = [&](const Expr *part) { return isSteadyNumber(part, info, areParametersOnly); };
  if (auto *named = dyn_cast<DeclRefExpr>(expr)) {
    auto *variable = dyn_cast<VarDecl>(named->getDecl());
    return variable && variable->getType()->isIntegralOrEnumerationType() &&
           info.isSteady(variable) && (isa<ParmVarDecl>(variable) || !areParametersOnly);
  }
  if (auto *unary = dyn_cast<UnaryOperator>(expr))
    return unary->isArithmeticOp() && isSame(unary->getSubExpr());
  if (auto *binary = dyn_cast<BinaryOperator>(expr))
    return !binary->isAssignmentOp() && isSame(binary->getLHS()) && isSame(binary->getRHS());
  auto *call = dyn_cast<CallExpr>(expr);
  const Expr *result = call ? soleResult(call, info.context) : nullptr;
  return result && isSteadyNumber(result, info, true) && llvm::all_of(call->arguments(), isSame);
}

/// Whether the displacements are one number, and both move something from there on.
bool beginAtOnePlace(const Step &step, const Operation &a, const Operation &b) {
  const FunctionInfo &info = step.info;
  const bool areParametersOnly = step.feasibility.loopOfBoth(a.block, b.block) != nullptr;
  const Expr *one = a.call.argument(Role::Displacement),
             *other = b.call.argument(Role::Displacement);
  if (!a.window || a.window != b.window || a.issue != a.call.expr || b.issue != b.call.expr ||
      !(changesTarget(a, info) || changesTarget(b, info)) || mayOneBeNothing(a, b, info.context) ||
      !isSteadyNumber(one, info, areParametersOnly) || !areWrittenAlike(one, other, info.context))
    return false;
  return llvm::all_of(std::initializer_list<const Operation *>{&a, &b}, [&](const Operation *each) {
    const MpiCall &call = each->call;
    const Expr *type = call.argument(Role::TargetType);
    return datatypeOf(type ? type : call.argument(Role::OriginType), info) &&
           llvm::none_of(
               std::initializer_list<Role>{Role::OriginCount, Role::ResultCount, Role::TargetCount},
               [&](Role role) {
                 const Expr *count = call.argument(role);
                 return count && mayBeNothing(count, info);
               });
  });
}

} // namespace

std::optional<ByteRange> targetRange(const Step &step, const Operation &operation, int64_t unit,
                                     std::optional<int64_t> rank) {
  const MpiCall &call = operation.call;
  const std::string comm = rank && operation.window ? step.commOf(*operation.window) : "";
  const auto displacement = numberOf(call.argument(Role::Displacement), step.info, {comm, rank});
  const Expr *type = call.argument(Role::TargetType), *counted = call.argument(Role::TargetCount);
  auto datatype = datatypeOf(type ? type : call.argument(Role::OriginType), step.info);
  std::optional<int64_t> count = counted ? numberOf(counted, step.info) : 1;
  if (!count && !mayBeNothing(counted, step.info))
    count = 1;
  int64_t begin, bytes, end;
  if (!displacement || !datatype || count.value_or(0) <= 0 ||
      llvm::MulOverflow(*displacement, unit, begin) ||
      llvm::MulOverflow<int64_t>(*count, datatype->size, bytes) ||
      llvm::AddOverflow(begin, bytes, end))
    return std::nullopt;
  return ByteRange{begin, end};
}

bool changesTarget(const Operation &operation, const FunctionInfo &info) {
  return operation.call.kind() != EventKind::Get && !isNoOp(operation, info);
}

std::optional<bool> haveOneType(const Operation &a, const Operation &b, const FunctionInfo &info) {
  auto typeOf = [&](const Operation &operation) {
    const Expr *type = operation.call.argument(Role::TargetType);
    return datatypeOf(type ? type : operation.call.argument(Role::OriginType), info);
  };
  auto first = typeOf(a), second = typeOf(b);
  return first && second ? std::optional(first->kind == second->kind && first->size == second->size)
                         : std::nullopt;
}

bool surelyMoves(const Step &step, const Operation &operation) {
  for (Role role : {Role::OriginCount, Role::ResultCount})
    if (const Expr *count = operation.call.argument(role);
        count && !constantValue(count, step.info.context) && mayBeNothing(count, step.info))
      return false;
  return targetRange(step, operation, 1, 0).has_value();
}

bool meetAtTarget(const Step &step, const Operation &a, const Operation &b) {
  return a.target.isSurely(b.target) && a.target.constant.value_or(0) >= 0 &&
         haveCommonRange(step, a, b);
}

bool meetFromOneOrigin(const Step &step, const Operation &a, const Operation &b) {
  return meetAtTarget(step, a, b) ||
         (a.target.isSurely(b.target) && a.target.constant.value_or(0) >= 0 &&
          beginAtOnePlace(step, a, b));
}

bool haveCommonRange(const Step &step, const Operation &a, const Operation &b) {
  if (!a.window || a.window != b.window || !surelyMoves(step, a) || !surelyMoves(step, b) ||
      !(changesTarget(a, step.info) || changesTarget(b, step.info)))
    return false;
  auto creation = step.makerOf(*a.window);
  auto unit = creation ? numberOf(creation->argument(Role::DispUnit), step.info) : std::nullopt;
  if (mayOneBeNothing(a, b, step.info.context))
    return false;
  const int64_t bytes = unit ? *unit : 1;
  auto first = targetRange(step, a, bytes), second = targetRange(step, b, bytes);
  return first && second && (unit ? first->overlaps(*second) : first->begin == second->begin);
}

bool meetsItself(const Step &step, const Operation &operation) {
  auto creation = operation.window ? step.makerOf(*operation.window) : std::nullopt;
  auto unit = creation ? numberOf(creation->argument(Role::DispUnit), step.info) : std::nullopt;
  const int64_t bytes = unit ? *unit : 1;
  auto first = targetRange(step, operation, bytes, 0),
       second = targetRange(step, operation, bytes, 1);
  return first && second && changesTarget(operation, step.info) && surelyMoves(step, operation) &&
         (unit ? first->overlaps(*second) : first->begin == second->begin);
}

static bool accessesRange(const Step &step, const Access &access, const Operation &operation,
                          const ByteRange &range) {
  const CallExpr *creation = step.makerOf(*operation.window)->expr;
  for (const WindowMemory &memory : step.graph.memories) {
    if (memory.window != *operation.window || memory.creation != creation)
      continue;
    Address there = memory.address;
    there.offset += range.begin;
    there.bytes = range.end - range.begin;
    there.isWhole = false;
    if (overlaps(access.address, there) ||
        llvm::any_of(access.first, [&](const Access::First &first) {
          return !first.loop->calls.contains(operation.issue) && overlaps(first.address, there);
        }))
      return true;
  }
  return false;
}

bool accessesTarget(const Step &step, const Access &access, const Operation &operation,
                    std::optional<int64_t> issuer) {
  if (!operation.window || access.bound || access.isOfOthers || !surelyMoves(step, operation) ||
      !(access.writes || changesTarget(operation, step.info)))
    return false;
  auto creation = step.makerOf(*operation.window);
  auto unit = creation ? numberOf(creation->argument(Role::DispUnit), step.info) : std::nullopt;
  if (!unit)
    return false;
  if (!numberOf(operation.call.argument(Role::Displacement), step.info)) {
    // The first few processes, of those that issue it.
    auto issuers = step.branches.executorsOf(operation.block, step.commOf(*operation.window));
    for (int64_t rank = 0; issuers && rank < 2; ++rank)
      if (auto range = issuers->contains(rank) && issuer.value_or(rank) == rank
                           ? targetRange(step, operation, *unit, rank)
                           : std::nullopt;
          range && accessesRange(step, access, operation, *range))
        return true;
    return false;
  }
  auto range = targetRange(step, operation, *unit);
  return range && accessesRange(step, access, operation, *range);
}

} // namespace fencepost::plugin
