//===- CalleeAccesses.cpp - what calling a function surely reads and writes ===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CalleeAccesses.h"

#include "Analyses.h"
#include "Captures.h"
#include "Containers.h"
#include "Feasibility.h"
#include "Names.h"
#include "WindowPath.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace fencepost::plugin {

bool isChanged(const FlowGraph &graph, const ValueDecl *variable) {
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block)
      if (action.kind == Action::Kind::Modify && action.variable == variable)
        return true;
  return false;
}

bool leavesPointers(const FlowGraph &graph) {
  return llvm::none_of(graph.blocks, [](const std::vector<Action> &block) {
    return llvm::any_of(block, [](const Action &action) {
      bool isTold = action.isDescribed && !action.changesHandles && !action.changesNumbers;
      return (action.kind == Action::Kind::Modifies && !isTold) ||
             action.kind == Action::Kind::Synchronizes ||
             (action.kind == Action::Kind::Modify && !action.variable);
    });
  });
}

bool leavesNumbers(const FlowGraph &graph) {
  return llvm::none_of(graph.blocks, [](const std::vector<Action> &block) {
    return llvm::any_of(block, [](const Action &action) {
      bool isOther =
          action.kind == Action::Kind::Modifies || action.kind == Action::Kind::Synchronizes;
      return action.kind == Action::Kind::ModifyNumber || (isOther && action.changesNumbers);
    });
  });
}

namespace {

/// Whether the block can open or complete epochs, or complete requests.
bool maySynchronize(const Action &action) {
  return action.kind == Action::Kind::Synchronizes || action.kind == Action::Kind::Stop ||
         (action.kind == Action::Kind::Call && action.call.kind() != EventKind::Local);
}

/// The blocks that no way leads to on which something may have been completed.
llvm::BitVector blocksBeforeSync(const FlowGraph &graph) {
  llvm::BitVector before(graph.cfg->getNumBlockIDs(), true);
  std::vector<const CFGBlock *> pending;
  for (const CFGBlock *block : *graph.cfg)
    if (block && llvm::any_of(graph.blocks[block->getBlockID()], maySynchronize))
      pending.push_back(block);
  while (!pending.empty()) {
    const CFGBlock *block = pending.back();
    pending.pop_back();
    for (const CFGBlock *next : block->succs())
      if (next && before.test(next->getBlockID())) {
        before.reset(next->getBlockID());
        pending.push_back(next);
      }
  }
  return before;
}

/// Whether the caller can tell what memory that is, and it is the same all through the function.
/// What MPI is given it may leave alone, as for MPI_PROC_NULL.
bool isCallers(const Access &access, const FlowGraph &graph, const FunctionInfo &info) {
  const Address &address = access.address;
  auto isOuter = [&](const VarDecl *variable) {
    return variable && ((isa<ParmVarDecl>(variable) && ownerOf(variable) == info.function) ||
                        isCaptured(variable, info.function));
  };
  bool isFound = isOuter(address.pointer) || isOuter(address.base) || address.isOfThis() ||
                 isCaptured(address.object, info.function);
  bool isMpi = access.by && isMpiFunction(access.by->getDirectCallee());
  bool leaves = leavesPointers(graph);
  auto isFixed = [&](const ValueDecl *variable) {
    return address.isNamedBy(variable) ||
           ((leaves || info.isStable(variable)) && !isChanged(graph, variable));
  };
  bool isBounded = !access.bound || (access.bound->variable && isOuter(access.bound->variable) &&
                                     isFixed(access.bound->variable));
  if (const WindowPath *member = access.bound ? access.bound->member.get() : nullptr)
    isBounded = (!member->root || isOuter(dyn_cast<VarDecl>(member->root))) &&
                leavesNumbers(graph) && llvm::all_of(member->dependsOn, isFixed);
  // Numbers in memory are the same where the caller asks for them.
  bool areSame = !address.usesNumbers || leavesNumbers(graph);
  return isFound && !isMpi && isBounded && areSame && llvm::all_of(address.dependsOn, isFixed);
}

/// The access when what it counts by is not zero.
Access bounded(Access access, const FunctionInfo &info) {
  if (access.count)
    access.bound = boundBy(withoutFactors(access.count, info.context), 1, info);
  access.count = nullptr;
  return access;
}

/// What a loop that surely runs, or is bounded by a variable, accesses in its first iteration.
std::optional<Access> inFirstIteration(const Access &access, const FunctionInfo &info) {
  const Induction *loop = access.first.empty() ? nullptr : access.first.front().loop;
  auto *condition = loop ? dyn_cast_or_null<BinaryOperator>(loop->condition) : nullptr;
  if (!condition || !loop->first || variableOf(condition->getLHS()) != loop->variable ||
      (condition->getOpcode() != BO_LT && condition->getOpcode() != BO_LE))
    return std::nullopt;
  int64_t least = *loop->first + (condition->getOpcode() == BO_LT ? 1 : 0);
  Access first = access;
  if (auto bound = constantValue(condition->getRHS(), info.context)) {
    if (*bound < least)
      return std::nullopt;
  } else if (const Expr *container =
                 ofAccessor(condition->getRHS()->IgnoreParenImpCasts(), {"size"})) {
    // As in a loop over all elements, there is one.
    if (!variableOf(container) || variableOf(container) != access.address.base || least != 1)
      return std::nullopt;
  } else {
    first.bound = boundBy(condition->getRHS(), least, info);
    if (access.bound || !(first.bound->variable || first.bound->member))
      return std::nullopt;
  }
  first.address = access.first.front().address;
  first.first.clear();
  return first;
}

} // namespace

std::vector<Access> surelyAccessed(const Analysis &analysis) {
  const auto &[info, graph, before] = analysis;
  std::vector<Access> accesses;
  Feasibility feasibility(info, graph);
  const CFGBlock *entry = &graph.cfg->getEntry();
  llvm::BitVector early = blocksBeforeSync(graph);
  for (const CFGBlock *block : *graph.cfg) {
    if (!block || !early.test(block->getBlockID()))
      continue;
    const Feasibility::Loop *loop = feasibility.loopAround(block);
    bool isReached = block == entry || feasibility.alwaysReaches(entry, block);
    bool isLoopReached = loop && feasibility.alwaysReaches(entry, loop->header);
    for (const Action &action : graph.blocks[block->getBlockID()]) {
      if (maySynchronize(action))
        break;
      if (action.kind != Action::Kind::Access)
        continue;
      auto first = isLoopReached && !action.access.count ? inFirstIteration(action.access, info)
                                                         : std::nullopt;
      Access each = bounded(action.access, info);
      if (first && isCallers(*first, graph, info))
        accesses.push_back(std::move(*first));
      else if (isReached && isCallers(each, graph, info))
        accesses.push_back(std::move(each));
    }
  }
  return accesses;
}

} // namespace fencepost::plugin
