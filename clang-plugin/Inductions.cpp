//===- Inductions.cpp - loops that count ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inductions.h"

#include "MpiCall.h"
#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// A call that does not return among them.
bool isJump(const Stmt *statement) {
  if (auto *call = dyn_cast<CallExpr>(statement))
    return endsProcess(call);
  return isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt, CXXThrowExpr>(
      statement);
}

/// What disqualifies a loop from being understood as counting.
class LoopBodyScan : public RecursiveASTVisitor<LoopBodyScan> {
public:
  explicit LoopBodyScan(const VarDecl *variable) : variable(variable) {}
  llvm::DenseSet<const Expr *> calls;
  bool jumps = false;

  bool VisitCallExpr(CallExpr *call) {
    calls.insert(call);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    calls.insert(construction);
    return true;
  }
  bool VisitStmt(Stmt *statement) {
    jumps |= isJump(statement);
    return true;
  }
  /// Of what is done to the variable only to read it changes nothing.
  bool VisitDeclRefExpr(DeclRefExpr *named) {
    mentioned += named->getDecl() == variable;
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    const bool reads = cast->getCastKind() == CK_LValueToRValue ||
                       (cast->getCastKind() == CK_NoOp && cast->getType().isConstQualified());
    read += reads && variableOf(cast->getSubExpr()) == variable;
    // Its address, given to what only reads there.
    auto *address = dyn_cast<UnaryOperator>(cast->getSubExpr()->IgnoreParens());
    read += address && address->getOpcode() == UO_AddrOf && cast->getType()->isPointerType() &&
            cast->getType()->getPointeeType().isConstQualified() &&
            variableOf(address->getSubExpr()) == variable;
    return true;
  }
  bool isOnlyRead() const { return mentioned == read; }

private:
  const VarDecl *variable;
  unsigned mentioned = 0, read = 0;
};

/// The variable or member that the expression is.
const ValueDecl *declarationOf(const Expr *expr) {
  expr = expr->IgnoreParenCasts();
  if (auto *member = dyn_cast<MemberExpr>(expr))
    return member->getMemberDecl();
  auto *named = dyn_cast<DeclRefExpr>(expr);
  return named ? named->getDecl() : nullptr;
}

bool names(const Stmt *statement, const ValueDecl *declaration) {
  auto *expr = dyn_cast_or_null<Expr>(statement);
  if (!statement || (expr && declarationOf(expr) == declaration))
    return statement;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return names(child, declaration); });
}

/// Whether something that the condition names, other than the variable, is changed there.
bool changes(const Stmt *statement, const Stmt *condition, const VarDecl *variable) {
  const Expr *changed = nullptr;
  if (auto *binary = dyn_cast_or_null<BinaryOperator>(statement))
    changed = binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  else if (auto *unary = dyn_cast_or_null<UnaryOperator>(statement))
    changed = unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf
                  ? unary->getSubExpr()
                  : nullptr;
  const ValueDecl *declaration = changed ? declarationOf(changed) : nullptr;
  if (declaration && declaration != variable && names(condition, declaration))
    return true;
  return statement && llvm::any_of(statement->children(), [&](const Stmt *child) {
           return changes(child, condition, variable);
         });
}

const Stmt *bodyOf(const Stmt *loop) {
  if (auto *counted = dyn_cast<ForStmt>(loop))
    return counted->getBody();
  if (auto *asked = dyn_cast<WhileStmt>(loop))
    return asked->getBody();
  return cast<DoStmt>(loop)->getBody();
}

/// The variable that the statement gives its first value, and that value.
struct Beginning {
  const VarDecl *variable = nullptr;
  const Expr *value = nullptr;
};

Beginning beginningIn(const Stmt *statement, const VarDecl *of = nullptr) {
  if (auto *declaration = dyn_cast_or_null<DeclStmt>(statement))
    for (const Decl *each : declaration->decls())
      if (auto *variable = dyn_cast<VarDecl>(each);
          variable && (of ? variable == of : declaration->isSingleDecl()))
        return {variable, variable->getInit()};
  auto *binary = dyn_cast_or_null<BinaryOperator>(statement);
  if (!binary || binary->getOpcode() != BO_Assign)
    return {};
  const VarDecl *variable = variableOf(binary->getLHS());
  return !of || of == variable ? Beginning{variable, binary->getRHS()} : Beginning{};
}

/// The variable that the statement moves on, and does nothing else; or null.
const VarDecl *steppedIn(const Stmt *statement) {
  if (auto *unary = dyn_cast<UnaryOperator>(statement))
    return unary->isIncrementDecrementOp() ? variableOf(unary->getSubExpr()) : nullptr;
  auto *binary = dyn_cast<BinaryOperator>(statement);
  return binary && binary->isAssignmentOp() ? variableOf(binary->getLHS()) : nullptr;
}

