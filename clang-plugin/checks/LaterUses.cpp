//===- checks/LaterUses.cpp - buffers used again by a later iteration ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/LaterUses.h"

#include "AddressBuilder.h"
#include "Completion.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Inductions.h"
#include "Names.h"
#include "Recurrences.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the window is in an epoch for it, or is not known.
bool isUnderWay(const Step &step, const Operation &operation) {
  return !operation.window ||
         inAll(step.before.windows[*operation.window], [&](const Epochs &epochs) {
           return epochs.hasAccess() && !epochs.isSurelyUnlocked(operation.target);
         });
}

/// Where in an iteration something is done.
struct Position {
  const CFGBlock *block;
  const Action *action;

  /// Block ids fall along the flow.
  bool isBefore(const Position &other) const {
    return block == other.block ? action < other.action
                                : block->getBlockID() > other.block->getBlockID();
  }
};

/// A wait for one of several requests that take turns.
struct Wait {
  Position at;
  Phase phase;
};

/// Of the element of an array of requests that the call is given.
std::optional<Phase> phaseOfRequest(const MpiCall &call, const Recurrences &recurrences) {
  const Expr *request = call.argument(Role::Request);
  auto *address = dyn_cast_or_null<UnaryOperator>(request ? request->IgnoreParenCasts() : nullptr);
  const Expr *element = address ? address->getSubExpr()->IgnoreParens() : nullptr;
  if (auto *subscript = dyn_cast_or_null<ArraySubscriptExpr>(element))
    return recurrences.phaseOf(subscript->getIdx());
  auto *access = dyn_cast_or_null<CXXOperatorCallExpr>(element);
  return access && access->getOperator() == OO_Subscript ? recurrences.phaseOf(access->getArg(1))
                                                         : std::nullopt;
}

/// The waits in the loop that complete the operation some iterations later; nothing where something
/// else may complete it there, or changes what its buffers are otherwise than from turn to turn.
std::optional<std::vector<Wait>> waitsFor(const Step &step, const Operation &operation,
                                          const Feasibility::Loop &loop,
                                          const Recurrences &recurrences) {
  std::vector<Wait> waits;
  for (const CFGBlock *block : *step.graph.cfg) {
    if (!block || !loop.contains(block))
      continue;
    for (const Action &action : step.graph.blocks[block->getBlockID()]) {
      const bool changes = action.kind == Action::Kind::Modify ||
                           action.kind == Action::Kind::Redeclare ||
                           action.kind == Action::Kind::Expire;
      if ((changes && recurrences.isFollowed(action.variable)) ||
          !ends(action, operation, step.info))
        continue;
      const bool isWait = action.kind == Action::Kind::Call && action.call.call == Call::Wait &&
                          step.feasibility.loopAround(step.block, block) == &loop;
      auto phase = isWait ? phaseOfRequest(action.call, recurrences) : std::nullopt;
      if (!phase)
        return std::nullopt;
      waits.push_back({{block, &action}, *phase});
    }
  }
  return waits;
}

/// Whether the loop gives the counter its next value behind all of these places.
bool isCountedBehind(const Step &step, const Feasibility::Loop &loop, const VarDecl *counter,
                     llvm::ArrayRef<Position> places) {
  for (const CFGBlock *block : *step.graph.cfg) {
    if (!block || !loop.contains(block))
      continue;
    for (const Action &action : step.graph.blocks[block->getBlockID()])
      if (action.kind == Action::Kind::Modify && action.variable == counter &&
          !llvm::all_of(places, [&](const Position &place) {
            return place.isBefore({block, &action});
          }))
        return false;
  }
  return true;
}

