//===- checks/LaterUses.cpp - buffers used again by a later iteration ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/LaterUses.h"

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

/// Whether something in the loop may complete the operation, or change what its buffers are
/// otherwise than from turn to turn.
bool mayEnd(const Step &step, const Operation &operation, const Feasibility::Loop &loop,
            const Recurrences &recurrences) {
  for (const CFGBlock *block : *step.graph.cfg) {
    if (!block || !loop.contains(block))
      continue;
    for (const Action &action : step.graph.blocks[block->getBlockID()]) {
      const bool changes = action.kind == Action::Kind::Modify ||
                           action.kind == Action::Kind::Redeclare ||
                           action.kind == Action::Kind::Expire;
      if (!(changes && recurrences.isFollowed(action.variable)) &&
          ends(action, operation, step.info))
        return true;
    }
  }
  return false;
}

/// How often the loop surely runs, where that is constant; nothing where it is not known.
std::optional<int64_t> runs(const Step &step, const Operation &operation, const Stmt *loop) {
  const ASTContext &context = step.info.context;
  for (const Induction *each = step.info.induction(operation.issue); each; each = each->outer)
    if (each->loop == loop)
      return runsOf(*each, context);
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
bool mayBeShort(const Step &step, const Operation &operation, const Feasibility::Loop &loop,
                const Recurrences &recurrences, int64_t turns) {
  const Stmt *statement = recurrences.loop();
  auto known = runs(step, operation, statement);
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
  const Feasibility::Loop *loop = step.feasibility.loopOfBoth(step.block, step.block);
  if (!loop || operation.isAttachment || operation.target.constant.value_or(0) < 0 ||
      !isUnderWay(step, operation) || !hasSteadyTarget(step, operation))
    return uses;
  if (llvm::all_of(operation.buffers,
                   [](const Access &buffer) { return buffer.address.dependsOn.empty(); }))
    return uses;
  const Recurrences recurrences(step.info, step.graph, step.feasibility, *loop);
  if (mayEnd(step, operation, *loop, recurrences))
    return uses;
  for (const Access &buffer : operation.buffers) {
    auto places = recurrences.of(buffer);
    if (!places || places->places < 2)
      continue;
    for (const CFGBlock *block : *step.graph.cfg) {
      if (!block || !loop->contains(block) ||
          step.feasibility.loopOfBoth(step.block, block) != loop)
        continue;
      for (const Action &action : step.graph.blocks[block->getBlockID()]) {
        if (action.kind != Action::Kind::Access || !(action.access.writes || buffer.writes))
          continue;
        auto used = recurrences.of(action.access);
        const int64_t turns = used ? std::max(places->places, used->places) : 0;
        if (used && used->overlaps(*places) &&
            !mayBeShort(step, operation, *loop, recurrences, turns))
          uses.push_back({block, action, {operation, buffer, recurrences.loop()}});
      }
    }
  }
  return uses;
}

} // namespace fencepost::plugin
