//===- Analyses.cpp - functions followed from their begin to their end ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyses.h"

#include "Answers.h"
#include "CalleeAccesses.h"
#include "Captures.h"
#include "Completion.h"
#include "Containers.h"
#include "Counts.h"
#include "Feasibility.h"
#include "Invocations.h"
#include "Names.h"
#include "Propagation.h"
#include "Shifts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Calls within calls that are followed; beyond, a function counts as out of sight.
constexpr unsigned kMostDepth = 20;

/// Whether the window is the function's own affair.
bool isInternal(const Window &window) {
  return window.isPrivate || (window.isLocal && window.isCreated && !window.isAssigned);
}

/// What the function does in blocks that it can get to.
template <typename Visit> void forEachAction(const Analysis &analysis, Visit visit) {
  for (std::size_t i = 0; i < analysis.graph.blocks.size(); ++i)
    if (analysis.before[i].isReachable)
      for (const Action &action : analysis.graph.blocks[i])
        visit(action);
}

Completes completesOperations(const Analysis &analysis, unsigned window) {
  const FunctionInfo &info = analysis.info;
  Completes completes = Completes::None;
  auto add = [&](Completes which, std::optional<unsigned> done) {
    if (info.mayBeSame(done, window))
      completes = std::max(completes, which);
  };
  forEachAction(analysis, [&](const Action &action) {
    if (action.kind == Action::Kind::Call && mayCompleteOnWindow(action.call.kind()))
      add(isLocalFlush(action.call.kind()) ? Completes::AtOrigin : Completes::AtTarget,
          action.window);
    if (action.invocation)
      for (const WindowEffect &effect : action.invocation->windows)
        add(effect.completes, effect.window);
  });
  return completes;
}

/// Whether the buffers are found through variables that the function never changes.
bool hasFixedBuffers(const FlowGraph &graph, const Operation &operation) {
  return llvm::none_of(operation.buffers, [&](const Access &buffer) {
    return llvm::any_of(buffer.address.dependsOn, [&](const ValueDecl *variable) {
      return !buffer.address.isNamedBy(variable) && isChanged(graph, variable);
    });
  });
}

/// Whether how much it moves, and where to, is told by constants, parameters (or how many elements
/// these have) and captured variables alone, the latter also by a member: then a caller knows
/// whether it moves anything. An op that is not spelled out may be MPI_NO_OP.
bool isToldByArguments(const FlowGraph &graph, const Operation &operation,
                       const FunctionInfo &info) {
  auto isParameter = [&](const VarDecl *variable) {
    if (isCaptured(variable, info.function))
      return !isChanged(graph, variable);
    return isa_and_nonnull<ParmVarDecl>(variable) && ownerOf(variable) == info.function &&
           info.isStable(variable) && !isChanged(graph, variable);
  };
  for (const Count &count : operation.counts) {
    const VarDecl *variable = count.expr ? variableOf(count.expr) : nullptr;
    const bool isElements = count.isOfElements && isa_and_nonnull<ParmVarDecl>(variable) &&
                            ownerOf(variable) == info.function && !isChanged(graph, variable);
    if (!isElements && (count.isOfElements || !isParameter(variable)))
      return false;
  }
  const Expr *op = operation.call.argument(Role::Op);
  const WindowPath *place = operation.target.place;
  const Expr *rank = operation.call.argument(Role::Target)->IgnoreParenImpCasts();
  return (!op || op->getExprLoc().isMacroID()) &&
         (operation.target.constant ||
          (place && (!place->steps.empty() || (place->root && info.isOfCaller(place->root)) ||
                     isParameter(dyn_cast_or_null<VarDecl>(place->root)))) ||
          isCaptured(variableOf(rank), info.function) || isa<MemberExpr, ArraySubscriptExpr>(rank));
}

/// Whether the number is the same all through the function.
bool isFixed(const FlowGraph &graph, const WindowPath &place, const FunctionInfo &info) {
  bool isInMemory = info.isInMemory(place);
  return llvm::none_of(graph.blocks, [&](const std::vector<Action> &block) {
    return llvm::any_of(block, [&](const Action &action) {
      switch (action.kind) {
      case Action::Kind::Modify:
        return action.variable ? llvm::is_contained(place.dependsOn, action.variable) : isInMemory;
      case Action::Kind::ModifyNumber:
        return isInMemory;
      case Action::Kind::Modifies:
      case Action::Kind::Synchronizes:
        return isInMemory && action.changesNumbers;
      default:
        return false;
      }
    });
  });
}

