//===- ActorNumbers.cpp - what a process knows of numbers ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Actor.h"

#include "Names.h"
#include "ProcessScan.h"
#include "Processes.h"
#include "Shifts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

void Actor::forget(const Stmt *statement) {
  if (!statement)
    return;
  if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    numbers.erase(variableOf(binary->getLHS()));
  if (auto *unary = dyn_cast<UnaryOperator>(statement)) {
    if (unary->isIncrementDecrementOp())
      numbers.erase(variableOf(unary->getSubExpr()));
    if (unary->getOpcode() == UO_AddrOf)
      giveAway(variableOf(unary->getSubExpr()));
  }
  if (auto *call = dyn_cast<CallExpr>(statement))
    forgetReferences(call);
  if (auto *declared = dyn_cast<DeclStmt>(statement))
    for (const Decl *each : declared->decls())
      numbers.erase(dyn_cast<VarDecl>(each));
  if (auto *lambda = dyn_cast<LambdaExpr>(statement)) // may change what it has a reference to
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        giveAway(dyn_cast<VarDecl>(capture.getCapturedVar()));
  if (isa<AsmStmt>(statement))
    numbers.clear();
  if (auto *captured = dyn_cast<CapturedStmt>(statement)) // by OpenMP
    forget(captured->getCapturedStmt());
  for (const Stmt *child : statement->children())
    forget(child);
}

void Actor::forgetReferences(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const bool isMethod = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
  for (unsigned i = isMethod; i < call->getNumArgs(); ++i) {
    const unsigned at = i - isMethod;
    QualType type =
        callee && at < callee->getNumParams() ? callee->getParamDecl(at)->getType() : QualType();
    if (type.isNull() || type->isReferenceType())
      giveAway(variableOf(call->getArg(i)));
  }
}

void Actor::assign(const BinaryOperator &binary) {
  const VarDecl *changed = variableOf(binary.getLHS());
  if (!changed)
    return;
  auto value = number(binary.getRHS());
  if (auto *compound = dyn_cast<CompoundAssignOperator>(&binary)) {
    auto old = numbers.find(changed);
    value = value && old != numbers.end()
                ? calculate(BinaryOperator::getOpForCompoundAssignment(compound->getOpcode()),
                            old->second, *value)
                : std::nullopt;
  }
  set(changed, value);
}

void Actor::set(const VarDecl *variable, std::optional<int64_t> value) {
  numbers.erase(variable);
  QualType type = variable->getType();
  if (value && variable->hasLocalStorage() && type->isIntegralOrEnumerationType() &&
      !type.isVolatileQualified() && !givenAway.contains(variable))
    numbers[variable] = *value;
}

void Actor::giveAway(const VarDecl *variable) {
  if (!variable)
    return;
  numbers.erase(variable);
  givenAway.insert(variable);
}

Actor Actor::actorOf(const CallExpr *call, const FunctionDecl *definition) const {
  Actor inner(all, rank, size);
  inner.depth = depth + 1;
  inner.steps = steps;
  const unsigned first = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(definition);
  for (unsigned i = first; i < call->getNumArgs() && i - first < definition->getNumParams(); ++i)
    if (auto value = number(call->getArg(i)))
      inner.numbers[definition->getParamDecl(i - first)] = *value;
  return inner;
}

std::optional<int64_t> Actor::result(const CallExpr *call) const {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || (method && method->isVirtual()) || !callee->hasBody(definition) ||
      depth >= kMostDepth || all.matters(definition, true))
    return std::nullopt;
  Actor inner = actorOf(call, definition);
  return inner.run(definition->getBody()) == Result::Return && inner.part.empty() ? inner.returned
                                                                                  : std::nullopt;
}

void Actor::noteRanks(const BinaryOperator &asked) const {
  for (bool isLeft : {true, false}) {
    auto bound = constantValue(isLeft ? asked.getRHS() : asked.getLHS(), all.context);
    const BinaryOperatorKind kind =
        isLeft ? asked.getOpcode() : BinaryOperator::reverseComparisonOp(asked.getOpcode());
    if (bound && all.processes.isRank(isLeft ? asked.getLHS() : asked.getRHS()))
      all.asksMore |= *bound > 1 || (*bound == 1 && (kind == BO_GT || kind == BO_LE));
  }
}

