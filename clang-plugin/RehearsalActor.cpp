//===- RehearsalActor.cpp - goes through the program for one process ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes.h"
#include "Rehearsal.h"
#include "Shifts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

/// Goes through a function for one process.
class Actor {
public:
  enum class Result { GoesOn, Break, Continue, Return, GivesUp, Unknown };

  Actor(Rehearsal &all, int64_t rank, int64_t size) : all(all), rank(rank), size(size) {}

  Rehearsal::Part part;

  Result run(const Stmt *statement) {
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
      Result result = end->getRetValue() ? evaluate(end->getRetValue()) : Result::GoesOn;
      returned = end->getRetValue() ? number(end->getRetValue()) : std::nullopt;
      return result != Result::GoesOn              ? result
             : isMain && returned.value_or(0) != 0 ? Result::GivesUp
                                                   : Result::Return;
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

  bool isMain = false;
  unsigned depth = 0;
  std::optional<int64_t> returned;

private:
  static constexpr unsigned kMostSteps = 20000, kMostDepth = 12, kMostRounds = 32;
  Rehearsal &all;
  const int64_t rank, size;
  unsigned steps = 0;
  llvm::DenseMap<const VarDecl *, int64_t> numbers;

  bool matters(const Stmt *statement) { return all.matters(statement, false); }

  /// Of what calls no collective only the variables that it changes are of interest.
  Result skip(const Stmt *statement) {
    if (matters(statement) || leaves(statement))
      return Result::Unknown;
    forget(statement);
    return Result::GoesOn;
  }

  /// Whether something in the statement goes elsewhere than to its end.
  static bool leaves(const Stmt *statement) {
    if (!statement || isa<LambdaExpr>(statement))
      return false;
    return isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(statement) ||
           llvm::any_of(statement->children(), leaves);
  }

  /// The variables that the statement may change.
  void forget(const Stmt *statement) {
    if (!statement)
      return;
    if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
      numbers.erase(variable(binary->getLHS()));
    if (auto *unary = dyn_cast<UnaryOperator>(statement);
        unary && (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf))
      numbers.erase(variable(unary->getSubExpr()));
    if (auto *call = dyn_cast<CallExpr>(statement))
      forgetReferences(call);
    if (auto *declared = dyn_cast<DeclStmt>(statement))
      for (const Decl *each : declared->decls())
        numbers.erase(dyn_cast<VarDecl>(each));
    if (auto *lambda = dyn_cast<LambdaExpr>(statement)) // may change what it has a reference to
      for (const LambdaCapture &capture : lambda->captures())
        if (capture.capturesVariable())
          numbers.erase(dyn_cast<VarDecl>(capture.getCapturedVar()));
    for (const Stmt *child : statement->children())
      forget(child);
  }

  void forgetReferences(const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    const bool isMethod = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
    for (unsigned i = isMethod; i < call->getNumArgs(); ++i) {
      const unsigned at = i - isMethod;
      QualType type =
          callee && at < callee->getNumParams() ? callee->getParamDecl(at)->getType() : QualType();
      if (type.isNull() || type->isReferenceType())
        numbers.erase(variable(call->getArg(i)));
    }
  }

  static const VarDecl *variable(const Expr *expr) {
    auto *named = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  }

  Result declare(const DeclStmt *declared) {
    for (const Decl *each : declared->decls()) {
      auto *variable = dyn_cast<VarDecl>(each);
      if (!variable || !variable->getInit())
        continue;
      if (Result result = evaluate(variable->getInit()); result != Result::GoesOn)
        return result;
      numbers.erase(variable);
      // Who has a reference to another one may change that.
      if (variable->getType()->isReferenceType())
        numbers.erase(Actor::variable(variable->getInit()));
      else if (auto value = number(variable->getInit());
               value && variable->getType()->isIntegralOrEnumerationType() &&
               !variable->isStaticLocal() && !variable->getType().isVolatileQualified())
        numbers[variable] = *value;
    }
    return Result::GoesOn;
  }

  /// What the expression does.
  Result evaluate(const Stmt *expr) {
    if (!expr || isa<UnaryExprOrTypeTraitExpr>(expr))
      return Result::GoesOn;
    if (++steps > kMostSteps)
      return Result::Unknown;
    if (isa<LambdaExpr, CXXThrowExpr, StmtExpr>(expr))
      return isa<CXXThrowExpr>(expr) ? Result::GivesUp : skip(expr);
    if (auto *made = dyn_cast<CXXConstructExpr>(expr)) {
      if (matters(made))
        return Result::Unknown;
    }
    // Whom it is given to may call it.
    if (auto *named = dyn_cast<DeclRefExpr>(expr))
      if (auto *function = dyn_cast<FunctionDecl>(named->getDecl());
          function && all.matters(function, false))
        return Result::Unknown;
    if (auto *call = dyn_cast<CallExpr>(expr))
      return callFunction(call);
    auto *binary = dyn_cast<BinaryOperator>(expr);
    auto *chosen = dyn_cast<ConditionalOperator>(expr);
    if ((binary && binary->isLogicalOp()) || chosen) {
      const Expr *asked = binary ? binary->getLHS() : chosen->getCond();
      if (Result result = evaluate(asked); result != Result::GoesOn)
        return result;
      const auto answer = number(asked);
      const Expr *yes = binary ? (binary->getOpcode() == BO_LAnd ? binary->getRHS() : nullptr)
                               : chosen->getTrueExpr();
      const Expr *no = binary ? (binary->getOpcode() == BO_LOr ? binary->getRHS() : nullptr)
                              : chosen->getFalseExpr();
      if (answer)
        return evaluate(*answer ? yes : no);
      if (matters(yes) || matters(no))
        return Result::Unknown;
      forget(yes);
      forget(no);
      return Result::GoesOn;
    }
    for (const Stmt *child : expr->children())
      if (Result result = evaluate(child); result != Result::GoesOn)
        return result;
    if (binary && binary->isAssignmentOp())
      assign(*binary);
    if (auto *unary = dyn_cast<UnaryOperator>(expr))
      if (const VarDecl *changed = variable(unary->getSubExpr())) {
        if (auto found = numbers.find(changed);
            unary->isIncrementDecrementOp() && found != numbers.end())
          found->second += unary->isIncrementOp() ? 1 : -1;
        if (unary->getOpcode() == UO_AddrOf)
          numbers.erase(changed);
      }
    return Result::GoesOn;
  }

  void assign(const BinaryOperator &binary) {
    const VarDecl *changed = variable(binary.getLHS());
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
    const bool isOwn =
        changed->hasLocalStorage() && changed->getType()->isIntegralOrEnumerationType();
    if (value && isOwn && !changed->getType().isVolatileQualified())
      numbers[changed] = *value;
    else
      numbers.erase(changed);
  }

  Result callFunction(const CallExpr *call) {
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
    if (!callee || (method && method->isVirtual()))
      return Result::Unknown;
    if (!callee->hasBody(definition) || !all.matters(definition, true))
      return Result::GoesOn;
    return depth < kMostDepth ? enter(call, definition) : Result::Unknown;
  }

  Result enter(const CallExpr *call, const FunctionDecl *definition) {
    Actor inner = actorOf(call, definition);
    Result result = inner.run(definition->getBody());
    steps = inner.steps;
    part.insert(part.end(), inner.part.begin(), inner.part.end());
    return result == Result::Return ? Result::GoesOn : result;
  }

  Actor actorOf(const CallExpr *call, const FunctionDecl *definition) const {
    Actor inner(all, rank, size);
    inner.depth = depth + 1;
    inner.steps = steps;
    const unsigned first = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(definition);
    for (unsigned i = first; i < call->getNumArgs() && i - first < definition->getNumParams(); ++i)
      if (auto value = number(call->getArg(i)))
        inner.numbers[definition->getParamDecl(i - first)] = *value;
    return inner;
  }

  /// What the call returns, when it does nothing else.
  std::optional<int64_t> result(const CallExpr *call) const {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
    auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
    if (!callee || (method && method->isVirtual()) || !callee->hasBody(definition) ||
        depth >= kMostDepth || all.matters(definition, true))
      return std::nullopt;
    Actor inner = actorOf(call, definition);
    return inner.run(definition->getBody()) == Result::Return && inner.part.empty() ? inner.returned
                                                                                    : std::nullopt;
  }

  /// Whether the comparison is one with a rank that only three processes and more have.
  void noteRanks(const BinaryOperator &asked) const {
    for (bool isLeft : {true, false}) {
      auto bound = constantValue(isLeft ? asked.getRHS() : asked.getLHS(), all.context);
      const BinaryOperatorKind kind =
          isLeft ? asked.getOpcode() : BinaryOperator::reverseComparisonOp(asked.getOpcode());
      if (bound && all.processes.isRank(isLeft ? asked.getLHS() : asked.getRHS()))
        all.asksMore |= *bound > 1 || (*bound == 1 && (kind == BO_GT || kind == BO_LE));
    }
  }

  std::optional<int64_t> number(const Expr *expr) const {
    if (auto constant = constantValue(expr, all.context))
      return constant;
    expr = expr->IgnoreParenImpCasts();
    if (all.processes.isRank(expr))
      return rank;
    if (all.processes.isSize(expr))
      return size;
    if (const VarDecl *named = variable(expr))
      if (auto found = numbers.find(named); found != numbers.end())
        return found->second;
    if (isa<DeclRefExpr, MemberExpr>(expr)) {
      const Expr *value = all.processes.soleValue(expr);
      return value && value->IgnoreParenImpCasts() != expr ? constantOf(value) : std::nullopt;
    }
    if (auto *cast = dyn_cast<ExplicitCastExpr>(expr))
      return cast->getType()->isIntegralOrEnumerationType() && !cast->getType()->isBooleanType()
                 ? number(cast->getSubExpr())
                 : std::nullopt;
    if (auto *call = dyn_cast<CallExpr>(expr))
      return result(call);
    if (auto *chosen = dyn_cast<ConditionalOperator>(expr)) {
      auto answer = number(chosen->getCond());
      return answer ? number(*answer ? chosen->getTrueExpr() : chosen->getFalseExpr())
                    : std::nullopt;
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
    if (binary->isComparisonOp())
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

  /// Of what is written elsewhere: the variables there are not those of this function.
  std::optional<int64_t> constantOf(const Expr *value) const {
    if (depth >= kMostDepth)
      return std::nullopt;
    Actor inner(all, rank, size);
    inner.depth = depth + 1;
    return inner.number(value);
  }

  /// Whether the answer surely is the same for all processes, whatever it is.
  bool isSameForAll(const Expr *asked) const {
    return isSimple(asked) && !all.processes.mayDependOnRank(asked);
  }

  static bool isSimple(const Stmt *asked) {
    return !isa<CallExpr, ArraySubscriptExpr, CXXConstructExpr>(asked) &&
           !(isa<UnaryOperator>(asked) && cast<UnaryOperator>(asked)->getOpcode() == UO_Deref) &&
           llvm::all_of(asked->children(), isSimple);
  }

  /// `i = 0; i < n; i++`, where the bound is the same for all.
  bool isSameForAll(const ForStmt *loop) const {
    auto *declared = dyn_cast_or_null<DeclStmt>(loop->getInit());
    auto *variable = declared && declared->isSingleDecl()
                         ? dyn_cast<VarDecl>(declared->getSingleDecl())
                         : nullptr;
    auto *first = dyn_cast_or_null<BinaryOperator>(loop->getInit());
    if (first && first->getOpcode() == BO_Assign)
      variable = const_cast<VarDecl *>(Actor::variable(first->getLHS()));
    const Expr *begin = first ? first->getRHS() : variable ? variable->getInit() : nullptr;
    auto *asked = dyn_cast_or_null<BinaryOperator>(loop->getCond());
    auto *step = dyn_cast_or_null<UnaryOperator>(loop->getInc());
    if (!variable || !begin || !asked || !asked->isComparisonOp() || !step ||
        !step->isIncrementDecrementOp() || Actor::variable(step->getSubExpr()) != variable)
      return false;
    auto isBound = [&](const Expr *side) { return number(side) || isSameForAll(side); };
    return isBound(begin) &&
           ((Actor::variable(asked->getLHS()) == variable && isSameForAll(asked->getRHS())) ||
            (Actor::variable(asked->getRHS()) == variable && isSameForAll(asked->getLHS())));
  }

  void keepCommon(const Actor &other) {
    llvm::SmallVector<const VarDecl *, 8> gone;
    for (const auto &[variable, value] : numbers)
      if (auto found = other.numbers.find(variable);
          found == other.numbers.end() || found->second != value)
        gone.push_back(variable);
    for (const VarDecl *variable : gone)
      numbers.erase(variable);
  }

  void take(const Actor &other) {
    part.insert(part.end(), other.part.begin(), other.part.end());
    numbers = other.numbers;
    steps = other.steps;
    returned = other.returned;
  }

  Actor branch() const {
    Actor copy(*this);
    copy.part.clear();
    return copy;
  }

  void add(Rehearsal::Entry::Kind kind, const Stmt *place) { part.push_back({kind, place}); }

  void add(const Stmt *place, const Actor &inner, Result how) {
    using Kind = Rehearsal::Entry::Kind;
    add(Kind::Begin, place);
    part.insert(part.end(), inner.part.begin(), inner.part.end());
    if (how != Result::GoesOn)
      add(Kind::Leave, place);
    add(Kind::End, place);
    steps = inner.steps;
  }

  Result runIf(const IfStmt *choice) {
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
    const bool areAlike =
        positive == negative &&
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
    keepCommon(no);
    add(choice->getThen(), yes, positive);
    add(choice, no, negative);
    return Result::GoesOn;
  }

  Result runLoop(const Stmt *loop) {
    auto *counted = dyn_cast<ForStmt>(loop);
    auto *asked = dyn_cast<WhileStmt>(loop);
    auto *repeated = dyn_cast<DoStmt>(loop);
    const Stmt *body = counted ? counted->getBody()
                       : asked ? asked->getBody()
                               : repeated->getBody();
    const Expr *condition = counted ? counted->getCond()
                            : asked ? asked->getCond()
                                    : repeated->getCond();
    if (counted)
      if (Result result = run(counted->getInit()); result != Result::GoesOn)
        return result;
    if (!matters(loop))
      return skip(loop);
    Actor trial = branch();
    if (auto result = trial.runRounds(body, condition, counted ? counted->getInc() : nullptr,
                                      repeated != nullptr)) {
      take(trial);
      return *result;
    }
    forget(loop);
    if (condition && !number(condition) && !isSameForAll(condition) &&
        !(counted && isSameForAll(counted)))
      return Result::Unknown;
    Actor once = branch();
    const Result result = once.run(body);
    if (result != Result::GoesOn && result != Result::Break && result != Result::Continue)
      return Result::Unknown;
    if (!once.part.empty())
      add(loop, once, result == Result::Break ? result : Result::GoesOn);
    return Result::GoesOn;
  }

  /// All of a loop, as long as it is known if there is another round; or nothing.
  std::optional<Result> runRounds(const Stmt *body, const Expr *condition, const Expr *step,
                                  bool isAskedLast) {
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

  Result runSwitch(const SwitchStmt *cases) {
    if (Result result = evaluate(cases->getCond()); result != Result::GoesOn)
      return result;
    auto value = number(cases->getCond());
    auto *body = dyn_cast<CompoundStmt>(cases->getBody());
    if (!value || !body)
      return skip(cases);
    const SwitchCase *chosen = nullptr;
    for (const SwitchCase *each = cases->getSwitchCaseList(); each;
         each = each->getNextSwitchCase()) {
      auto *one = dyn_cast<CaseStmt>(each);
      auto label = one ? constantValue(one->getLHS(), all.context) : std::nullopt;
      if (one && (!label || one->getRHS()))
        return skip(cases);
      if (label && *label > 1 && all.processes.isRank(cases->getCond()))
        all.asksMore = true;
      if (one ? label == value : !chosen)
        chosen = each;
    }
    bool isInside = false;
    for (const Stmt *each : body->body()) {
      for (const Stmt *label = each; isa<SwitchCase>(label) && !isInside;
           label = cast<SwitchCase>(label)->getSubStmt())
        isInside = label == chosen;
      if (!isInside)
        continue;
      const Result result = run(each);
      if (result != Result::GoesOn)
        return result == Result::Break ? Result::GoesOn : result;
    }
    return isInside || !chosen ? Result::GoesOn : Result::Unknown;
  }
};

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
