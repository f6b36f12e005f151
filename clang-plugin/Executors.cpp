//===- Executors.cpp - which ranks execute a place of a function ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executors.h"

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "MpiCall.h"
#include "Names.h"
#include "Processes.h"
#include "Shifts.h"
#include "Spelling.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <algorithm>
#include <utility>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// A function with more is generated; it is left alone rather than slow the compilation down.
constexpr std::size_t kMostBranches = 200;

struct RankTest {
  const Expr *rank;
  std::optional<int64_t> value; // none: it parts processes otherwise
  bool equal;
};

/// The rank in `rank % 2` and `rank & 1`, which part processes by turns.
const Expr *takenByTurns(const Expr *expr, const ASTContext &context) {
  auto *binary = dyn_cast<BinaryOperator>(expr->IgnoreParenImpCasts());
  auto each = binary ? constantValue(binary->getRHS(), context) : std::nullopt;
  const bool isOne = each && ((binary->getOpcode() == BO_Rem && *each > 1) ||
                              (binary->getOpcode() == BO_And && *each == 1));
  return isOne ? binary->getLHS()->IgnoreParenImpCasts() : nullptr;
}

/// The number of processes in `size - 1`, also by a variable that holds it.
const Expr *sizeOfLast(const Expr *expr, const FunctionInfo &info) {
  expr = expr->IgnoreParenImpCasts();
  auto *named = dyn_cast<DeclRefExpr>(expr);
  if (auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      variable && variable->getInit() && info.isSteady(variable))
    expr = variable->getInit()->IgnoreParenImpCasts();
  auto *binary = dyn_cast<BinaryOperator>(expr);
  return binary && binary->getOpcode() == BO_Sub &&
                 constantValue(binary->getRHS(), info.context) == 1
             ? binary->getLHS()->IgnoreParenImpCasts()
             : nullptr;
}

/// `rank == size - 1`.
std::optional<RankTest> lastTest(const BinaryOperator &asked, const FunctionInfo &info) {
  const Expr *rank = asked.getLHS()->IgnoreParenImpCasts(), *last = asked.getRHS();
  for (int side = 0; side < 2 && asked.isEqualityOp(); ++side) {
    const Expr *size = sizeOfLast(last, info);
    const std::string comm = size ? info.commOfSize(size) : "";
    if (!comm.empty() && comm == info.commOfRank(rank))
      return RankTest{rank, std::nullopt, asked.getOpcode() == BO_EQ};
    last = std::exchange(rank, last->IgnoreParenImpCasts());
  }
  return std::nullopt;
}

/// `rank == 0`, `1 != rank`, `rank`, `!rank`, `rank > 0`, `rank < 1`, `rank % 2 == 0`.
std::optional<RankTest> rankTest(const Expr *condition, const FunctionInfo &info) {
  const ASTContext &context = info.context;
  condition = condition->IgnoreParenImpCasts();
  if (auto *binary = dyn_cast<BinaryOperator>(condition)) {
    const Expr *left = binary->getLHS(), *right = binary->getRHS();
    BinaryOperatorKind asked = binary->getOpcode();
    if (binary->isComparisonOp() && numberOf(left, info)) {
      std::swap(left, right);
      if (binary->isRelationalOp())
        asked = BinaryOperator::reverseComparisonOp(asked);
    }
    auto value = numberOf(right, info);
    left = left->IgnoreParenImpCasts();
    if (const Expr *rank = takenByTurns(left, context);
        rank && value && *value >= 0 && *value <= 1 && binary->isEqualityOp())
      return RankTest{rank, std::nullopt, asked == BO_EQ};
    if (value && binary->isEqualityOp())
      return RankTest{left, *value, asked == BO_EQ};
    if (const Expr *rank = takenByTurns(binary, context))
      return RankTest{rank, std::nullopt, false};
    // No rank is below zero.
    if ((value == 0 && asked == BO_GT) || (value == 1 && asked == BO_GE))
      return RankTest{left, 0, false};
    if ((value == 0 && asked == BO_LE) || (value == 1 && asked == BO_LT))
      return RankTest{left, 0, true};
    return lastTest(*binary, info);
  }
  if (auto *unary = dyn_cast<UnaryOperator>(condition); unary && unary->getOpcode() == UO_LNot) {
    auto asked = rankTest(unary->getSubExpr(), info);
    if (asked)
      asked->equal = !asked->equal;
    return asked;
  }
  // `const bool isRoot = rank == 0;`
  const VarDecl *answer = variableOf(condition);
  if (answer && answer->getInit() && info.isSteady(answer) && info.commOfRank(condition).empty())
    return rankTest(answer->getInit(), info);
  return RankTest{condition, 0, false};
}

llvm::BitVector reachable(const CFGBlock *from, const CFGBlock *without, unsigned count) {
  llvm::BitVector seen(count);
  std::vector<const CFGBlock *> pending{from};
  seen.set(from->getBlockID());
  while (!pending.empty()) {
    const CFGBlock *block = pending.back();
    pending.pop_back();
    for (const CFGBlock *next : block->succs())
      if (next && next != without && !seen.test(next->getBlockID())) {
        seen.set(next->getBlockID());
        pending.push_back(next);
      }
  }
  return seen;
}

} // namespace

bool mayDependOnRank(const CFGBlock *header, const FunctionInfo &info) {
  auto *condition = dyn_cast_or_null<BinaryOperator>(header->getTerminatorCondition());
  const Induction *counts = info.countingLoop(header->getTerminatorStmt());
  if (!condition || !counts || !counts->begin || !condition->isComparisonOp() ||
      info.processes->mayDependOnRank(counts->begin))
    return true;
  const bool isLeft = variableOf(condition->getLHS()) == counts->variable;
  return (!isLeft && variableOf(condition->getRHS()) != counts->variable) ||
         info.processes->mayDependOnRank(isLeft ? condition->getRHS() : condition->getLHS());
}

