//===- Iterations.cpp - what a loop does more than once -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Failures.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Inductions.h"
#include "MpiCall.h"
#include "Names.h"
#include "Processes.h"
#include "State.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

bool Feasibility::isInEveryIteration(const CFGBlock *block, const Loop &loop) const {
  return llvm::all_of(loop.latches, [&](const CFGBlock *latch) { return dominates(block, latch); });
}

/// Whether the statement declares the variable, gives it a value or gives its address away.
static bool changes(const Stmt *statement, const ValueDecl *variable) {
  auto is = [&](const Expr *expr) { return variableOf(expr) == variable; };
  if (auto *declared = dyn_cast<DeclStmt>(statement))
    if (llvm::is_contained(declared->decls(), variable))
      return true;
  auto *binary = dyn_cast<BinaryOperator>(statement);
  auto *unary = dyn_cast<UnaryOperator>(statement);
  if ((binary && binary->isAssignmentOp() && is(binary->getLHS())) ||
      (unary && (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf) &&
       is(unary->getSubExpr())))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return child && changes(child, variable); });
}

/// Whether the variable is the same in each iteration.
static bool isInvariant(const ValueDecl *variable, const Feasibility::Loop &loop,
                        const FunctionInfo &info) {
  const Stmt *statement = loop.header->getTerminatorStmt();
  // What bounds the loop may be what lets it run once.
  auto *condition = loop.header->getTerminatorCondition();
  return info.isStable(variable) && isa_and_nonnull<ForStmt, WhileStmt, DoStmt>(statement) &&
         !changes(statement, variable) && !(condition && mentions(condition, variable));
}

/// Whether the question has one answer for all iterations: of variables that the loop leaves alone.
static bool isInvariant(const Stmt *asked, const Feasibility::Loop &loop,
                        const FunctionInfo &info) {
  if (auto *named = dyn_cast<DeclRefExpr>(asked))
    return isa<EnumConstantDecl>(named->getDecl()) || isInvariant(named->getDecl(), loop, info);
  auto *unary = dyn_cast<UnaryOperator>(asked);
  auto *binary = dyn_cast<BinaryOperator>(asked);
  const bool isCalculation =
      isa<ParenExpr, ImplicitCastExpr, IntegerLiteral, CXXBoolLiteralExpr>(asked) ||
      (unary && !unary->isIncrementDecrementOp() && unary->getOpcode() != UO_Deref &&
       unary->getOpcode() != UO_AddrOf) ||
      (binary && !binary->isAssignmentOp());
  return isCalculation && llvm::all_of(asked->children(), [&](const Stmt *child) {
           return child && isInvariant(child, loop, info);
         });
}

/// Whether that way is taken in all iterations but one at most: `i != rank`, where the loop counts
/// `i`, and long enough.
static bool isOfAllButOne(const CFGBlock *block, unsigned way, const Feasibility::Loop &loop,
                          const FunctionInfo &info) {
  auto *condition = dyn_cast_or_null<Expr>(block->getTerminatorCondition());
  auto *asked = condition ? dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
  if (!asked || !asked->isEqualityOp() || way != (asked->getOpcode() == BO_EQ ? 1 : 0))
    return false;
  const Induction *induction = info.countingLoop(loop.header->getTerminatorStmt());
  if (!induction || info.processes->asksForNumber() ||
      mostRunsOf(*induction, info.context).value_or(3) < 3)
    return false;
  return llvm::any_of(
      std::initializer_list<std::pair<const Expr *, const Expr *>>{
          {asked->getLHS(), asked->getRHS()}, {asked->getRHS(), asked->getLHS()}},
      [&](const auto &sides) {
        return variableOf(sides.first) == induction->variable &&
               (!info.commOfRank(sides.second).empty() || isInvariant(sides.second, loop, info));
      });
}

