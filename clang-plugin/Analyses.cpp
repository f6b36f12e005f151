//===- Analyses.cpp - functions followed from their begin to their end ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyses.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Analysis/FlowSensitive/DataflowWorklist.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// A fixpoint that takes longer than this many visits a block has met code it is not made for.
constexpr unsigned kMostVisits = 50;

/// Calls within calls that are followed; beyond, a function counts as out of sight.
constexpr unsigned kMostDepth = 20;

/// The state before each block, by block id. Empty where there is no fixpoint within reason.
std::vector<State> statesBeforeBlocks(const FunctionInfo &info, const FlowGraph &graph) {
  std::vector<State> before(graph.cfg->getNumBlockIDs());
  std::vector<unsigned> visits(graph.cfg->getNumBlockIDs());
  PostOrderCFGView view(graph.cfg.get());
  ForwardDataflowWorklist worklist(*graph.cfg, &view);
  const CFGBlock *entry = &graph.cfg->getEntry();
  before[entry->getBlockID()] = State::atEntry(info, graph);
  worklist.enqueueBlock(entry);
  // Anything may have happened before something was thrown.
  for (const CFGBlock *block : *graph.cfg)
    if (isa_and_nonnull<CXXCatchStmt>(block->getLabel())) {
      before[block->getBlockID()] = State::unknown(info, graph);
      worklist.enqueueBlock(block);
    }
  while (const CFGBlock *block = worklist.dequeue()) {
    if (++visits[block->getBlockID()] > kMostVisits)
      return {};
    State state = before[block->getBlockID()];
    for (const Action &action : graph.blocks[block->getBlockID()])
      if (state.isReachable)
        apply(action, state, info, graph);
    if (!state.isReachable || block->hasNoReturnElement())
      continue;
    for (const CFGBlock *next : block->succs())
      if (next && before[next->getBlockID()].join(state))
        worklist.enqueueBlock(next);
  }
  return before;
}

/// Whether the window is the function's own affair.
bool isInternal(const Window &window) {
  return window.isPrivate || (window.isLocal && window.isCreated && !window.isAssigned);
}

bool completesOperations(const FlowGraph &graph, const FunctionInfo &info, unsigned window) {
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block) {
      if (action.kind == Action::Kind::Call && mayCompleteOnWindow(action.call.kind()) &&
          info.mayBeSame(action.window, window))
        return true;
      if (action.invocation)
        for (const WindowEffect &effect : action.invocation->windows)
          if (effect.completes && info.mayBeSame(effect.window, window))
            return true;
    }
  return false;
}

bool isChanged(const FlowGraph &graph, const ValueDecl *variable) {
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block)
      if (action.kind == Action::Kind::Modify && action.variable == variable)
        return true;
  return false;
}

/// Whether the buffers are found through variables that the function never changes.
bool hasFixedBuffers(const FlowGraph &graph, const Operation &operation) {
  return llvm::none_of(operation.buffers, [&](const Access &buffer) {
    return llvm::any_of(buffer.address.dependsOn,
                        [&](const ValueDecl *variable) { return isChanged(graph, variable); });
  });
}

/// Whether how much it moves, and where to, is told by constants and parameters alone: then a
/// caller knows whether it moves anything. An op that is not spelled out may be MPI_NO_OP.
bool isToldByArguments(const FlowGraph &graph, const Operation &operation,
                       const FunctionInfo &info) {
  auto isParameter = [&](const ValueDecl *variable) {
    auto *parameter = dyn_cast_or_null<ParmVarDecl>(variable);
    return parameter && parameter->getDeclContext() == info.function && info.isStable(parameter) &&
           !isChanged(graph, parameter);
  };
  for (Role role : {Role::OriginCount, Role::TargetCount, Role::ResultCount}) {
    const Expr *count = operation.isCounted ? nullptr : operation.call.argument(role);
    if (!count || constantValue(count, info.context))
      continue;
    auto *named = dyn_cast<DeclRefExpr>(count->IgnoreParenCasts());
    if (!named || !isParameter(named->getDecl()))
      return false;
  }
  const Expr *op = operation.call.argument(Role::Op);
  return (!op || op->getExprLoc().isMacroID()) &&
         (operation.target.constant || isParameter(operation.target.variable));
}

std::optional<FunctionEffect> makeEffect(const Analysis &analysis) {
  const auto &[info, graph, before] = analysis;
  FunctionEffect effect;
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block) {
      if (action.kind == Action::Kind::Synchronizes && !action.invocation)
        return std::nullopt;
      if (action.kind == Action::Kind::Call && !action.window &&
          concernsWindows(action.call.kind()))
        return std::nullopt; // a window without a name
      effect.completesRequests |=
          action.kind == Action::Kind::Call && (action.call.kind() == EventKind::Completion ||
                                                action.call.kind() == EventKind::RequestEnd);
      effect.completesRequests |= action.invocation && action.invocation->completesRequests;
      effect.changesHandles |= action.changesHandles;
    }
  const State &end = before[graph.cfg->getExit().getBlockID()];
  if (!end.isReachable)
    return std::nullopt;
  for (unsigned i = 0; i < info.windows.size(); ++i) {
    const Window &window = info.windows[i];
    if (isInternal(window))
      continue;
    if (window.isLocal) // a copy of some handle
      return std::nullopt;
    bool completes = completesOperations(graph, info, i);
    if (completes || end.windows[i] != atEntry())
      effect.windows.push_back({window.path, end.windows[i], completes, i});
  }
  for (std::size_t i = 0; i < graph.operations.size(); ++i)
    if (end.operations[i] == kInFlight && hasFixedBuffers(graph, graph.operations[i]) &&
        isToldByArguments(graph, graph.operations[i], info))
      effect.operations.push_back(graph.operations[i]);
  return effect;
}

} // namespace

Analyses::Known *Analyses::find(const FunctionDecl *function) {
  if (depth >= kMostDepth)
    return known.contains(function) ? known[function].get() : nullptr;
  auto [entry, isNew] = known.try_emplace(function, nullptr);
  if (!isNew)
    return entry->second.get();
  ++depth;
  auto result = std::make_unique<Known>();
  FunctionInfo info(function, context);
  if (!info.isBeyondUs)
    if (auto graph = makeFlowGraph(info, *this)) {
      std::vector<State> before = statesBeforeBlocks(info, *graph);
      if (!before.empty()) {
        result->analysis.reset(new Analysis{std::move(info), std::move(*graph), std::move(before)});
        result->effect = makeEffect(*result->analysis);
      }
    }
  --depth;
  return (known[function] = std::move(result)).get();
}

const Analysis *Analyses::of(const FunctionDecl *function) {
  Known *found = find(function);
  return found ? found->analysis.get() : nullptr;
}

const FunctionEffect *Analyses::effectOf(const FunctionDecl *function) {
  const FunctionDecl *definition = summaries.definitionThatUsesMpi(function);
  Known *found = definition ? find(definition) : nullptr;
  return found && found->effect ? &*found->effect : nullptr;
}

} // namespace fencepost::plugin