bool Executors::differFrom(const Executors &other, int64_t processes) const {
  auto count = [&](const Executors &of) {
    auto exists = [&](std::optional<int64_t> rank) {
      return rank && *rank >= 0 && *rank < processes;
    };
    return of.only ? int64_t(exists(of.only)) : processes - exists(of.allBut);
  };
  int64_t mine = count(*this), others = count(other);
  if (mine < 1 || others < 1 || mine > 1 || others > 1)
    return mine > 0 && others > 0;
  // One each: of two processes at most, where they are not named.
  auto first = [&](const Executors &of) { return of.only.value_or(of.contains(0) ? 0 : 1); };
  return first(*this) != first(other);
}

const std::vector<RankBranches::Branch> &RankBranches::all() {
  if (branches)
    return *branches;
  branches.emplace();
  for (const CFGBlock *block : *graph.cfg) {
    const Stmt *end = block->getTerminatorStmt();
    if (auto *choice = dyn_cast_or_null<IfStmt>(end))
      addIf(block, choice);
    else if (auto *cases = dyn_cast_or_null<SwitchStmt>(end))
      addSwitch(block, cases);
    if (branches->size() > kMostBranches) {
      branches->clear();
      break;
    }
  }
  return *branches;
}

void RankBranches::addIf(const CFGBlock *block, const IfStmt *choice) {
  if (!choice->getCond()) // if consteval
    return;
  auto test = rankTest(choice->getCond(), info);
  std::string of = test ? info.commOfRank(test->rank) : "";
  if (of.empty() || block->succ_size() != 2 || !*block->succ_begin() || !*(block->succ_begin() + 1))
    return;
  const CFGBlock *yes = *block->succ_begin(), *no = *(block->succ_begin() + 1);
  unsigned count = graph.cfg->getNumBlockIDs();
  bool onEveryWay = feasibility.allReach(&graph.cfg->getEntry(), block, of);
  branches->push_back({block,
                       choice->getCond(),
                       of,
                       test->value,
                       test->equal,
                       false,
                       {yes, no},
                       {reachable(yes, block, count), reachable(no, block, count)},
                       onEveryWay});
}

/// Each case asks for one rank; the others are those of all other cases and of none.
void RankBranches::addSwitch(const CFGBlock *block, const SwitchStmt *cases) {
  std::string of = info.commOfRank(cases->getCond());
  if (of.empty())
    return;
  unsigned count = graph.cfg->getNumBlockIDs();
  std::vector<std::pair<const CFGBlock *, std::optional<int64_t>>> ways;
  for (const CFGBlock *next : block->succs()) {
    if (!next)
      return;
    auto *label = dyn_cast_or_null<CaseStmt>(next->getLabel());
    auto value = label ? constantValue(label->getLHS(), info.context) : std::nullopt;
    if (label && (!value || label->getRHS())) // case 0 ... 3
      return;
    ways.push_back({next, value});
  }
  bool onEveryWay = feasibility.allReach(&graph.cfg->getEntry(), block, of);
  for (const auto &[first, value] : ways) {
    if (!value)
      continue;
    llvm::BitVector others(count);
    const CFGBlock *other = nullptr;
    for (const auto &[next, another] : ways)
      if (next != first) {
        others |= reachable(next, block, count);
        other = ways.size() == 2 ? next : nullptr;
      }
    branches->push_back({block,
                         cases->getCond(),
                         of,
                         *value,
                         true,
                         true,
                         {first, other},
                         {reachable(first, block, count), others},
                         onEveryWay});
  }
}

std::optional<Executors> RankBranches::executorsOf(const CFGBlock *block, const std::string &comm) {
  auto [found, isNew] = known.try_emplace({block, comm}, std::nullopt);
  if (isNew)
    found->second = findExecutors(block, comm);
  return found->second;
}

std::optional<Executors> RankBranches::findExecutors(const CFGBlock *block,
                                                     const std::string &comm) {
  const CFGBlock *entry = &graph.cfg->getEntry();
  if (block == entry || feasibility.allReach(entry, block, comm))
    return Executors{};
  // Who comes to a loop that has nothing to do with ranks runs it.
  const CFGBlock *loop = feasibility.outermostLoop(
      block, [&](const CFGBlock *header) { return !mayDependOnRank(header, info); });
  if (loop && loop != block)
    return executorsOf(loop, comm);
  // `if (rank == 0) ... else if (rank == 1) ...`: of those who come to the innermost question, whom
  // the answer lets on.
  const Branch *around = nullptr;
  for (const Branch &branch : all())
    for (unsigned way : {0u, 1u}) {
      const CFGBlock *first = branch.firsts[way];
      if (first && branch.rank && branch.comm == comm &&
          branch.ways[way].test(block->getBlockID()) &&
          !branch.ways[1 - way].test(block->getBlockID()) &&
          (first == block || feasibility.allReach(first, block, comm)))
        around = &branch;
    }
  std::optional<Executors> outer;
  if (around)
    outer = executorsOf(around->block, comm);
  if (!outer)
    return std::nullopt;
  bool isRank = around->ways[0].test(block->getBlockID()) == around->equal;
  const int64_t rank = *around->rank;
  if (isRank && !outer->contains(rank))
    return std::nullopt; // nobody
  if (isRank)
    return Executors{rank, std::nullopt};
  if (outer->only)
    return outer->only == rank ? std::nullopt : outer;
  if (outer->allBut && outer->allBut != rank)
    return std::nullopt; // all but two
  return Executors{std::nullopt, rank};
}

} // namespace fencepost::plugin
