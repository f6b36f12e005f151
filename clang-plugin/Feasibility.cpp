//===- Feasibility.cpp - whether two places of a function are surely run together -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Feasibility.h"

#include "Failures.h"
#include "FunctionInfo.h"
#include "Spelling.h"
#include "State.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

void collectVariables(const Stmt *statement, llvm::DenseSet<const ValueDecl *> &variables) {
  if (!statement)
    return;
  if (auto *named = dyn_cast<DeclRefExpr>(statement))
    variables.insert(named->getDecl());
  for (const Stmt *child : statement->children())
    collectVariables(child, variables);
}

bool mentions(const Stmt *statement, const llvm::DenseSet<const ValueDecl *> &variables) {
  if (!statement)
    return false;
  if (auto *named = dyn_cast<DeclRefExpr>(statement); named && variables.contains(named->getDecl()))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return mentions(child, variables); });
}

} // namespace

void Feasibility::prepare() const {
  if (!dominators.empty())
    return;
  unsigned count = graph.cfg->getNumBlockIDs();
  const CFGBlock *entry = &graph.cfg->getEntry();
  dominators.assign(count, llvm::BitVector(count, true));
  dominators[entry->getBlockID()].reset();
  dominators[entry->getBlockID()].set(entry->getBlockID());
  // Block ids fall along the flow, so that one or two sweeps suffice.
  std::vector<const CFGBlock *> order(count);
  for (const CFGBlock *block : *graph.cfg)
    order[count - 1 - block->getBlockID()] = block;
  for (bool changed = true; changed;) {
    changed = false;
    for (const CFGBlock *block : order) {
      if (!block || block == entry)
        continue;
      llvm::BitVector common(count, true);
      for (const CFGBlock *predecessor : block->preds())
        if (predecessor)
          common &= dominators[predecessor->getBlockID()];
      common.set(block->getBlockID());
      if (common != dominators[block->getBlockID()]) {
        dominators[block->getBlockID()] = std::move(common);
        changed = true;
      }
    }
  }

  for (const CFGBlock *header : *graph.cfg) {
    Loop loop{header, {}, llvm::BitVector(count)};
    loop.blocks.set(header->getBlockID());
    std::vector<const CFGBlock *> pending;
    for (const CFGBlock *latch : header->preds())
      if (latch && dominates(header, latch)) {
        loop.latches.push_back(latch);
        pending.push_back(latch);
      }
    while (!pending.empty()) {
      const CFGBlock *block = pending.back();
      pending.pop_back();
      if (loop.contains(block))
        continue;
      loop.blocks.set(block->getBlockID());
      for (const CFGBlock *predecessor : block->preds())
        if (predecessor)
          pending.push_back(predecessor);
    }
    if (!loop.latches.empty())
      loops.push_back(std::move(loop));
  }
  llvm::sort(loops,
             [](const Loop &a, const Loop &b) { return a.blocks.count() > b.blocks.count(); });
  innermost.assign(count, nullptr);
  for (Loop &loop : loops) {
    if (const Loop *outer = innermost[loop.header->getBlockID()])
      loop.depth = outer->depth + 1;
    for (unsigned block : loop.blocks.set_bits())
      innermost[block] = &loop;
  }
}

bool Feasibility::dominates(const CFGBlock *a, const CFGBlock *b) const {
  return dominators[b->getBlockID()].test(a->getBlockID());
}

/// Stands for the block outside of the loops that only it is in: the outermost one's header, as
/// long as every iteration of each executes it. Null where one does not.
const CFGBlock *Feasibility::hoist(const CFGBlock *block, const CFGBlock *other) const {
  std::vector<const Loop *> around;
  for (const Loop &loop : loops)
    if (loop.contains(block) && !loop.contains(other))
      around.push_back(&loop);
  llvm::sort(around,
             [](const Loop *a, const Loop *b) { return a->blocks.count() < b->blocks.count(); });
  for (const Loop *loop : around) {
    if (!isInEveryIteration(block, *loop))
      return nullptr;
    block = loop->header;
  }
  return block;
}

bool Feasibility::surelyGivesUp(const CFGBlock *block) const {
  if (failing.empty()) {
    failing.resize(graph.cfg->getNumBlockIDs());
    for (const CFGBlock *each : *graph.cfg)
      if (each && (plugin::givesUp(each, graph, info, true) || returnsFailure(each, info)))
        failing.set(each->getBlockID());
  }
  return failing.test(block->getBlockID());
}

bool Feasibility::alwaysReaches(const CFGBlock *from, const CFGBlock *to) const {
  return reaches(from, to, nullptr);
}

bool Feasibility::allReach(const CFGBlock *from, const CFGBlock *to,
                           const std::string &comm) const {
  return reaches(from, to, &comm);
}

