//===- Actor.cpp - what a process does at statements and calls -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Actor.h"

#include "ControlFlow.h"
#include "Names.h"
#include "Processes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

Actor::Result Actor::run(const Stmt *statement) {
  if (!statement)
    return Result::GoesOn;
  if (++steps > kMostSteps)
    return Result::Unknown;
  if (auto *block = dyn_cast<CompoundStmt>(statement)) {
    for (const Stmt *each : block->body())
      if (Result result = run(each); result != Result::GoesOn)
        return result;
    return Result::GoesOn;
  }
  if (auto *choice = dyn_cast<IfStmt>(statement))
    return runIf(choice);
  if (isa<ForStmt, WhileStmt, DoStmt>(statement))
    return runLoop(statement);
  if (auto *cases = dyn_cast<SwitchStmt>(statement))
    return runSwitch(cases);
  if (auto *end = dyn_cast<ReturnStmt>(statement)) {
    const Expr *value = end->getRetValue();
    if (Result result = evaluate(value); result != Result::GoesOn)
      return result;
    returned = value ? number(value) : std::nullopt;
    const bool isFailure = isMain && constantValue(value, all.context).value_or(0) != 0;
    return isFailure ? Result::GivesUp : Result::Return;
  }
  if (isa<BreakStmt>(statement))
    return Result::Break;
  if (isa<ContinueStmt>(statement))
    return Result::Continue;
  if (auto *declared = dyn_cast<DeclStmt>(statement))
    return declare(declared);
  if (auto *label = dyn_cast<SwitchCase>(statement))
    return run(label->getSubStmt());
  if (auto *tried = dyn_cast<CXXTryStmt>(statement))
    return run(tried->getTryBlock());
  if (isa<NullStmt>(statement))
    return Result::GoesOn;
  if (auto *attributed = dyn_cast<AttributedStmt>(statement))
    return run(attributed->getSubStmt());
  if (auto *expr = dyn_cast<Expr>(statement))
    return evaluate(expr);
  return skip(statement);
}

Actor::Result Actor::skip(const Stmt *statement) {
  if (matters(statement) || leaves(statement))
    return Result::Unknown;
  forget(statement);
  return Result::GoesOn;
}

Actor::Result Actor::declare(const DeclStmt *declared) {
  if (matters(declared) && llvm::any_of(declared->decls(), [&](const Decl *each) {
        auto *variable = dyn_cast<VarDecl>(each);
        return variable && variable->getType()->getBaseElementTypeUnsafe()->isRecordType();
      }))
    return Result::Unknown; // when it ends, too
  for (const Decl *each : declared->decls()) {
    auto *variable = dyn_cast<VarDecl>(each);
    const Expr *initial = variable ? variable->getInit() : nullptr;
    if (Result result = evaluate(initial); result != Result::GoesOn)
      return result;
    // Who has a reference to another one may change that.
    if (initial && variable->getType()->isReferenceType())
      giveAway(variableOf(initial));
    else if (variable)
      set(variable, initial ? number(initial) : std::nullopt);
  }
  return Result::GoesOn;
}

Actor::Result Actor::evaluate(const Stmt *expr) {
  if (!expr || isa<UnaryExprOrTypeTraitExpr>(expr))
    return Result::GoesOn;
  if (++steps > kMostSteps)
    return Result::Unknown;
  if (isa<LambdaExpr, CXXThrowExpr, StmtExpr>(expr))
    return isa<CXXThrowExpr>(expr) ? Result::GivesUp : skip(expr);
  if (isa<CXXConstructExpr, CXXBindTemporaryExpr>(expr) && matters(expr))
    return Result::Unknown;
  // Whom it is given to may call it.
  if (auto *named = dyn_cast<DeclRefExpr>(expr))
    if (auto *function = dyn_cast<FunctionDecl>(named->getDecl());
        function && all.matters(function, false))
      return Result::Unknown;
  if (auto *call = dyn_cast<CallExpr>(expr))
    return callFunction(call);
  auto *binary = dyn_cast<BinaryOperator>(expr);
  if ((binary && binary->isLogicalOp()) || isa<ConditionalOperator>(expr))
    return evaluateChoice(cast<Expr>(expr));
  for (const Stmt *child : expr->children())
    if (Result result = evaluate(child); result != Result::GoesOn)
      return result;
  if (binary && binary->isAssignmentOp())
    assign(*binary);
  if (auto *unary = dyn_cast<UnaryOperator>(expr))
    assign(*unary);
  return Result::GoesOn;
}

