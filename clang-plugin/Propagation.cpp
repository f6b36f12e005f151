//===- Propagation.cpp - states from block to block -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Propagation.h"

#include "Answers.h"
#include "FunctionInfo.h"

#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Analysis/FlowSensitive/DataflowWorklist.h"

#include <array>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// A fixpoint that takes longer than this many visits a block has met code it is not made for.
constexpr unsigned kMostVisits = 50;

/// The handlers of each block with some, its own and those of the blocks around it.
using Handlers = llvm::DenseMap<const CXXTryStmt *, llvm::SmallVector<const CFGBlock *, 2>>;

Handlers handlersOf(const CFG &cfg) {
  Handlers handlers;
  for (const CFGBlock *dispatch : llvm::make_range(cfg.try_blocks_begin(), cfg.try_blocks_end()))
    if (auto *block = dyn_cast_or_null<CXXTryStmt>(dispatch->getTerminatorStmt()))
      for (const CFGBlock *handler : dispatch->succs())
        if (handler && isa_and_nonnull<CXXCatchStmt>(handler->getLabel()))
          handlers[block].push_back(handler);
  return handlers;
}

/// At the end of a block that each turn of a loop comes through before it issues an operation, that
/// which an earlier turn issued is one that this turn has not.
void beginTurn(const CFGBlock *block, const Feasibility &feasibility, const FlowGraph &graph,
               State &state) {
  for (std::size_t i = 0; i < graph.operations.size(); ++i)
    for (uint8_t *progress : {&state.operations[i], &state.remote[i]}) {
      if (!(*progress & kCompleted) || (*progress & (kInFlight | kLocallyCompleted)) ||
          graph.operations[i].firstOf || !graph.operations[i].block)
        continue;
      const Feasibility::Loop *loop = feasibility.turnOf(block, graph.operations[i].block);
      if (loop && loop->depth < kMostTurns)
        *progress = (*progress & ~kCompleted) | kNotIssued | kInEarlierTurn << loop->depth;
    }
}

class Propagation {
public:
  Propagation(const FunctionInfo &info, const FlowGraph &graph, const Feasibility &feasibility)
      : info(info), graph(graph), feasibility(feasibility), handlers(handlersOf(*graph.cfg)) {}

  /// The state before each block that can be reached from one: with a loop, in the same turn of it.
  /// Empty where there is no fixpoint within reason.
  std::vector<State> from(const CFGBlock *block, const State &state,
                          const Feasibility::Loop *turn = nullptr) const;

  /// Where the block goes on to, and how: reach(block, state).
  template <typename Reach> void leave(const CFGBlock *block, State state, Reach reach) const;

private:
  const FunctionInfo &info;
  const FlowGraph &graph;
  const Feasibility &feasibility;
  const Handlers handlers;
};

template <typename Reach>
void Propagation::leave(const CFGBlock *block, State state, Reach reach) const {
  auto thrown = [&](const Action &action, const State &state) {
    for (const CXXTryStmt *tried = action.handled; tried; tried = info.tryAround(tried))
      for (const CFGBlock *handler : handlers.lookup(tried))
        reach(handler, action.isPartial ? State::unknown(info, graph) : state);
  };
  for (const Action &action : graph.blocks[block->getBlockID()])
    if (state.isReachable) {
      if (action.kind == Action::Kind::Throw)
        thrown(action, state);
      apply(action, state, info, graph);
    }
  if (!state.isReachable || block->hasNoReturnElement())
    return;
  beginTurn(block, feasibility, graph, state);
  const std::optional<bool> answer = decided(block, state.flags, info);
  const std::optional<unsigned> way =
      answer ? std::optional(*answer ? 0u : 1u) : onlyWay(block, info);
  for (unsigned i = 0; i < block->succ_size(); ++i)
    if (const CFGBlock *next = *(block->succ_begin() + i); next && (!way || *way == i))
      reach(next, state);
}