/// The `i--` of `i-- > 0`, where nothing else is asked of the variable; or null.
const UnaryOperator *movementIn(const Expr *condition) {
  condition = condition ? condition->IgnoreParenImpCasts() : nullptr;
  auto *binary = dyn_cast_or_null<BinaryOperator>(condition);
  const Expr *bound = binary && binary->isComparisonOp() ? binary->getRHS() : nullptr;
  auto *unary =
      dyn_cast_or_null<UnaryOperator>(bound ? binary->getLHS()->IgnoreParenImpCasts() : condition);
  const VarDecl *variable =
      unary && unary->isIncrementDecrementOp() ? variableOf(unary->getSubExpr()) : nullptr;
  return variable && !(bound && names(bound, variable)) ? unary : nullptr;
}

/// Whether the condition is a comparison with a constant that does not hold for the first value.
bool isFalseAtOnce(const Expr *condition, const VarDecl *variable, int64_t first,
                   const ASTContext &context) {
  auto *asked =
      dyn_cast_or_null<BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : condition);
  auto bound = asked && variableOf(asked->getLHS()) == variable
                   ? constantValue(asked->getRHS(), context)
                   : std::nullopt;
  if (!bound)
    return false;
  switch (asked->getOpcode()) {
  case BO_LT:
    return first >= *bound;
  case BO_LE:
    return first > *bound;
  case BO_GT:
    return first <= *bound;
  case BO_GE:
    return first < *bound;
  case BO_NE:
    return first == *bound;
  default:
    return false;
  }
}

std::optional<Induction> makeInduction(const Stmt *loop, const Expr *condition,
                                       const Beginning &begin, const Stmt *step,
                                       const ASTContext &context) {
  const VarDecl *variable = begin.variable;
  const Stmt *body = bodyOf(loop);
  if (!variable || !begin.value || !body || names(begin.value, variable))
    return std::nullopt;
  QualType type = variable->getType();
  const bool isPointer = type->isPointerType();
  auto first = isPointer ? std::nullopt : constantValue(begin.value, context);
  // Another value may not fit.
  const Expr *value = begin.value->IgnoreParenImpCasts();
  if (!first && !isPointer &&
      !(type->isIntegerType() && value->getType()->isIntegerType() &&
        context.getTypeSize(type) >= context.getTypeSize(value->getType())))
    return std::nullopt;
  LoopBodyScan scan(variable);
  const UnaryOperator *moved = isa<DoStmt>(loop) ? nullptr : movementIn(condition);
  const int64_t ahead = !moved || variableOf(moved->getSubExpr()) != variable ? 0
                        : moved->isIncrementOp()                              ? 1
                                                                              : -1;
  if (!ahead)
    scan.TraverseStmt(const_cast<Expr *>(condition));
  else if (isPointer)
    return std::nullopt;
  if (step) {
    for (const Stmt *each : body->children())
      if (each != step)
        scan.TraverseStmt(const_cast<Stmt *>(each));
  } else {
    scan.TraverseStmt(const_cast<Stmt *>(body));
  }
  if (!scan.isOnlyRead())
    return std::nullopt;
  if (first && !isa<DoStmt>(loop) && isFalseAtOnce(condition, variable, *first, context))
    return std::nullopt;
  if (first)
    *first += ahead;
  return Induction{loop,      condition, variable, begin.value,
                   ahead,     first,     step,     std::move(scan.calls),
                   scan.jumps};
}

} // namespace

bool isSameInEach(const Induction &outer, const Induction &loop) {
  return !names(loop.condition, outer.variable) &&
         !changes(bodyOf(outer.loop), loop.condition, loop.variable);
}

std::optional<Induction> inductionOf(const ForStmt *loop, const ASTContext &context) {
  return makeInduction(loop, loop->getCond(), beginningIn(loop->getInit()), nullptr, context);
}

bool neverRuns(const ForStmt *loop, const ASTContext &context) {
  const Beginning begin = beginningIn(loop->getInit());
  auto first = begin.variable && begin.value ? constantValue(begin.value, context) : std::nullopt;
  return first && isFalseAtOnce(loop->getCond(), begin.variable, *first, context);
}