bool Feasibility::areAnswered(
    const CFGBlock *block, const Loop &loop,
    llvm::function_ref<bool(const CFGBlock *choice, unsigned way)> isAnswered) const {
  constexpr unsigned kMostBlocks = 200; // a generated loop is left alone
  if (isInEveryIteration(block, loop))
    return true;
  if (loop.blocks.count() > kMostBlocks)
    return false;
  auto leads = [&](const CFGBlock *from) {
    return from == block || (from != loop.header && isReachable(from, block, loop.header));
  };
  for (const CFGBlock *choice : *graph.cfg) {
    if (!choice || !loop.contains(choice) || choice == loop.header || choice == block ||
        choice->succ_size() < 2 || !leads(choice))
      continue;
    unsigned way = 0, here = 0, ways = 0;
    bool passes = false;
    for (const CFGBlock *next : choice->succs()) {
      const unsigned at = way++;
      if (!next || !loop.contains(next) || surelyGivesUp(next))
        continue;
      if (leads(next)) {
        ++ways;
        here = at;
      } else {
        passes = true;
      }
    }
    if (passes && !(ways == 1 && isa_and_nonnull<IfStmt>(choice->getTerminatorStmt()) &&
                    isAnswered(choice, here)))
      return false;
  }
  return true;
}

bool Feasibility::isInTwoIterations(const CFGBlock *block, const Loop &loop) const {
  return areAnswered(block, loop, [&](const CFGBlock *choice, unsigned way) {
    const Stmt *condition = choice->getTerminatorCondition();
    return condition &&
           (isInvariant(condition, loop, info) || isOfAllButOne(choice, way, loop, info));
  });
}

bool Feasibility::isForAll(const CFGBlock *block, const Loop &loop, const Expr *target,
                           const std::string &comm, bool isRoot, bool &isForOthers) const {
  const Induction *counts = info.countingLoop(loop.header->getTerminatorStmt());
  auto *condition = counts && counts->condition
                        ? dyn_cast<BinaryOperator>(counts->condition->IgnoreParenImpCasts())
                        : nullptr;
  auto endsEarly = [&](const CFGBlock *each) {
    return each && each != loop.header && loop.contains(each) &&
           llvm::any_of(each->succs(), [&](const CFGBlock *next) {
             return next && !loop.contains(next) && !surelyGivesUp(next);
           });
  };
  isForOthers = isRoot && counts && counts->first == 1;
  if (!condition || (counts->first != 0 && !isForOthers) || llvm::any_of(*graph.cfg, endsEarly) ||
      variableOf(target) != counts->variable ||
      variableOf(condition->getLHS()) != counts->variable ||
      (condition->getOpcode() != BO_LT && condition->getOpcode() != BO_NE) ||
      info.commOfSize(condition->getRHS()) != comm)
    return false;
  return areAnswered(block, loop, [&](const CFGBlock *choice, unsigned way) {
    if (counts->first == 1)
      return false;
    const Expr *asked = cast<IfStmt>(choice->getTerminatorStmt())->getCond();
    auto *binary = asked ? dyn_cast<BinaryOperator>(asked->IgnoreParenImpCasts()) : nullptr;
    isForOthers =
        binary && isOfAllButOne(choice, way, loop, info) &&
        (info.commOfRank(binary->getLHS()) == comm || info.commOfRank(binary->getRHS()) == comm);
    return isForOthers;
  });
}

/// Whether the loop may go on because a call failed: it repeats that rather than adding another.
/// Where success stays in the loop, failures are dealt with and no reason to go on.
bool Feasibility::repeatsFailures(const Loop &loop) const {
  auto mayRepeat = [&](const CFGBlock *block) {
    if (!block || !loop.contains(block) || !info.asksForResult(block->getTerminatorCondition()))
      return false;
    const CFGBlock *failure = failureOf(block, info);
    return !failure || llvm::any_of(block->succs(), [&](const CFGBlock *next) {
      return next && next != failure && !loop.contains(next);
    });
  };
  if (!loop.repeatsFailures)
    loop.repeatsFailures = llvm::any_of(*graph.cfg, mayRepeat);
  return *loop.repeatsFailures;
}

/// Whether a variable of the condition gets a constant, a null pointer, or what tells of a call of
/// MPI within the statement: `for (done = 0; !done; done = 1)`.
static bool isSettledIn(const Stmt *statement, const Stmt *condition, const FunctionInfo &info) {
  auto *binary = dyn_cast<BinaryOperator>(statement);
  const ValueDecl *variable =
      binary && binary->getOpcode() == BO_Assign ? variableOf(binary->getLHS()) : nullptr;
  if (variable && mentions(condition, variable) &&
      (constantValue(binary->getRHS(), info.context) || info.asksForResult(binary->getRHS()) ||
       binary->getRHS()->IgnoreParenImpCasts()->isNullPointerConstant(
           info.context, Expr::NPC_ValueDependentIsNotNull)))
    return true;
  return llvm::any_of(statement->children(), [&](const Stmt *child) {
    return child && isSettledIn(child, condition, info);
  });
}

