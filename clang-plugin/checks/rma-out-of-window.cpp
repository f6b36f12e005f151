//===- checks/rma-out-of-window.cpp - target range outside the window -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where the bytes that an operation accesses at its target certainly are
// not all in the window: its size, unit and the displacement are constants, or the
// displacement is in the last iteration of loops that run a constant number of times.
//
//===----------------------------------------------------------------------===//

#include "Datatypes.h"
#include "FunctionInfo.h"
#include "Inductions.h"
#include "Names.h"
#include "Reporter.h"
#include "Shifts.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The displacement in one execution of the call, and what counts loops have then.
struct Displacement {
  int64_t value;
  std::string when; // ", when i is 99"
};

/// Its value in the last iteration of the loops.
class LastIteration {
public:
  LastIteration(const Step &step, const CallExpr *call) : context(step.info.context) {
    for (const Induction *loop = step.info.induction(call); loop; loop = loop->outer) {
      auto runs = step.info.isStable(loop->variable) ? runsOf(*loop, context) : std::nullopt;
      if (runs && *runs > 0)
        counted.push_back({loop->variable, *loop->first + *runs - 1});
    }
  }

  std::optional<Displacement> of(const Expr *displacement) {
    std::string when;
    auto value = evaluate(displacement, when);
    return value ? std::optional(Displacement{*value, std::move(when)}) : std::nullopt;
  }

private:
  const ASTContext &context;
  llvm::SmallVector<std::pair<const VarDecl *, int64_t>, 2> counted;

  /// As the type holds it.
  int64_t fit(int64_t value, QualType type) const {
    const unsigned bits = type->isIntegerType() ? context.getIntWidth(type) : 64;
    if (bits >= 64)
      return value;
    const auto low = static_cast<uint64_t>(value) << (64 - bits);
    return type->isUnsignedIntegerOrEnumerationType() ? static_cast<int64_t>(low >> (64 - bits))
                                                      : static_cast<int64_t>(low) >> (64 - bits);
  }

  std::optional<int64_t> evaluate(const Expr *expr, std::string &when) const {
    if (auto constant = constantValue(expr, context))
      return constant;
    expr = expr->IgnoreParens();
    if (auto *cast = dyn_cast<CastExpr>(expr)) {
      auto value = evaluate(cast->getSubExpr(), when);
      return value && expr->getType()->isIntegerType() ? std::optional(fit(*value, expr->getType()))
                                                       : std::nullopt;
    }
    if (const VarDecl *variable = variableOf(expr)) {
      auto found = llvm::find_if(counted, [&](auto &one) { return one.first == variable; });
      if (found == counted.end())
        return std::nullopt;
      std::string is = variable->getNameAsString() + " is " + std::to_string(found->second);
      if (when.find(is) == std::string::npos)
        when += (when.empty() ? ", when " : " and ") + is;
      return found->second;
    }
    auto *binary = dyn_cast<BinaryOperator>(expr);
    auto left = binary ? evaluate(binary->getLHS(), when) : std::nullopt;
    auto right = left ? evaluate(binary->getRHS(), when) : std::nullopt;
    if (!right)
      return std::nullopt;
    const auto a = static_cast<uint64_t>(*left), b = static_cast<uint64_t>(*right);
    switch (binary->getOpcode()) {
    case BO_Add:
      return fit(static_cast<int64_t>(a + b), expr->getType());
    case BO_Sub:
      return fit(static_cast<int64_t>(a - b), expr->getType());
    case BO_Mul:
      return fit(static_cast<int64_t>(a * b), expr->getType());
    default:
      return std::nullopt;
    }
  }
};

/// Whether the operation surely has the same target, and moves something, in each iteration.
bool isSameInAll(const Step &step, const Operation &operation) {
  const Expr *target = operation.call.argument(Role::Target);
  const Expr *count = operation.call.argument(Role::TargetCount);
  const VarDecl *variable = variableOf(target);
  const Induction *loop = step.info.induction(operation.call.expr);
  const auto isCounted = [&](const VarDecl *one) {
    for (const Induction *each = loop; each; each = each->outer)
      if (each->variable == one)
        return true;
    return false;
  };
  const SourceManager &sources = step.info.context.getSourceManager();
  bool isOutside = variable && loop && step.info.isSteady(variable);
  for (const Induction *each = loop; each && isOutside; each = each->outer)
    isOutside =
        sources.isBeforeInTranslationUnit(variable->getLocation(), each->loop->getBeginLoc());
  return (!count || constantValue(count, step.info.context).value_or(0) > 0) &&
         (operation.target.constant || (variable && isCounted(variable)) ||
          (isOutside && !step.info.mayBeNullRank(target))) &&
         !step.info.tryAround(operation.call.expr);
}