bool Feasibility::isReachable(const CFGBlock *from, const CFGBlock *to,
                              const CFGBlock *without) const {
  llvm::BitVector seen(graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending{from};
  while (!pending.empty()) {
    const CFGBlock *block = pending.back();
    pending.pop_back();
    if (block == to)
      return true;
    for (const CFGBlock *next : block->succs())
      if (next && next != without && !seen.test(next->getBlockID())) {
        seen.set(next->getBlockID());
        pending.push_back(next);
      }
  }
  return false;
}

bool Feasibility::isOfTooFew(const CFGBlock *block, unsigned way, const std::string &comm) const {
  auto *condition = dyn_cast_or_null<Expr>(block->getTerminatorCondition());
  auto *binary = condition ? dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
  auto bound = binary && binary->isComparisonOp() ? constantValue(binary->getRHS(), info.context)
                                                  : std::nullopt;
  if (!bound)
    return false;
  const Expr *left = binary->getLHS()->IgnoreParenImpCasts();
  auto *remainder = dyn_cast<BinaryOperator>(left);
  if (remainder && remainder->getOpcode() == BO_Rem &&
      constantValue(remainder->getRHS(), info.context))
    left = remainder->getLHS()->IgnoreParenImpCasts();
  auto *named = dyn_cast<DeclRefExpr>(left);
  if (auto *parameter = named ? dyn_cast<ParmVarDecl>(named->getDecl()) : nullptr)
    return info.function->isMain() && parameter->getType()->isIntegerType() &&
           info.isStable(parameter);
  const std::string counted = info.commOfSize(left);
  if (counted.empty() || (counted != comm && counted != "MPI_COMM_WORLD"))
    return false;
  if (remainder)
    return true;
  switch (binary->getOpcode()) {
  case BO_LT:
  case BO_LE:
    return way == 0;
  case BO_GT:
  case BO_GE:
    return way == 1;
  case BO_EQ:
    return way == (*bound >= 2 ? 1 : 0);
  case BO_NE:
    return way == (*bound >= 2 ? 0 : 1);
  default:
    return false;
  }
}

const CFGBlock *Feasibility::failureAt(const CFGBlock *block) const {
  auto [known, isNew] = failures.insert({block, nullptr});
  if (isNew)
    known->second = failureOf(block, info);
  return known->second;
}

bool Feasibility::reaches(const CFGBlock *from, const CFGBlock *to, const std::string *comm) const {
  llvm::BitVector seen(graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending{from};
  const std::vector<Question> answers = answersAt(from, nullptr);
  const bool isCalled = info.calledFor != Context();
  bool arrives = false;
  auto leads = [&](const CFGBlock *next) { return next && isReachable(next, to); };
  while (!pending.empty()) {
    const CFGBlock *block = pending.back();
    pending.pop_back();
    unsigned way = 0;
    const auto only = isCalled ? onlyWay(block, info) : std::nullopt;
    const std::optional<bool> answer = !answers.empty() && questionAt(block, nullptr)
                                           ? answerOf(*questionAt(block, nullptr), answers)
                                           : std::nullopt;
    for (const CFGBlock *next : block->succs()) {
      unsigned here = way++;
      if ((answer && *answer != (here == 0)) || (only && *only != here))
        continue;
      bool isAside = next && (next == failureAt(block) || (comm && isOfTooFew(block, here, *comm)));
      if (!next || (isAside && !leads(next) && llvm::any_of(block->succs(), leads)))
        continue;
      if (next == to) {
        arrives = true;
        continue;
      }
      if (next == &graph.cfg->getExit())
        return false;
      if (seen.test(next->getBlockID()) || surelyGivesUp(next))
        continue;
      seen.set(next->getBlockID());
      pending.push_back(next);
    }
  }
  return arrives;
}

std::vector<const CFGBlock *> Feasibility::before(const CFGBlock *block) const {
  prepare();
  std::vector<const CFGBlock *> found;
  for (const CFGBlock *each : *graph.cfg)
    if (each && each != block && dominates(each, block))
      found.push_back(each);
  // Block ids fall along the flow.
  llvm::sort(found, [](const CFGBlock *a, const CFGBlock *b) {
    return a->getBlockID() < b->getBlockID();
  });
  return found;
}

bool Feasibility::runsOnce(const CFGBlock *block) const {
  const CFGBlock *entry = &graph.cfg->getEntry();
  if (block == entry)
    return true;
  if (!allReach(entry, block, "MPI_COMM_WORLD"))
    return false;
  llvm::BitVector seen(graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending{block};
  while (!pending.empty()) {
    const CFGBlock *here = pending.back();
    pending.pop_back();
    for (const CFGBlock *next : here->succs()) {
      if (next == block)
        return false;
      if (next && !seen.test(next->getBlockID())) {
        seen.set(next->getBlockID());
        pending.push_back(next);
      }
    }
  }
  return true;
}

const CFGBlock *
Feasibility::outermostLoop(const CFGBlock *block,
                           llvm::function_ref<bool(const CFGBlock *)> isSame) const {
  prepare();
  const CFGBlock *found = nullptr;
  // The larger ones come first.
  for (const Loop &loop : llvm::reverse(loops))
    if (loop.contains(block)) {
      if (!isInEveryIteration(found ? found : block, loop) || !isSame(loop.header))
        return nullptr;
      found = loop.header;
    }
  return found;
}

const Feasibility::Loop *Feasibility::loopAround(const CFGBlock *block,
                                                 const CFGBlock *other) const {
  prepare();
  if (!other)
    return innermost[block->getBlockID()];
  for (const Loop &loop : llvm::reverse(loops))
    if (loop.contains(block) && loop.contains(other))
      return &loop;
  return nullptr;
}

/// Whether what the loop asks for is also what decides if the operation is issued: `if (rank == 0)
/// MPI_Put(...); for (i = 0; i < rank; i++)`.
bool Feasibility::isOtherwise(const CFGBlock *loop, const CFGBlock *issue) const {
  llvm::DenseSet<const ValueDecl *> variables;
  collectVariables(loop->getTerminatorCondition(), variables);
  return llvm::any_of(*graph.cfg, [&](const CFGBlock *block) {
    if (!block || !isa_and_nonnull<IfStmt, SwitchStmt>(block->getTerminatorStmt()) ||
        !mentions(block->getTerminatorCondition(), variables))
      return false;
    bool leads = false, passes = false;
    for (const CFGBlock *next : block->succs())
      if (next)
        (next == issue || isReachable(next, issue, block) ? leads : passes) = true;
    return leads && passes;
  });
}

/// Whether what decides if the operation does anything also decides the way to that block.
bool Feasibility::branchesOnOperation(const Operation &operation, const CFGBlock *from,
                                      const CFGBlock *to) const {
  llvm::DenseSet<const ValueDecl *> variables;
  for (Role role : {Role::Target, Role::OriginCount, Role::TargetCount, Role::ResultCount})
    collectVariables(operation.call.argument(role), variables);
  llvm::BitVector seen(graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending{from};
  while (!pending.empty()) {
    const CFGBlock *block = pending.back();
    pending.pop_back();
    const Stmt *condition = block->getTerminatorCondition();
    if (mentions(condition, variables) || info.asksForResult(condition))
      return true;
    for (const CFGBlock *next : block->succs())
      if (next && next != to && !seen.test(next->getBlockID())) {
        seen.set(next->getBlockID());
        pending.push_back(next);
      }
  }
  return false;
}

bool Feasibility::givesUp(const CFGBlock *block) const {
  auto [known, isNew] = givingUp.try_emplace(block);
  if (isNew)
    known->second = plugin::givesUp(block, graph, info, false) || returnsFailure(block, info);
  return known->second;
}

/// `if (n == 0) MPI_Put(..., n, ...);`, or `MPI_Put(..., n, ...); assert(n == 0);`: what was asked
/// for says that there is nothing to do.
bool Feasibility::movesNothing(const Operation &operation, const CFGBlock *block) const {
  const auto facts = operation.isAttachment ? Facts() : whatMoves(operation, info);
  if (facts.empty())
    return false;
  const std::vector<Question> before = answersAt(operation.block, nullptr),
                              after = answersAt(block, nullptr);
  return llvm::any_of(facts, [&](const auto &fact) {
    const Question moves{fact.first, BO_GE, fact.second};
    return answerOf(moves, before) == false || answerOf(moves, after) == false;
  });
}

bool Feasibility::meets(const Operation &operation, const CFGBlock *block, uint8_t progress) {
  return isUnderWay(progress) && isMet(operation, block, progress) &&
         !movesNothing(operation, block);
}

bool Feasibility::isMet(const Operation &operation, const CFGBlock *block, uint8_t progress) {
  prepare();
  const CFGBlock *access = hoist(block, operation.block);
  const CFGBlock *issue = hoist(operation.block, block);
  if (access && meetInTurn(operation.block, access))
    return true;
  if (progress >= kInEarlierTurn)
    return meetsInSameTurn(block, operation.block, progress);
  bool always = access && access != operation.block && alwaysReaches(operation.block, access);
  if (progress == kInFlight || (!always && comesFrom(operation.block, block))) {
    // The operation comes first on every path. Where the access is conditional, the condition
    // may hold just for those processes whose operation has no target or moves nothing.
    const Expr *count = operation.call.argument(Role::OriginCount);
    return block == operation.block || always ||
           ((!count || constantValue(count, info.context)) &&
            (operation.isAttachment ||
             !info.mayBeNullRank(operation.call.argument(Role::Target))) &&
            !branchesOnOperation(operation, operation.block, block));
  }
  if (always && access != block && isOtherwise(access, operation.block))
    return false;
  return always || (access && issue && meetsInNextIteration(access, issue));
}

} // namespace fencepost::plugin
