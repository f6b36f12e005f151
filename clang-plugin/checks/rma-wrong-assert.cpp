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
#include "State.h"
#include "checks/Check.h"
#include "checks/FencePeers.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

bool says(const CallExpr *fence, std::string_view name, const Step &step) {
  auto call = fence ? mpiCall(fence) : std::nullopt;
  return call && call->kind() == EventKind::Fence &&
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

/// A put into an epoch of which all processes said that there is none.
void checkNoPut(const Step &step) {
  const Operation &operation = step.graph.operations[*step.action.operation];
  const Situations &situations = step.before.windows[*step.action.window];
  const CallExpr *fence = situations.empty() ? nullptr : situations.begin()->fence;
  const Expr *count = operation.call.argument(Role::OriginCount);
  if (!changesTarget(operation, step.info) || !says(fence, "MPI_MODE_NOPUT", step) ||
      !inAll(situations,
             [&](const Epochs &epochs) {
               return epochs.fence == fence && !epochs.start && !epochs.hasPassive();
             }) ||
      operation.target.constant.value_or(0) < 0 ||
      (!operation.target.constant &&
       step.info.mayBeNullRank(operation.call.argument(Role::Target))) ||
      (count && constantValue(count, step.info.context) == 0) || !isForAll(step, fence))
    return;
  step.reporter.report(FindingId::WrongAssert, operation.call.expr->getExprLoc(),
                       operation.call.expr->getSourceRange(),
                       std::string(operation.call.info().name) + " on " +
                           step.window(*step.action.window) +
                           " is in the epoch of a fence with MPI_MODE_NOPUT, which its target "
                           "called, too",
                       {{fence->getSourceRange(), "the fence is here"}});
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
    step.reporter.report(
        FindingId::WrongAssert, assertion->getExprLoc(), assertion->getSourceRange(),
        "MPI_MODE_NOSTORE, but " + step.quoted(store) + " of " + step.window(*step.action.window) +
            " is written" + step.atLine(store) + ", before this fence",
        {{store->getSourceRange(), "it is written here"}});
}

} // namespace

void checkWrongAssert(const Step &step) {
  const Action &action = step.action;
  if ((action.kind != Action::Kind::Call && action.kind != Action::Kind::First) || !action.window)
    return;
  const MpiCall &call = action.call;
  const Situations &situations = step.before.windows[*action.window];
  std::vector<FindingNote> notes = step.innerNotes();
  if (isOperation(call.kind()) && isAfterNoSucceed(step)) {
    notes.push_back({situations.begin()->closed->getSourceRange(), "the fence is here"});
    step.reporter.report(FindingId::WrongAssert, step.place()->getExprLoc(),
                         step.place()->getSourceRange(),
                         std::string(call.info().name) + " on " + step.window(*action.window) +
                             " follows a fence with MPI_MODE_NOSUCCEED",
                         notes);
    return;
  }
  if (action.operation)
    checkNoPut(step);
  if (call.kind() == EventKind::Fence)
    checkNoStore(step);
  auto precedes = [](const Epochs &epochs) {
    return epochs.fence && epochs.operation && !epochs.start && !epochs.hasPassive();
  };
  if (call.kind() != EventKind::Fence ||
      !step.info.saysAssertion(call.argument(Role::Assert), "MPI_MODE_NOPRECEDE") ||
      !inAll(situations, precedes))
    return;
  const Expr *assertion = action.through ? step.place() : call.argument(Role::Assert);
  const CallExpr *operation = situations.begin()->operation;
  auto first = mpiCall(operation);
  if (first && constantValue(first->argument(Role::Target), step.info.context).value_or(0) < 0)
    return; // MPI_PROC_NULL: nothing has to be completed
  notes.push_back({operation->getSourceRange(), "the operation is issued here"});
  step.reporter.report(
      FindingId::WrongAssert, assertion->getExprLoc(), assertion->getSourceRange(),
      "MPI_MODE_NOPRECEDE, but " + operation->getDirectCallee()->getNameAsString() +
          step.atLine(operation) + " precedes this fence of " + step.window(*action.window),
      notes);
}

} // namespace fencepost::plugin
