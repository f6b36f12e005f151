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
#include "Spelling.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// A function with more is generated; it is left alone rather than slow the compilation down.
constexpr std::size_t kMostBranches = 200;

struct RankTest {
  const Expr *rank;
  int64_t value;
  bool equal;
};

/// `rank == 0`, `rank != 1`, `rank`, `!rank`, `rank > 0`.
std::optional<RankTest> rankTest(const Expr *condition, const ASTContext &context) {
  condition = condition->IgnoreParenImpCasts();
  if (auto *binary = dyn_cast<BinaryOperator>(condition)) {
    auto value = constantValue(binary->getRHS(), context);
    const Expr *left = binary->getLHS()->IgnoreParenImpCasts();
    if (value && binary->isEqualityOp())
      return RankTest{left, *value, binary->getOpcode() == BO_EQ};
    if (value == 0 && binary->getOpcode() == BO_GT)
      return RankTest{left, 0, false};
    return std::nullopt;
  }
  if (auto *unary = dyn_cast<UnaryOperator>(condition); unary && unary->getOpcode() == UO_LNot)
    return RankTest{unary->getSubExpr()->IgnoreParenImpCasts(), 0, true};
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
  unsigned count = graph.cfg->getNumBlockIDs();
  for (const CFGBlock *block : *graph.cfg) {
    auto *choice = dyn_cast_or_null<IfStmt>(block->getTerminatorStmt());
    auto test = choice ? rankTest(choice->getCond(), info.context) : std::nullopt;
    const Expr *comm = test ? info.commOfRank(test->rank) : nullptr;
    if (!comm || block->succ_size() != 2 || !*block->succ_begin() || !*(block->succ_begin() + 1))
      continue;
    if (branches->size() == kMostBranches) {
      branches->clear();
      break;
    }
    branches->push_back({block,
                         choice->getCond(),
                         spelling(comm, info.context),
                         test->value,
                         test->equal,
                         {reachable(*block->succ_begin(), block, count),
                          reachable(*(block->succ_begin() + 1), block, count)},
                         feasibility.alwaysReaches(&graph.cfg->getEntry(), block)});
  }
  return *branches;
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
  if (block == entry || feasibility.alwaysReaches(entry, block))
    return Executors{};
  // `if (rank == 0) ... else if (rank == 1) ...`: of those who come to the innermost question, whom
  // the answer lets on.
  const Branch *around = nullptr;
  for (const Branch &branch : all())
    for (unsigned way : {0u, 1u}) {
      const CFGBlock *first = *(branch.block->succ_begin() + way);
      if (branch.comm == comm && branch.ways[way].test(block->getBlockID()) &&
          !branch.ways[1 - way].test(block->getBlockID()) &&
          (first == block || feasibility.alwaysReaches(first, block)))
        around = &branch;
    }
  std::optional<Executors> outer;
  if (around)
    outer = executorsOf(around->block, comm);
  if (!outer)
    return std::nullopt;
  bool isRank = around->ways[0].test(block->getBlockID()) == around->equal;
  if (isRank && !outer->contains(around->rank))
    return std::nullopt; // nobody
  if (isRank)
    return Executors{around->rank, std::nullopt};
  if (outer->only)
    return outer->only == around->rank ? std::nullopt : outer;
  if (outer->allBut && outer->allBut != around->rank)
    return std::nullopt; // all but two
  return Executors{std::nullopt, around->rank};
}

} // namespace fencepost::plugin