/// The calls that each call of the function comes to while a window is as the caller left it.
std::vector<FirstCall> firstCalls(const Analysis &analysis) {
  const auto &[info, graph, before] = analysis;
  std::vector<FirstCall> calls;
  Feasibility feasibility(info, graph);
  const CFGBlock *entry = &graph.cfg->getEntry();
  auto isOnWindow = [](const Action &action) {
    return (action.kind == Action::Kind::Call || action.kind == Action::Kind::First) &&
           action.window && concernsWindows(action.call.kind());
  };
  for (const CFGBlock *block : *graph.cfg) {
    if (!block || llvm::none_of(graph.blocks[block->getBlockID()], isOnWindow) ||
        !feasibility.alwaysReaches(entry, block))
      continue;
    State state = before[block->getBlockID()];
    for (const Action &action : graph.blocks[block->getBlockID()]) {
      if (!state.isReachable)
        break;
      if (isOnWindow(action) && state.windows[*action.window] == atEntry() &&
          !info.isInOpenMp(action.call.expr)) {
        Target target =
            action.through ? action.target : targetOf(action.call.argument(Role::Target), info);
        if (target.place && !isFixed(graph, *target.place, info))
          target = {};
        calls.push_back({action.call, *action.window, target});
      }
      apply(action, state, info, graph);
    }
  }
  return calls;
}

std::optional<FunctionEffect> makeEffect(const Analysis &analysis) {
  const auto &[info, graph, before] = analysis;
  FunctionEffect effect;
  bool isFollowed = true;
  forEachAction(analysis, [&](const Action &action) {
    isFollowed &= action.kind != Action::Kind::Synchronizes || action.invocation;
    // A window without a name.
    isFollowed &=
        action.kind != Action::Kind::Call || action.window || !concernsWindows(action.call.kind());
    effect.completesRequests |=
        action.kind == Action::Kind::Call && (action.call.kind() == EventKind::Completion ||
                                              action.call.kind() == EventKind::RequestEnd);
    effect.completesRequests |= action.invocation && action.invocation->completesRequests;
  });
  if (!isFollowed)
    return std::nullopt;
  const State &end = before[graph.cfg->getExit().getBlockID()];
  if (!end.isReachable)
    return std::nullopt;
  for (unsigned i = 0; i < info.windows.size(); ++i) {
    const Window &window = info.windows[i];
    if (isInternal(window))
      continue;
    if (window.isLocal) // a copy of some handle
      return std::nullopt;
    const Completes completes = completesOperations(analysis, i);
    if (completes != Completes::None || end.windows[i] != atEntry())
      effect.windows.push_back({window.path, window.name, end.windows[i], completes, i});
  }
  effect.flags = ofObject(end.flags, nullptr);
  effect.first = firstCalls(analysis);
  for (std::size_t i = 0; i < graph.operations.size(); ++i)
    if (end.operations[i] == kInFlight && !graph.operations[i].isAttachment &&
        hasFixedBuffers(graph, graph.operations[i]) &&
        isToldByArguments(graph, graph.operations[i], info))
      effect.operations.push_back(graph.operations[i]);
  return effect;
}

/// Parameters, all through the function the same, that conditions name.
std::vector<const ParmVarDecl *> askedFor(const Analysis &analysis) {
  std::vector<const ParmVarDecl *> found;
  auto look = [&](auto &self, const Stmt *statement) -> void {
    auto *named = dyn_cast_or_null<DeclRefExpr>(statement);
    auto *parameter = named ? dyn_cast<ParmVarDecl>(named->getDecl()) : nullptr;
    if (parameter && ownerOf(parameter) == analysis.info.function &&
        (parameter->getType()->isIntegralOrEnumerationType() ||
         parameter->getType()->isPointerType()) &&
        analysis.info.isSteady(parameter) && !llvm::is_contained(found, parameter))
      found.push_back(parameter);
    if (statement)
      for (const Stmt *child : statement->children())
        self(self, child);
  };
  for (const CFGBlock *block : *analysis.graph.cfg)
    if (block && block->succ_size() > 1)
      look(look, block->getTerminatorCondition());
  return found;
}

/// Whether the function asks for some of what is to hold.
bool asksFor(const Analysis &analysis, const Facts &facts) {
  return llvm::any_of(*analysis.graph.cfg, [&](const CFGBlock *block) {
    const Expr *condition = block ? conditionOf(block) : nullptr;
    auto question =
        condition
            ? questionOf(condition, analysis.info,
                         [&](const VarDecl *variable) { return analysis.info.isSteady(variable); })
            : std::nullopt;
    return question && facts.count(question->subject);
  });
}

} // namespace