/// In a window that memory is attached to, a displacement is an address of the target's.
void checkDynamic(const Step &step, const MpiCall &creation) {
  constexpr int64_t kFirstPage = 4096;
  const MpiCall &call = step.action.call;
  const Expr *at = call.argument(Role::Displacement);
  auto constant = at ? constantValue(at, step.info.context) : std::nullopt;
  const Expr *type = call.argument(Role::TargetType);
  // Datatypes may be made of addresses themselves.
  const Expr *count = call.argument(Role::TargetCount);
  const bool isSomething = (!count || constantValue(count, step.info.context).value_or(0) > 0) &&
                           (numberOf(call.argument(Role::Target), step.info) ||
                            !step.info.mayBeNullRank(call.argument(Role::Target)));
  const int64_t place = constant.value_or(-1);
  if (!isSomething || place < 0 || place >= kFirstPage || at->getExprLoc().isMacroID() ||
      !datatypeOf(type ? type : call.argument(Role::OriginType), step.info))
    return;
  step.reporter.report(FindingId::OutOfWindow, at, call.expr,
                       std::string(call.info().name) + " accesses " +
                           step.window(*step.action.window) + " at address " +
                           std::to_string(place) +
                           ": of memory that is attached, the displacement is the address that "
                           "MPI_Get_address tells at the target",
                       {{creation.expr->getSourceRange(), "the window is made here, dynamic"}});
}

/// An amount of bytes, `bytes` for each of the `terms` and a constant number.
std::optional<Address> amount(const Expr *number, int64_t bytes, Address before, const Step &step) {
  if (!number || !addIndex(before, number, bytes, step.info) || before.usesNumbers)
    return std::nullopt;
  return before;
}

/// `MPI_Win_allocate(n, ...)` of a window that takes n numbers: it is made too small by as much as
/// a number has bytes, whatever n is.
void checkSize(const Step &step, const MpiCall &creation) {
  const ASTContext &context = step.info.context;
  const MpiCall &call = step.action.call;
  const Expr *type = call.argument(Role::TargetType), *count = call.argument(Role::TargetCount);
  auto datatype = datatypeOf(type ? type : call.argument(Role::OriginType), step.info);
  auto unit = constantValue(creation.argument(Role::DispUnit), context);
  auto size = amount(creation.argument(Role::Size), 1, {}, step);
  auto moved = datatype ? amount(count, datatype->size, {}, step) : std::nullopt;
  auto needed =
      moved && unit ? amount(call.argument(Role::Displacement), *unit, *moved, step) : std::nullopt;
  // Whatever the number is, nothing is moved unless it is one at least.
  if (!size || !needed || moved->terms.size() != 1 || moved->offset != 0 ||
      needed->terms.size() != 1 || size->terms.size() != 1 ||
      size->terms.begin()->first != moved->terms.begin()->first ||
      needed->terms.begin()->first != moved->terms.begin()->first)
    return;
  for (const Address *each : {&*size, &*needed})
    for (const ValueDecl *part : each->dependsOn)
      if (auto *variable = dyn_cast<VarDecl>(part); !variable || !step.info.isSteady(variable))
        return;
  const int64_t has = size->terms.begin()->second, takes = needed->terms.begin()->second;
  if (takes <= has || has <= 0 || takes - has + needed->offset - size->offset <= 0)
    return;
  const Expr *given = creation.argument(Role::Size);
  step.reporter.report(FindingId::OutOfWindow, call.expr->getExprLoc(), call.expr->getSourceRange(),
                       std::string(call.info().name) + " accesses " + std::to_string(takes) +
                           " bytes for each of " + step.quoted(count) + ", and " +
                           step.window(*step.action.window) + " has " + std::to_string(has),
                       {{given->getSourceRange(), "the window's size is given in bytes"}});
}

} // namespace

void checkOutOfWindow(const Step &step) {
  const Action &action = step.action;
  if (!action.operation || !action.window ||
      step.graph.operations[*action.operation].target.constant.value_or(0) < 0)
    return;
  if (auto creation = step.creationOf(*action.window)) {
    if (creation->call == Call::Win_create_dynamic)
      return checkDynamic(step, *creation);
    checkSize(step, *creation);
  }
  const ASTContext &context = step.info.context;
  const Operation &operation = step.graph.operations[*action.operation];
  auto constant = [&](const MpiCall &call, Role role) {
    return constantValue(call.argument(role), context);
  };
  const Expr *at = action.call.argument(Role::Displacement);
  auto displacement = at ? LastIteration(step, action.call.expr).of(at) : std::nullopt;
  auto creation = displacement ? step.creationOf(*action.window) : std::nullopt;
  if (!creation || (!displacement->when.empty() && !isSameInAll(step, operation)))
    return;
  const Expr *type = action.call.argument(Role::TargetType);
  auto datatype = datatypeOf(type ? type : action.call.argument(Role::OriginType), step.info);
  // MPI_Fetch_and_op and MPI_Compare_and_swap are of one element.
  int64_t count = action.call.argument(Role::TargetCount)
                      ? constant(action.call, Role::TargetCount).value_or(1)
                      : 1;
  auto size = constant(*creation, Role::Size), unit = constant(*creation, Role::DispUnit);
  if (!datatype || !size || !unit || count <= 0)
    return;
  int64_t begin = displacement->value * *unit, end = begin + count * datatype->size;
  if (begin >= 0 && end <= *size)
    return;
  step.reporter.report(FindingId::OutOfWindow, at, action.call.expr,
                       std::string(action.call.info().name) + " accesses bytes " +
                           std::to_string(begin) + " to " + std::to_string(end - 1) + " of " +
                           step.window(*action.window) + ", which has " + std::to_string(*size) +
                           displacement->when,
                       {{creation->expr->getSourceRange(),
                         "the window is made here, with displacements in units of " +
                             std::to_string(*unit) + (*unit == 1 ? " byte" : " bytes")}});
}

} // namespace fencepost::plugin