/// Whether the buffer's next use comes before the first wait for what the operation does there: it
/// is used `turns` iterations later, by what comes before the wait of that iteration.
bool isUsedBeforeWait(const Step &step, const Operation &operation, const Feasibility::Loop &loop,
                      const Recurrences &recurrences, llvm::ArrayRef<Wait> waits,
                      const Recurring &buffer, const Recurring &used, const Position &use) {
  const Position issue{step.block, &step.action};
  auto request = phaseOfRequest(operation.call, recurrences);
  auto turns = buffer.phase && used.phase ? buffer.phase->until(*used.phase) : std::nullopt;
  if (!request || !turns || buffer.offsets.front() != used.offsets.front())
    return false;
  if (*turns == 0) {
    if (issue.isBefore(use)) // of the same iteration
      return false;
    turns = buffer.phase->count;
  }
  llvm::SmallVector<Position, 4> places = {issue, use};
  for (const Wait &wait : waits) {
    auto until = request->until(wait.phase);
    if (until == 0 && wait.at.isBefore(issue))
      until = request->count;
    if (!until || *until < *turns || (*until == *turns && !use.isBefore(wait.at)))
      return false;
    places.push_back(wait.at);
  }
  return isCountedBehind(step, loop, buffer.phase->counter, places);
}

/// How often the loop surely runs, where that is constant; nothing where it is not known.
std::optional<int64_t> runs(const Step &step, const Stmt *loop) {
  const ASTContext &context = step.info.context;
  if (const Induction *counting = step.info.countingLoop(loop))
    return runsOf(*counting, context);
  auto *range = dyn_cast_or_null<CXXForRangeStmt>(loop);
  if (!range || !range->getRangeInit())
    return std::nullopt;
  QualType type = range->getRangeInit()->getType();
  if (auto *array = context.getAsConstantArrayType(type))
    return array->getSize().getSExtValue();
  auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return made && made->isInStdNamespace() && made->getName() == "array"
             ? std::optional(made->getTemplateArgs()[1].getAsIntegral().getSExtValue())
             : std::nullopt;
}

/// Whether nothing that is seen keeps the iterations few before that condition: a counter is
/// compared with what is no constant, or some results are. Flags, and what takes turns itself, are
/// set to end a loop soon.
bool mayGoOn(const Expr *condition, const Recurrences &recurrences, const ASTContext &context) {
  auto *asked =
      dyn_cast_or_null<BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : condition);
  if (!asked || !asked->isComparisonOp())
    return false;
  const Expr *left = asked->getLHS(), *right = asked->getRHS();
  if (left->getType()->isRealFloatingType() && right->getType()->isRealFloatingType())
    return true;
  auto isBound = [&](const Expr *counter, const Expr *bound) {
    return recurrences.isCounter(counter) && !constantValue(bound, context) &&
           !recurrences.changes(bound);
  };
  return isBound(left, right) || isBound(right, left);
}

/// Whether the loop may be one that ends before all have had their turn.
bool mayBeShort(const Step &step, const Feasibility::Loop &loop, const Recurrences &recurrences,
                int64_t turns) {
  const Stmt *statement = recurrences.loop();
  auto known = runs(step, statement);
  auto *range = dyn_cast_or_null<CXXForRangeStmt>(statement);
  // `for (int side : {left, right})`: of how many only the caller may know.
  const Expr *given =
      range && range->getRangeInit() ? range->getRangeInit()->IgnoreParenImpCasts() : nullptr;
  if (known ? *known <= turns
            : range && !(given && (isa<MemberExpr>(given) ||
                                   isa_and_nonnull<ParmVarDecl>(variableOf(given)))))
    return true;
  for (const CFGBlock *block : *step.graph.cfg) {
    if (!block || !loop.contains(block))
      continue;
    const bool leaves = llvm::any_of(block->succs(), [&](const CFGBlock *next) {
      return next && !loop.contains(next) && !step.feasibility.surelyGivesUp(next);
    });
    const bool isCounted = (known || range) && block->getTerminatorStmt() == statement;
    if (leaves && !isCounted && !mayGoOn(block->getLastCondition(), recurrences, step.info.context))
      return true;
  }
  return false;
}

