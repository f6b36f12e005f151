//===- checks/rma-wrong-assert.cpp - an assertion that does not hold ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a fence says that no operation precedes it and one does, on every
// path, and where an operation follows a fence that says that none does; where it
// says that nobody puts and a put follows, or that nothing was stored and it was.
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "Executors.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "Shifts.h"
#include "State.h"
#include "checks/Check.h"
#include "checks/FencePeers.h"
#include "checks/RaceWords.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

bool says(const CallExpr *opener, std::string_view name, const Step &step) {
  auto call = opener ? mpiCall(opener) : std::nullopt;
  return call && (call->kind() == EventKind::Fence || call->kind() == EventKind::Post) &&
         step.info.saysAssertion(call->argument(Role::Assert), name);
}

/// Whether all processes that come to the function make that call, as far as ranks decide.
bool isForAll(const Step &step, const CallExpr *call) {
  auto block = step.graph.blockOf.find(call);
  return block != step.graph.blockOf.end() && !step.isForSome() &&
         llvm::none_of(step.branches.all(), [&](const RankBranches::Branch &branch) {
           const unsigned id = block->second->getBlockID();
           return branch.ways[0].test(id) != branch.ways[1].test(id);
         });
}

/// Whether it surely has something to do at its target.
bool isSomething(const Operation &operation, const FunctionInfo &info) {
  const Expr *count = operation.call.argument(Role::OriginCount);
  const bool mayBeNull = operation.target.constant
                             ? *operation.target.constant < 0
                             : info.mayBeNullRank(operation.call.argument(Role::Target));
  return !mayBeNull && !(count && constantValue(count, info.context) == 0);
}

/// The fence that opened the epoch of the operation, when its target called it, too; or the post
/// that its target called. Null where that is not known.
const CallExpr *openerAtTarget(const Step &step, const Operation &operation) {
  const unsigned window = *step.action.window;
  const Situations &situations = step.before.windows[window];
  if (const CallExpr *fence = openerOf(step, window, &Epochs::fence)) {
    const bool isOnly = inAll(
        situations, [](const Epochs &epochs) { return !epochs.start && !epochs.hasPassive(); });
    return isOnly && isForAll(step, fence) ? fence : nullptr;
  }
  const CallExpr *post =
      openerOf(step, window, &Epochs::start) ? onlyCall(step, window, EventKind::Post) : nullptr;
  const std::string comm = post ? step.commOf(window) : "";
  const bool isPassive = llvm::any_of(
      situations, [](const Epochs &epochs) { return epochs.fence || epochs.hasPassive(); });
  if (comm.empty() || isPassive || step.isForSome())
    return nullptr;
  auto posts = step.branches.executorsOf(step.graph.blockOf.lookup(post), comm);
  return posts && (posts->areAll() ||
                   (operation.target.constant && posts->contains(*operation.target.constant)))
             ? post
             : nullptr;
}

/// A put into an epoch of which its target said that there is none.
void checkNoPut(const Step &step) {
  const Operation &operation = step.graph.operations[*step.action.operation];
  if (!changesTarget(operation, step.info) || !isSomething(operation, step.info))
    return;
  const CallExpr *opener = openerAtTarget(step, operation);
  if (!says(opener, "MPI_MODE_NOPUT", step))
    return;
  const bool isFence = mpiCall(opener)->kind() == EventKind::Fence;
  step.reporter.report(
      FindingId::WrongAssert, operation.call.expr->getExprLoc(),
      operation.call.expr->getSourceRange(),
      std::string(operation.call.info().name) + " on " + step.window(*step.action.window) +
          (isFence ? " is in the epoch of a fence with MPI_MODE_NOPUT, which its target called, too"
                   : " goes into an epoch that its target posted with MPI_MODE_NOPUT"),
      {{opener->getSourceRange(), isFence ? "the fence is here" : "it is posted here"}});
}

/// Whether what issues the operation always comes to the fence, or does in another iteration of a
/// loop that both are in.
bool alwaysComesTo(const Step &step, const Operation &operation) {
  return step.block == operation.block ||
         step.feasibility.loopOfBoth(step.block, operation.block) ||
         step.feasibility.alwaysReaches(operation.block, step.block);
}

/// An operation that may be under way, on some path that leads here and nowhere else.
const Operation *operationBefore(const Step &step) {
  const unsigned window = *step.action.window;
  if (!inAll(step.before.windows[window],
             [](const Epochs &epochs) { return !epochs.start && !epochs.hasPassive(); }))
    return nullptr;
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    const uint8_t progress = step.before.remote[i];
    if (operation.window == window && (progress & kInFlight) && !operation.isAttachment &&
        !operation.firstOf && operation.issue == operation.call.expr &&
        isSomething(operation, step.info) && alwaysComesTo(step, operation) &&
        step.feasibility.meets(operation, step.block, progress))
      return &operation;
  }
  return nullptr;
}