std::optional<int64_t> Actor::number(const Expr *expr) const {
  if (auto constant = constantValue(expr, all.context))
    return constant;
  expr = expr->IgnoreParenImpCasts();
  if (all.processes.isRank(expr))
    return rank;
  if (all.processes.isSize(expr))
    return size;
  if (const VarDecl *named = variableOf(expr))
    if (auto found = numbers.find(named); found != numbers.end())
      return found->second;
  if (isa<DeclRefExpr, MemberExpr>(expr)) {
    const Expr *value = all.processes.soleValue(originOf(expr));
    return value && value->IgnoreParenImpCasts() != expr ? numberElsewhere(value) : std::nullopt;
  }
  if (auto *cast = dyn_cast<ExplicitCastExpr>(expr))
    return cast->getType()->isIntegralOrEnumerationType() && !cast->getType()->isBooleanType()
               ? number(cast->getSubExpr())
               : std::nullopt;
  if (auto *call = dyn_cast<CallExpr>(expr))
    return result(call);
  if (auto *chosen = dyn_cast<ConditionalOperator>(expr)) {
    auto answer = number(chosen->getCond());
    return answer ? number(*answer ? chosen->getTrueExpr() : chosen->getFalseExpr()) : std::nullopt;
  }
  if (auto *unary = dyn_cast<UnaryOperator>(expr)) {
    auto value = number(unary->getSubExpr());
    return !value                           ? std::nullopt
           : unary->getOpcode() == UO_LNot  ? std::optional<int64_t>(!*value)
           : unary->getOpcode() == UO_Minus ? std::optional<int64_t>(-*value)
           : unary->getOpcode() == UO_Plus  ? value
                                            : std::nullopt;
  }
  auto *binary = dyn_cast<BinaryOperator>(expr);
  if (!binary || binary->isAssignmentOp())
    return std::nullopt;
  if (binary->isRelationalOp() || binary->isEqualityOp())
    noteRanks(*binary);
  auto left = number(binary->getLHS()), right = number(binary->getRHS());
  if (binary->isLogicalOp()) {
    const bool isAnd = binary->getOpcode() == BO_LAnd;
    for (auto side : {left, right})
      if (side && (*side != 0) != isAnd)
        return !isAnd;
    return left && right ? std::optional<int64_t>(isAnd) : std::nullopt;
  }
  return left && right ? calculate(binary->getOpcode(), *left, *right) : std::nullopt;
}

std::optional<int64_t> Actor::numberElsewhere(const Expr *value) const {
  if (depth >= kMostDepth)
    return std::nullopt;
  Actor inner(all, rank, size);
  inner.depth = depth + 1;
  return inner.number(value);
}

/// Whether the answer is made of variables and constants alone.
static bool isSimple(const Stmt *asked) {
  return !isa<CallExpr, ArraySubscriptExpr, CXXConstructExpr>(asked) &&
         !(isa<UnaryOperator>(asked) && cast<UnaryOperator>(asked)->getOpcode() == UO_Deref) &&
         llvm::all_of(asked->children(), isSimple);
}

bool Actor::isSameForAll(const Expr *asked) const {
  return isSimple(asked) && !all.processes.mayDependOnRank(asked);
}

bool Actor::isSameForAll(const ForStmt *loop) const {
  auto *declared = dyn_cast_or_null<DeclStmt>(loop->getInit());
  auto *variable =
      declared && declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
  auto *first = dyn_cast_or_null<BinaryOperator>(loop->getInit());
  if (first && first->getOpcode() == BO_Assign)
    variable = const_cast<VarDecl *>(variableOf(first->getLHS()));
  const Expr *begin = first ? first->getRHS() : variable ? variable->getInit() : nullptr;
  auto *asked = dyn_cast_or_null<BinaryOperator>(loop->getCond());
  auto *step = dyn_cast_or_null<UnaryOperator>(loop->getInc());
  if (!variable || !begin || !asked || !asked->isComparisonOp() || !step ||
      !step->isIncrementDecrementOp() || variableOf(step->getSubExpr()) != variable)
    return false;
  auto isBound = [&](const Expr *side) { return number(side) || isSameForAll(side); };
  return isBound(begin) &&
         ((variableOf(asked->getLHS()) == variable && isSameForAll(asked->getRHS())) ||
          (variableOf(asked->getRHS()) == variable && isSameForAll(asked->getLHS())));
}

void Actor::assign(const UnaryOperator &unary) {
  const VarDecl *changed = variableOf(unary.getSubExpr());
  if (auto found = numbers.find(changed); unary.isIncrementDecrementOp() && found != numbers.end())
    found->second += unary.isIncrementOp() ? 1 : -1;
  if (unary.getOpcode() == UO_AddrOf)
    giveAway(changed);
}

void Actor::keepCommon(const Actor &other) {
  givenAway.insert(other.givenAway.begin(), other.givenAway.end());
  llvm::SmallVector<const VarDecl *, 8> gone;
  for (const auto &[variable, value] : numbers)
    if (auto found = other.numbers.find(variable);
        found == other.numbers.end() || found->second != value)
      gone.push_back(variable);
  for (const VarDecl *variable : gone)
    numbers.erase(variable);
}

} // namespace fencepost::plugin