/// A condition `left < right`, as left - right.
std::optional<Address> difference(const Expr *condition, const FunctionInfo &info) {
  auto *asked =
      dyn_cast_or_null<BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : condition);
  if (!asked || !(asked->isRelationalOp() || asked->getOpcode() == BO_NE))
    return std::nullopt;
  const bool isMore = asked->getOpcode() == BO_GT || asked->getOpcode() == BO_GE;
  const bool orEqual = asked->getOpcode() == BO_LE || asked->getOpcode() == BO_GE;
  AddressBuilder builder({}, info);
  if (!builder.add(asked->getLHS(), isMore ? -1 : 1) ||
      !builder.add(asked->getRHS(), isMore ? 1 : -1))
    return std::nullopt;
  builder.result.offset -= orEqual;
  return builder.result;
}

/// Whether `if (i + 1 < n)` asks in a loop over `i < n` for another iteration.
bool asksForAnother(const Expr *condition, const Stmt *loop, const FunctionInfo &info) {
  const Induction *counting = info.countingLoop(loop);
  auto *counted = dyn_cast_or_null<ForStmt>(counting ? loop : nullptr);
  auto here = difference(condition, info);
  auto always = difference(counted ? counted->getCond() : nullptr, info);
  return here && always && here->terms == always->terms && here->offset == always->offset + 1 &&
         here->terms.contains(termOf(counting->variable));
}

/// A block that each iteration of the innermost loop around the operation executes: the one that
/// issues it, or the one that asks whether it is the last iteration, which does not.
const CFGBlock *everyTurn(const Step &step) {
  if (step.feasibility.loopOfBoth(step.block, step.block) || step.block->pred_size() != 1)
    return step.block;
  const CFGBlock *asks = *step.block->pred_begin();
  const Feasibility::Loop *loop = step.feasibility.loopAround(step.block);
  const bool isAsked =
      asks && loop && *asks->succ_begin() == step.block &&
      llvm::any_of(loop->latches, [&](const CFGBlock *latch) {
        return asksForAnother(asks->getLastCondition(), latch->getLoopTarget(), step.info);
      });
  return isAsked ? asks : step.block;
}

/// Whether each iteration has a target, or none has.
bool hasSteadyTarget(const Step &step, const Operation &operation) {
  const Expr *target = operation.call.argument(Role::Target);
  return operation.target.constant || isa<DeclRefExpr, MemberExpr>(target->IgnoreParenImpCasts()) ||
         !step.info.mayBeNullRank(target);
}

} // namespace

std::vector<LaterUse> laterUses(const Step &step) {
  std::vector<LaterUse> uses;
  const Action &issue = step.action;
  if (!issue.operation && !issue.issued)
    return uses;
  const Operation &operation =
      step.graph.operations[issue.operation ? *issue.operation : *issue.issued];
  const CFGBlock *issued = everyTurn(step);
  const Feasibility::Loop *loop = step.feasibility.loopOfBoth(issued, issued);
  if (!loop || operation.isAttachment || operation.target.constant.value_or(0) < 0 ||
      !isUnderWay(step, operation) || !hasSteadyTarget(step, operation))
    return uses;
  if (llvm::all_of(operation.buffers,
                   [](const Access &buffer) { return buffer.address.dependsOn.empty(); }))
    return uses;
  const Recurrences recurrences(step.info, step.graph, step.feasibility, *loop);
  const auto waits = waitsFor(step, operation, *loop, recurrences);
  if (!waits)
    return uses;
  for (const Access &buffer : operation.buffers) {
    auto places = recurrences.of(buffer);
    if (!places || places->places < 2)
      continue;
    for (const CFGBlock *block : *step.graph.cfg) {
      if (!block || !loop->contains(block) || step.feasibility.loopOfBoth(issued, block) != loop)
        continue;
      for (const Action &action : step.graph.blocks[block->getBlockID()]) {
        if (action.kind != Action::Kind::Access || !(action.access.writes || buffer.writes))
          continue;
        auto used = recurrences.of(action.access);
        const int64_t turns = used ? std::max(places->places, used->places) : 0;
        if (used && used->overlaps(*places) &&
            (waits->empty() || isUsedBeforeWait(step, operation, *loop, recurrences, *waits,
                                                *places, *used, {block, &action})) &&
            !mayBeShort(step, *loop, recurrences, turns))
          uses.push_back({block, action, {operation, buffer, recurrences.loop()}});
      }
    }
  }
  return uses;
}

} // namespace fencepost::plugin
