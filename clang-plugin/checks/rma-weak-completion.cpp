//===- checks/rma-weak-completion.cpp - told before it has arrived ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a call completes a put or accumulate at its origin only, and a
// barrier or a message to its target is the next thing that the process does,
// although nothing reuses the buffer: the call can be for nothing else.
//
//===----------------------------------------------------------------------===//

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <set>

using namespace clang;

namespace fencepost::plugin {

namespace {

bool isBarrier(const MpiCall &call) {
  return call.call == Call::Barrier || call.call == Call::Ibarrier;
}

/// Whether the call tells the operation's target that it may go on.
bool notifies(const Step &step, const Operation &operation) {
  const MpiCall &call = step.action.call;
  if (isBarrier(call))
    return true;
  const ASTContext &context = step.info.context;
  if (!targetOf(call.argument(Role::Peer), step.info).isSurely(operation.target))
    return false;
  auto creation = operation.window ? step.creationOf(*operation.window) : std::nullopt;
  const Expr *ranked = creation ? creation->argument(Role::Comm) : nullptr;
  return !ranked || spelling(ranked, context) == spelling(call.argument(Role::Comm), context);
}

/// What the function does after the notification.
class Sequel {
public:
  Sequel(const Step &step, const Operation &operation) : step(step), operation(operation) {}

  /// Whether the buffer is written before the operation is complete at its target, or the
  /// processes are told once more after that.
  bool explainsLocalCompletion() {
    const Action *next = &step.action + 1;
    const std::vector<Action> &actions = step.graph.blocks[step.block->getBlockID()];
    follow({next, actions.data() + actions.size()}, step.block, false);
    while (!pending.empty() && !found) {
      auto [block, complete] = pending.pop_back_val();
      follow(step.graph.blocks[block->getBlockID()], block, complete);
    }
    return found;
  }

private:
  using Place = std::pair<const CFGBlock *, bool>;
  const Step &step;
  const Operation &operation;
  bool found = false;
  llvm::SmallVector<Place> pending;
  std::set<Place> seen;

  void follow(llvm::ArrayRef<Action> actions, const CFGBlock *block, bool complete) {
    for (const Action &action : actions) {
      if (complete ? tellsAgain(action) : reuses(action)) {
        found = true;
        return;
      }
      complete |= endsAtTarget(action, operation, step.info);
    }
    for (const CFGBlock *next : block->succs())
      if (next && seen.insert({next, complete}).second)
        pending.push_back({next, complete});
  }

  bool reuses(const Action &action) const {
    if (action.kind == Action::Kind::Modifies || action.kind == Action::Kind::Synchronizes)
      return llvm::any_of(operation.buffers, [&](const Access &buffer) {
        return !buffer.address.object || !step.info.isStable(buffer.address.object);
      });
    return action.kind == Action::Kind::Access && action.access.writes &&
           llvm::any_of(operation.buffers, [&](const Access &buffer) {
             return buffer.address.root == action.access.address.root;
           });
  }

  bool tellsAgain(const Action &action) const {
    const MpiCall &first = step.action.call;
    if (action.kind != Action::Kind::Call)
      return action.kind == Action::Kind::Synchronizes;
    return isBarrier(first) ? isBarrier(action.call)
                            : isSend(action.call.kind()) || isBarrier(action.call);
  }
};

/// The last call before this one that completes the operation at its origin.
const CallExpr *localCompletion(const Step &step, const Operation &operation) {
  const CallExpr *found = nullptr;
  for (const std::vector<Action> &block : step.graph.blocks)
    for (const Action &action : block) {
      const CallExpr *call = action.call.expr;
      if (completesLocallyOnly(action, operation, step.info) &&
          call->getBeginLoc() < step.action.call.expr->getBeginLoc() &&
          (!found || found->getBeginLoc() < call->getBeginLoc()))
        found = call;
    }
  return found;
}

/// `MPI_Win_flush_local` becomes `MPI_Win_flush`.
std::vector<FixItHint> strengthen(const CallExpr *completion) {
  llvm::StringRef name = completion->getDirectCallee()->getName();
  SourceLocation place = completion->getCallee()->getExprLoc();
  std::size_t weak = name.find("_local");
  if (weak == llvm::StringRef::npos || place.isMacroID())
    return {};
  std::string strong = (name.take_front(weak) + name.drop_front(weak + 6)).str();
  return {FixItHint::CreateReplacement(SourceRange(place), strong)};
}

void report(const Step &step, const Operation &operation, const CallExpr *completion) {
  const MpiCall &told = step.action.call;
  std::string teller(told.info().name);
  std::string who =
      isBarrier(told) ? "the others" : "process " + step.quoted(told.argument(Role::Peer));
  step.reporter.report(
      FindingId::WeakCompletion, completion->getExprLoc(), completion->getSourceRange(),
      completion->getDirectCallee()->getNameAsString() + " completes " +
          std::string(operation.call.info().name) + step.atLine(operation.call.expr) +
          " at its origin only, and then " + teller + " lets " + who + " go on",
      {{operation.call.expr->getSourceRange(), "the operation is issued here"},
       {told.expr->getSourceRange(), "MPI_Win_flush, or the unlock, must come before this"}},
      strengthen(completion));
}

} // namespace

void checkWeakCompletion(const Step &step) {
  const Action &action = step.action;
  if (action.kind != Action::Kind::Call || !(isBarrier(action.call) || isSend(action.call.kind()) ||
                                             action.call.kind() == EventKind::SendRecv))
    return;
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    uint8_t progress = step.before.remote[i];
    if (!(progress & kLocallyCompleted) || (progress & (kInFlight | kCompleted)) ||
        bringsBack(operation.call.kind()) || operation.target.constant.value_or(0) < 0 ||
        operation.buffers.empty() || !notifies(step, operation))
      continue;
    uint8_t flight = kInFlight | (progress & kNotIssued);
    const CallExpr *completion = localCompletion(step, operation);
    if (completion && step.feasibility.meets(operation, step.block, flight) &&
        !Sequel(step, operation).explainsLocalCompletion())
      return report(step, operation, completion);
  }
}

} // namespace fencepost::plugin