std::vector<Induction> inductionsIn(const CompoundStmt *block, const ASTContext &context) {
  std::vector<Induction> found;
  const auto *first = block->body_begin();
  for (const auto *at = first; at != block->body_end(); ++at) {
    auto *asked = dyn_cast<WhileStmt>(*at);
    auto *repeated = dyn_cast<DoStmt>(*at);
    if (!asked && !repeated)
      continue;
    const Expr *condition = asked ? asked->getCond() : repeated->getCond();
    std::vector<std::pair<const VarDecl *, const Stmt *>> stepped;
    if (const UnaryOperator *moved = asked ? movementIn(condition) : nullptr)
      stepped.push_back({variableOf(moved->getSubExpr()), nullptr});
    if (auto *body = dyn_cast<CompoundStmt>(bodyOf(*at)))
      for (const Stmt *step : body->body())
        if (const VarDecl *variable = steppedIn(step); variable && names(condition, variable))
          stepped.push_back({variable, step});
    for (auto [variable, step] : stepped) {
      // The last statement before the loop that has anything to do with the variable. What a value
      // that is no constant is made of may change after it.
      const auto *before = at;
      while (before != first && !names(*std::prev(before), variable) &&
             !beginningIn(*std::prev(before), variable).variable)
        --before;
      if (before == first)
        continue;
      auto induction =
          makeInduction(*at, condition, beginningIn(*std::prev(before), variable), step, context);
      if (induction && (induction->first || before == at))
        found.push_back(std::move(*induction));
    }
  }
  return found;
}

void forEachInFirst(const Induction &loop, llvm::function_ref<void(const Stmt *)> visit) {
  auto mark = [&](auto &self, const Stmt *statement) -> void {
    if (!statement)
      return;
    visit(statement);
    if (auto *branch = dyn_cast<IfStmt>(statement))
      return self(self, branch->getCond());
    if (auto *choice = dyn_cast<AbstractConditionalOperator>(statement))
      return self(self, choice->getCond());
    if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isLogicalOp())
      return self(self, binary->getLHS());
    if (isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, CXXForRangeStmt, CXXTryStmt, LambdaExpr,
            OMPExecutableDirective, LabelStmt>(statement))
      return;
    for (const Stmt *child : statement->children()) {
      if (child && child == loop.step)
        return;
      self(self, child);
      if (child && loop.mayEndEarly && mayJump(child))
        return; // what follows may be left out
    }
  };
  mark(mark, bodyOf(loop.loop));
}

static bool isConjunction(const Expr *condition) {
  auto *both =
      dyn_cast_or_null<BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  return both && both->getOpcode() == BO_LAnd;
}

std::optional<int64_t> runsOf(const Induction &loop, const ASTContext &context) {
  return loop.mayEndEarly || isConjunction(loop.condition) ? std::nullopt
                                                           : mostRunsOf(loop, context);
}

/// Whether it is `i++`, `i += 1` or `i = i + 1`.
static bool addsOne(const Stmt *step, const VarDecl *variable, const ASTContext &context) {
  if (auto *unary = dyn_cast_or_null<UnaryOperator>(step))
    return unary->isIncrementOp() && variableOf(unary->getSubExpr()) == variable;
  auto *binary = dyn_cast_or_null<BinaryOperator>(step);
  if (!binary || variableOf(binary->getLHS()) != variable)
    return false;
  if (binary->getOpcode() == BO_AddAssign)
    return constantValue(binary->getRHS(), context) == 1;
  auto *sum = dyn_cast<BinaryOperator>(binary->getRHS()->IgnoreParenImpCasts());
  return binary->getOpcode() == BO_Assign && sum && sum->getOpcode() == BO_Add &&
         variableOf(sum->getLHS()) == variable && constantValue(sum->getRHS(), context) == 1;
}

/// The same as far as that part of the condition bounds it.
static std::optional<int64_t> mostRunsOf(const Induction &loop, const Expr *part,
                                         const ASTContext &context) {
  auto *counted = dyn_cast<ForStmt>(loop.loop);
  auto *condition = dyn_cast_or_null<BinaryOperator>(part ? part->IgnoreParenImpCasts() : nullptr);
  if (isConjunction(condition)) {
    auto left = mostRunsOf(loop, condition->getLHS(), context);
    auto right = mostRunsOf(loop, condition->getRHS(), context);
    return left && right ? std::min(*left, *right) : left ? left : right;
  }
  if (!loop.first || !condition || !counted ||
      !addsOne(counted->getInc(), loop.variable, context) ||
      variableOf(condition->getLHS()) != loop.variable ||
      (condition->getOpcode() != BO_LT && condition->getOpcode() != BO_LE))
    return std::nullopt;
  auto bound = constantValue(condition->getRHS(), context);
  if (!bound)
    return std::nullopt;
  return *bound - *loop.first + (condition->getOpcode() == BO_LE);
}

std::optional<int64_t> mostRunsOf(const Induction &loop, const ASTContext &context) {
  return mostRunsOf(loop, loop.condition, context);
}

bool mayJump(const Stmt *statement) {
  return isJump(statement) || llvm::any_of(statement->children(), [](const Stmt *child) {
           return child && mayJump(child);
         });
}

} // namespace fencepost::plugin