/// The loop as it is written; of `a && b` only the last part is asked by it.
const Stmt *Feasibility::statementOf(const Loop &loop) const {
  const Stmt *found = loop.header->getTerminatorStmt();
  for (const CFGBlock *block : *graph.cfg)
    if (!isa_and_nonnull<ForStmt, WhileStmt, DoStmt>(found) &&
        innermost[block->getBlockID()] == &loop)
      found = block->getTerminatorStmt();
  return found;
}

/// Whether the loop may be over after the first iteration, whatever it is asked.
bool Feasibility::mayRunOnce(const Loop &loop) const {
  const Stmt *statement = statementOf(loop);
  const Induction *counting = info.countingLoop(statement);
  if (counting && mostRunsOf(*counting, info.context).value_or(2) < 2)
    return true;
  auto *counted = dyn_cast_or_null<ForStmt>(statement);
  auto *asked = dyn_cast_or_null<WhileStmt>(statement);
  auto *repeated = dyn_cast_or_null<DoStmt>(statement);
  const Stmt *condition = counted    ? counted->getCond()
                          : asked    ? asked->getCond()
                          : repeated ? repeated->getCond()
                                     : nullptr;
  const Stmt *parts[] = {counted    ? counted->getBody()
                         : asked    ? asked->getBody()
                         : repeated ? repeated->getBody()
                                    : nullptr,
                         counted ? counted->getInc() : nullptr};
  return condition && llvm::any_of(parts, [&](const Stmt *part) {
           return part && isSettledIn(part, condition, info);
         });
}

const Feasibility::Loop *Feasibility::loopOfBoth(const CFGBlock *a, const CFGBlock *b) {
  return repeatingLoop(a, b, &Feasibility::isInEveryIteration);
}

const Feasibility::Loop *Feasibility::loopOfSome(const CFGBlock *all, const CFGBlock *some) {
  return repeatingLoop(all, some, &Feasibility::isInTwoIterations);
}

const Feasibility::Loop *
Feasibility::repeatingLoop(const CFGBlock *a, const CFGBlock *b,
                           bool (Feasibility::*repeats)(const CFGBlock *, const Loop &) const) {
  const Loop *loop = loopAround(a, b);
  if (!loop || repeatsFailures(*loop) || mayRunOnce(*loop))
    return nullptr;
  const CFGBlock *first = hoist(a, loop->header), *second = hoist(b, loop->header);
  return first && second && isInEveryIteration(first, *loop) && (this->*repeats)(second, *loop)
             ? loop
             : nullptr;
}

/// `for (...) { access; operation; }`: both in two iterations, the access first.
const Feasibility::Loop *Feasibility::turnOf(const CFGBlock *block, const CFGBlock *issue) const {
  const Loop *loop = loopAround(block);
  return loop && block != issue && loop->contains(issue) && dominates(block, issue) ? loop
                                                                                    : nullptr;
}

/// Where a turn that does not issue the operation may follow one that did and completed it.
bool Feasibility::meetsInSameTurn(const CFGBlock *access, const CFGBlock *issue,
                                  uint8_t progress) const {
  const Loop *loop = loopAround(access, issue);
  if (!loop || progress >= kInEarlierTurn << (loop->depth + 1))
    return false;
  if (access == issue)
    return true;
  return !isReachable(issue, loop->header, access) &&
         (alwaysReaches(issue, access) || comesFrom(issue, access));
}

bool Feasibility::meetsInNextIteration(const CFGBlock *access, const CFGBlock *issue) {
  const Loop *loop = loopAround(access, issue);
  return loop && dominates(access, issue) && isInTwoIterations(issue, *loop) &&
         !repeatsFailures(*loop) && !mayRunOnce(*loop);
}

} // namespace fencepost::plugin