/// What a loop that orders nothing surely stores in its first iteration.
const Expr *storeInFirst(const Step &step, const CFGBlock *header,
                         llvm::function_ref<bool(const Action &)> isStore,
                         llvm::function_ref<bool(const Action &)> isOrder) {
  const Stmt *counts = header->getTerminatorStmt();
  const Feasibility::Loop *loop = step.feasibility.loopAround(header);
  if (!loop || loop->header != header || !isa_and_nonnull<ForStmt, WhileStmt>(counts))
    return nullptr;
  const Expr *store = nullptr;
  for (unsigned block : loop->blocks.set_bits())
    for (const Action &action : step.graph.blocks[block]) {
      if (isOrder(action))
        return nullptr;
      if (isStore(action) && !action.access.first.empty() &&
          action.access.first.front().loop->loop == counts)
        store = action.access.expr;
    }
  return store;
}

/// The last store to the window's memory before the fence, where one surely comes after whatever
/// synchronized the window before.
const Expr *storeBefore(const Step &step) {
  const unsigned window = *step.action.window;
  auto isStore = [&](const Action &action) {
    return action.kind == Action::Kind::Access && action.access.writes && !action.access.releases &&
           !action.access.bound && !action.access.count &&
           llvm::any_of(step.graph.memories, [&](const WindowMemory &memory) {
             return memory.window == window &&
                    (memory.isAllocated
                         ? memory.address.root == action.access.address.root
                         : overlaps(memory.address, action.access.address) ||
                               llvm::any_of(action.access.first, [&](const Access::First &first) {
                                 return overlaps(memory.address, first.address);
                               }));
           });
  };
  auto isOrder = [&](const Action &action) {
    return action.kind == Action::Kind::Synchronizes ||
           (action.kind == Action::Kind::Call && concernsWindows(action.call.kind()) &&
            step.info.mayBeSame(action.window, window));
  };
  const std::vector<Action> &own = step.graph.blocks[step.block->getBlockID()];
  llvm::ArrayRef<Action> actions(own.data(), &step.action - own.data());
  // Up the straight way that leads here; of loops that it passes, what is in them may not run.
  for (const CFGBlock *block = step.block; block;) {
    for (const Action &action : llvm::reverse(actions)) {
      if (isOrder(action))
        return nullptr;
      if (isStore(action))
        return action.access.expr;
    }
    const CFGBlock *before = nullptr;
    if (block->pred_size() == 1)
      before = *block->pred_begin();
    if (const Expr *store = before ? storeInFirst(step, before, isStore, isOrder) : nullptr)
      return store;
    if (!before || before->succ_size() != 1)
      return nullptr;
    block = before;
    actions = step.graph.blocks[block->getBlockID()];
  }
  return nullptr;
}

void checkNoStore(const Step &step) {
  const Expr *assertion = step.action.call.argument(Role::Assert);
  if (step.action.kind != Action::Kind::Call ||
      !step.info.saysAssertion(assertion, "MPI_MODE_NOSTORE"))
    return;
  if (const Expr *store = storeBefore(step))
    step.reporter.report(FindingId::WrongAssert, assertion, step.action.call.expr,
                         storedBefore(step.quoted(store), step.window(*step.action.window),
                                      step.atLine(store), step.action.call.kind()),
                         {{store->getSourceRange(), "it is written here"}});
}

} // namespace

void checkWrongAssert(const Step &step) {
  const Action &action = step.action;
  if ((action.kind != Action::Kind::Call && action.kind != Action::Kind::First) || !action.window)
    return;
  const MpiCall &call = action.call;
  const Situations &situations = step.before.windows[*action.window];
  if (isOperation(call.kind()) && isAfterNoSucceed(step)) {
    step.report(FindingId::WrongAssert,
                std::string(call.info().name) + " on " + step.window(*action.window) +
                    " follows a fence with MPI_MODE_NOSUCCEED",
                {{situations.begin()->closed->getSourceRange(), "the fence is here"}});
    return;
  }
  if (action.operation)
    checkNoPut(step);
  if (call.kind() == EventKind::Fence || call.kind() == EventKind::Post)
    checkNoStore(step);
  auto precedes = [](const Epochs &epochs) {
    return epochs.fence && epochs.operation && !epochs.start && !epochs.hasPassive();
  };
  if (call.kind() != EventKind::Fence ||
      !step.info.saysAssertion(call.argument(Role::Assert), "MPI_MODE_NOPRECEDE"))
    return;
  const Operation *before = nullptr;
  if (!inAll(situations, precedes)) {
    before = action.kind == Action::Kind::Call ? operationBefore(step) : nullptr;
    if (!before)
      return;
  }
  const Expr *assertion = call.argument(Role::Assert);
  const CallExpr *operation = before ? before->call.expr : situations.begin()->operation;
  auto first = mpiCall(operation);
  if (first && numberOf(first->argument(Role::Target), step.info).value_or(0) < 0)
    return; // MPI_PROC_NULL: nothing has to be completed
  step.report(FindingId::WrongAssert,
              "MPI_MODE_NOPRECEDE, but " + operation->getDirectCallee()->getNameAsString() +
                  step.atLine(operation) + " precedes this fence of " + step.window(*action.window),
              {{operation->getSourceRange(), "the operation is issued here"}}, assertion);
}

} // namespace fencepost::plugin