/// `a && b`, `a || b`, `a ? b : c`.
Actor::Result Actor::evaluateChoice(const Expr *expr) {
  auto *binary = dyn_cast<BinaryOperator>(expr);
  auto *chosen = dyn_cast<ConditionalOperator>(expr);
  const Expr *asked = binary ? binary->getLHS() : chosen->getCond();
  if (Result result = evaluate(asked); result != Result::GoesOn)
    return result;
  const Expr *yes = chosen                           ? chosen->getTrueExpr()
                    : binary->getOpcode() == BO_LAnd ? binary->getRHS()
                                                     : nullptr;
  const Expr *no = chosen                          ? chosen->getFalseExpr()
                   : binary->getOpcode() == BO_LOr ? binary->getRHS()
                                                   : nullptr;
  if (auto answer = number(asked))
    return evaluate(*answer ? yes : no);
  if (matters(yes) || matters(no))
    return Result::Unknown;
  forget(yes);
  forget(no);
  return Result::GoesOn;
}

Actor::Result Actor::callFunction(const CallExpr *call) {
  if (auto *member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParenImpCasts()))
    if (Result result = evaluate(member->getBase()); result != Result::GoesOn)
      return result;
  for (const Expr *argument : call->arguments())
    if (Result result = evaluate(argument); result != Result::GoesOn)
      return result;
  if (endsProcess(call))
    return Result::GivesUp;
  if (auto known = mpiCall(call)) {
    if (isWindowCollective(known->kind()))
      part.push_back({Rehearsal::Entry::Kind::Call, call, known->kind()});
    return Result::GoesOn;
  }
  forgetReferences(call);
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || (method && method->isVirtual()) || callee->hasAttr<ReturnsTwiceAttr>())
    return Result::Unknown;
  if (!callee->hasBody(definition) || !all.matters(definition, true))
    return Result::GoesOn;
  return depth < kMostDepth ? enter(call, definition) : Result::Unknown;
}

Actor::Result Actor::enter(const CallExpr *call, const FunctionDecl *definition) {
  Actor inner = actorOf(call, definition);
  Result result = inner.run(definition->getBody());
  steps = inner.steps;
  part.insert(part.end(), inner.part.begin(), inner.part.end());
  return result == Result::Return ? Result::GoesOn : result;
}

void Actor::take(const Actor &other) {
  part.insert(part.end(), other.part.begin(), other.part.end());
  numbers = other.numbers;
  givenAway = other.givenAway;
  steps = other.steps;
  returned = other.returned;
}

Actor Actor::branch() const {
  Actor copy(*this);
  copy.part.clear();
  return copy;
}

void Actor::add(const Stmt *place, const Actor &inner, Result how) {
  using Kind = Rehearsal::Entry::Kind;
  part.push_back({Kind::Begin, place});
  part.insert(part.end(), inner.part.begin(), inner.part.end());
  if (how != Result::GoesOn)
    part.push_back({Kind::Leave, place});
  part.push_back({Kind::End, place});
  steps = inner.steps;
}

Actor::Result Actor::runIf(const IfStmt *choice) {
  if (choice->isConsteval())
    return run(choice->isNegatedConsteval() ? choice->getThen() : choice->getElse());
  if (Result result = run(choice->getInit()); result != Result::GoesOn)
    return result;
  if (choice->getConditionVariableDeclStmt())
    if (Result result = declare(choice->getConditionVariableDeclStmt()); result != Result::GoesOn)
      return result;
  if (Result result = evaluate(choice->getCond()); result != Result::GoesOn)
    return result;
  if (auto answer = number(choice->getCond()))
    return run(*answer ? choice->getThen() : choice->getElse());
  Actor yes = branch(), no = branch();
  const Result positive = yes.run(choice->getThen());
  no.steps = yes.steps;
  const Result negative = no.run(choice->getElse());
  if (positive == Result::Unknown || negative == Result::Unknown)
    return Result::Unknown;
  if (positive == Result::GivesUp || negative == Result::GivesUp) {
    take(positive == Result::GivesUp ? no : yes);
    return positive == Result::GivesUp ? negative : positive;
  }
  const bool areAlike = positive == negative &&
                        std::equal(yes.part.begin(), yes.part.end(), no.part.begin(), no.part.end(),
                                   [](const auto &a, const auto &b) { return a.isLike(b); });
  if (areAlike && (positive == Result::GoesOn || yes.returned == no.returned)) {
    take(yes);
    keepCommon(no);
    return positive;
  }
  if (!isSameForAll(choice->getCond()) || (positive == negative && positive != Result::GoesOn))
    return Result::Unknown;
  numbers = yes.numbers;
  givenAway = yes.givenAway;
  keepCommon(no);
  add(choice->getThen(), yes, positive);
  add(choice, no, negative);
  return Result::GoesOn;
}