/// Operations that are left out where they would move nothing: `if (n == 0) return;`.
void Analyses::addGuarded(Known &known, const Context &calledFor) {
  constexpr unsigned kMostGuards = 3;
  const auto &[info, graph, before] = *known.analysis;
  const State &end = before[graph.cfg->getExit().getBlockID()];
  std::vector<Facts> guards;
  for (std::size_t i = 0; i < graph.operations.size(); ++i) {
    const Operation &operation = graph.operations[i];
    if (end.operations[i] != (kInFlight | kNotIssued) || operation.isAttachment ||
        !isToldByArguments(graph, operation, info))
      continue;
    auto facts = whatMoves(operation, info);
    if (!llvm::is_contained(guards, facts) && asksFor(*known.analysis, facts) &&
        guards.size() < kMostGuards)
      guards.push_back(std::move(facts));
  }
  for (const auto &facts : guards) {
    Context moving = calledFor;
    moving.atLeast = facts;
    const Known *found = find(info.function, moving);
    if (!found || !found->effect)
      continue;
    for (const Operation &operation : found->effect->operations)
      if (whatMoves(operation, found->analysis->info) == facts &&
          llvm::none_of(known.effect->operations, [&](const Operation &other) {
            return other.issue == operation.issue && other.call.expr == operation.call.expr;
          })) {
        known.effect->operations.push_back(operation);
        known.effect->operations.back().isGuarded = true;
      }
  }
}

std::map<const VarDecl *, int64_t> Analyses::numbersGiven(const FunctionDecl *function,
                                                          const Arguments &arguments,
                                                          const FunctionInfo &info) {
  constexpr unsigned kMostContexts = 8;
  constexpr std::size_t kMostBlocks = 300;
  std::map<const VarDecl *, int64_t> numbers;
  const FunctionDecl *definition = summaries.definition(function);
  Known *plain = definition ? find(definition) : nullptr;
  if (!plain || !plain->analysis || plain->contexts == kMostContexts ||
      plain->analysis->graph.blocks.size() > kMostBlocks)
    return numbers;
  for (const ParmVarDecl *parameter : plain->asked) {
    const unsigned index = parameter->getFunctionScopeIndex();
    const Expr *value = index < arguments.values.size() ? arguments.values[index] : nullptr;
    if (auto number = value ? numberOf(value, info) : std::nullopt)
      numbers[parameter] = *number;
  }
  if (!numbers.empty() && !known.contains({definition, Context{.numbers = numbers}}))
    ++plain->contexts;
  return numbers;
}

Analyses::Known *Analyses::find(const FunctionDecl *function, const Context &calledFor) {
  const std::pair key(function, calledFor);
  if (depth >= kMostDepth)
    return known.contains(key) ? known[key].get() : nullptr;
  auto [entry, isNew] = known.try_emplace(key, nullptr);
  if (!isNew)
    return entry->second.get();
  ++depth;
  auto result = std::make_unique<Known>();
  FunctionInfo info(function, context);
  info.calledFor = calledFor;
  info.processes = &processes;
  info.program = &program;
  if (!info.isBeyondUs)
    if (auto graph = makeFlowGraph(info, *this)) {
      std::vector<State> before = statesBeforeBlocks(info, *graph);
      if (!before.empty()) {
        result->analysis.reset(new Analysis{std::move(info), std::move(*graph), std::move(before)});
        result->effect = makeEffect(*result->analysis);
        if (calledFor == Context())
          result->asked = askedFor(*result->analysis);
        if (result->effect && calledFor.atLeast.empty())
          addGuarded(*result, calledFor);
      }
    }
  --depth;
  return (known[key] = std::move(result)).get();
}

const Analysis *Analyses::of(const FunctionDecl *function) {
  Known *found = find(function);
  return found ? found->analysis.get() : nullptr;
}

llvm::ArrayRef<Access> Analyses::accessesOf(const FunctionDecl *function,
                                            const Context &calledFor) {
  const FunctionDecl *definition = summaries.definition(function);
  Known *found = definition ? find(definition, calledFor) : nullptr;
  if (!found || !found->analysis)
    return {};
  if (!found->accesses)
    found->accesses = surelyAccessed(*found->analysis);
  return *found->accesses;
}

const FunctionEffect *Analyses::effectOf(const FunctionDecl *function, const Context &calledFor) {
  // What members hold in the end is told of methods that leave MPI alone, too.
  const FunctionDecl *definition =
      calledFor.flags ? summaries.definition(function) : summaries.definitionThatUsesMpi(function);
  Known *found = definition ? find(definition, calledFor) : nullptr;
  return found && found->effect ? &*found->effect : nullptr;
}

} // namespace fencepost::plugin