std::vector<State> Propagation::from(const CFGBlock *block, const State &state,
                                     const Feasibility::Loop *turn) const {
  std::vector<State> before(graph.cfg->getNumBlockIDs());
  std::vector<unsigned> visits(graph.cfg->getNumBlockIDs());
  PostOrderCFGView view(graph.cfg.get());
  ForwardDataflowWorklist worklist(*graph.cfg, &view);
  before[block->getBlockID()] = state;
  worklist.enqueueBlock(block);
  while (const CFGBlock *next = worklist.dequeue()) {
    if (++visits[next->getBlockID()] > kMostVisits)
      return {};
    leave(next, before[next->getBlockID()], [&](const CFGBlock *to, const State &after) {
      const bool isLeft = turn && (to == turn->header || !turn->contains(to));
      if (!isLeft && before[to->getBlockID()].join(after))
        worklist.enqueueBlock(to);
    });
  }
  return before;
}

/// What is set of an operation, in states of the same function.
constexpr std::array<std::vector<uint8_t> State::*, 3> kProgress = {
    &State::operations, &State::remote, &State::requests};

} // namespace

std::vector<State> statesBeforeBlocks(const FunctionInfo &info, const FlowGraph &graph) {
  const Feasibility feasibility(info, graph);
  return Propagation(info, graph, feasibility)
      .from(&graph.cfg->getEntry(), State::atEntry(info, graph));
}

/// Whether an operation is in flight on all paths of the first turn, and completed on others. One
/// that is issued on some of them only may be what decides if there is a turn.
static bool isOfFirstTurn(uint8_t first, uint8_t always) {
  return first == kInFlight && !isUnderWay(always);
}

static bool tellsMore(const State &first, const State &always) {
  return llvm::any_of(kProgress, [&](auto progress) {
    for (std::size_t i = 0; i < (always.*progress).size(); ++i)
      if (isOfFirstTurn((first.*progress)[i], (always.*progress)[i]))
        return true;
    return false;
  });
}

const FirstTurns::Turn &FirstTurns::turnOf(const Feasibility::Loop &loop) {
  constexpr unsigned kMostLoops = 64; // each takes as long as the function has blocks
  auto [known, isNew] = turns.try_emplace(&loop);
  Turn &turn = known->second;
  const State &always = before[loop.header->getBlockID()];
  if (!isNew || !always.isReachable || followed == kMostLoops)
    return turn;
  const Propagation propagation(info, graph, feasibility);
  State entry;
  for (const CFGBlock *block : loop.header->preds())
    if (block && !loop.contains(block))
      propagation.leave(block, before[block->getBlockID()],
                        [&](const CFGBlock *to, const State &state) {
                          if (to == loop.header)
                            entry.join(state);
                        });
  if (!entry.isReachable || !tellsMore(entry, always))
    return turn;
  ++followed;
  std::vector<State> states = propagation.from(loop.header, entry, &loop);
  for (const CFGBlock *block : *graph.cfg)
    if (block && !states.empty() && states[block->getBlockID()].isReachable)
      turn.try_emplace(block, std::move(states[block->getBlockID()]));
  return turn;
}

const State *FirstTurns::turnAt(const CFGBlock *block) {
  const Feasibility::Loop *loop =
      graph.operations.empty() ? nullptr : feasibility.loopAround(block);
  if (!loop || !before[block->getBlockID()].isReachable ||
      !feasibility.isInEveryIteration(block, *loop))
    return nullptr;
  const Turn &turn = turnOf(*loop);
  auto state = turn.find(block);
  return state == turn.end() ? nullptr : &state->second;
}

State FirstTurns::at(const CFGBlock *block) {
  State state = before[block->getBlockID()];
  if (const State *turn = turnAt(block))
    for (auto progress : kProgress)
      for (std::size_t i = 0; i < (state.*progress).size(); ++i)
        if (isOfFirstTurn((turn->*progress)[i], (state.*progress)[i]))
          (state.*progress)[i] = (turn->*progress)[i];
  return state;
}

bool FirstTurns::tells(const CFGBlock *block, std::vector<uint8_t> State::*progress,
                       std::size_t operation) {
  const State *turn = turnAt(block);
  return turn && isOfFirstTurn((turn->*progress)[operation],
                               (before[block->getBlockID()].*progress)[operation]);
}

} // namespace fencepost::plugin