Actor::Result Actor::runLoop(const Stmt *loop) {
  const LoopParts parts = partsOf(loop);
  if (Result result = run(parts.first); result != Result::GoesOn)
    return result;
  if (!matters(loop) || parts.declares)
    return skip(loop);
  Actor trial = branch();
  if (auto result = trial.runRounds(parts.body, parts.condition, parts.step, parts.isAskedLast)) {
    take(trial);
    return *result;
  }
  forget(loop);
  auto *counted = dyn_cast<ForStmt>(loop);
  if (parts.condition && !number(parts.condition) && !isSameForAll(parts.condition) &&
      !(counted && isSameForAll(counted)))
    return Result::Unknown;
  Actor once = branch();
  const Result result = once.run(parts.body);
  if (result != Result::GoesOn && result != Result::Break && result != Result::Continue)
    return Result::Unknown;
  if (!once.part.empty())
    add(loop, once, result == Result::Break ? result : Result::GoesOn);
  return Result::GoesOn;
}

std::optional<Actor::Result> Actor::runRounds(const Stmt *body, const Expr *condition,
                                              const Expr *step, bool isAskedLast) {
  for (unsigned round = 0; round < kMostRounds; ++round) {
    if (condition && !(isAskedLast && round == 0)) {
      if (evaluate(condition) != Result::GoesOn)
        return std::nullopt;
      auto answer = number(condition);
      if (!answer)
        return std::nullopt;
      if (!*answer)
        return Result::GoesOn;
    }
    const Result result = run(body);
    const bool isLeft = llvm::any_of(part, [](const Rehearsal::Entry &entry) {
      return entry.kind == Rehearsal::Entry::Kind::Leave;
    });
    if (isLeft || result == Result::Unknown)
      return std::nullopt;
    if (result == Result::Break)
      return Result::GoesOn;
    if (result == Result::Return || result == Result::GivesUp)
      return result;
    if (step && evaluate(step) != Result::GoesOn)
      return std::nullopt;
  }
  return std::nullopt;
}

Actor::Result Actor::runSwitch(const SwitchStmt *cases) {
  if (cases->getConditionVariable())
    return skip(cases);
  if (Result result = run(cases->getInit()); result != Result::GoesOn)
    return result;
  if (Result result = evaluate(cases->getCond()); result != Result::GoesOn)
    return result;
  auto value = number(cases->getCond());
  auto *body = dyn_cast<CompoundStmt>(cases->getBody());
  if (!value || !body)
    return skip(cases);
  if (all.processes.isRank(cases->getCond()))
    for (const SwitchCase *each = cases->getSwitchCaseList(); each;
         each = each->getNextSwitchCase())
      if (auto *one = dyn_cast<CaseStmt>(each))
        all.asksMore |= constantValue(one->getLHS(), all.context).value_or(0) > 1;
  auto chosen = chosenBy(cases, *value, all.context);
  if (!chosen)
    return skip(cases);
  bool isInside = false;
  for (const Stmt *each : body->body()) {
    isInside |= isLabelled(each, *chosen);
    if (!isInside)
      continue;
    const Result result = run(each);
    if (result != Result::GoesOn)
      return result == Result::Break ? Result::GoesOn : result;
  }
  return isInside || !*chosen ? Result::GoesOn : Result::Unknown;
}

std::optional<Rehearsal::Part> Rehearsal::of(const FunctionDecl *main, int64_t rank, int64_t size) {
  gaveUp = false;
  Actor actor(*this, rank, size);
  actor.isMain = true;
  const Actor::Result result = actor.run(main->getBody());
  gaveUp = result == Actor::Result::GivesUp;
  if (result != Actor::Result::GoesOn && result != Actor::Result::Return)
    return std::nullopt;
  return actor.part;
}

} // namespace fencepost::plugin
