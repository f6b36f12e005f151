//===- checks/rma-weak-completion.cpp - told before it has arrived ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a call completes a put or accumulate at its origin only, a barrier or a
// message to its target follows, and after that the target uses what was put there.
//
//===----------------------------------------------------------------------===//

#include "Completion.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"
#include "checks/FencePeers.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether all processes wait for all others, or may.
bool isBarrier(const MpiCall &call) {
  return call.kind() == EventKind::AllToAll || call.call == Call::Ibarrier;
}

/// Whether the call tells the operation's target that it may go on.
bool notifies(const Step &step, const Operation &operation, const std::string &comm) {
  const MpiCall &call = step.action.call;
  if (step.info.nameOfComm(call.argument(Role::Comm)) != comm)
    return false;
  return isBarrier(call) ||
         targetOf(call.argument(Role::Peer), step.info).isSurely(operation.target);
}

/// Whether the target looks at what it was told of: it may complete the operation, then tell once
/// more, wherever the source does not show that.
class Sequel {
public:
  Sequel(const Step &step, const Operation &operation, const std::string &comm)
      : step(step), operation(operation), comm(comm) {}

  /// The access, or null.
  const Access *look() {
    const std::vector<Action> &actions = step.graph.blocks[step.block->getBlockID()];
    if (isBarrier(step.action.call))
      walk({&step.action + 1, actions.data() + actions.size()}, step.block);
    else if (auto [place, after] = onlyReceive(); place)
      walk(after, place);
    return found;
  }

private:
  const Step &step;
  const Operation &operation;
  const std::string &comm;
  const Access *found = nullptr;
  llvm::SmallVector<const CFGBlock *> pending;
  llvm::SmallPtrSet<const CFGBlock *, 8> seen;

  void walk(llvm::ArrayRef<Action> actions, const CFGBlock *block) {
    for (follow(actions, block); !pending.empty() && !found;) {
      block = pending.pop_back_val();
      follow(step.graph.blocks[block->getBlockID()], block);
    }
  }

  /// Up to the next call that may order anything.
  void follow(llvm::ArrayRef<Action> actions, const CFGBlock *block) {
    for (const Action &action : actions) {
      if (isLook(action, block))
        found = &action.access;
      if (found || mayOrder(action))
        return;
    }
    for (const CFGBlock *next : block->succs())
      if (next && seen.insert(next).second)
        pending.push_back(next);
  }

  /// The function's receive and what follows in its block, where there is no other one, nor another
  /// message: then it is this one's.
  std::pair<const CFGBlock *, llvm::ArrayRef<Action>> onlyReceive() const {
    unsigned sent = 0, received = 0;
    std::pair<const CFGBlock *, llvm::ArrayRef<Action>> place{nullptr, {}};
    for (const CFGBlock *block : *step.block->getParent()) {
      llvm::ArrayRef<Action> actions = step.graph.blocks[block->getBlockID()];
      for (std::size_t i = 0; i < actions.size(); ++i) {
        if (actions[i].kind != Action::Kind::Call)
          continue;
        EventKind kind = actions[i].call.kind();
        sent += isSend(kind) || kind == EventKind::SendRecv;
        if (kind != EventKind::Recv)
          continue;
        ++received;
        place = {block, actions.drop_front(i + 1)};
      }
    }
    if (sent != 1 || received != 1)
      place.first = nullptr;
    return place;
  }

  /// Whether the target surely comes here, and uses the bytes of the operation.
  bool isLook(const Action &action, const CFGBlock *block) const {
    if (action.kind != Action::Kind::Access || !accessesTarget(step, action.access, operation))
      return false;
    auto here = step.branches.executorsOf(block, comm);
    if (!here)
      return false;
    return operation.target.constant ? here->contains(*operation.target.constant)
                                     : !here->only && !here->allBut;
  }

  static bool mayOrder(const Action &action) {
    return action.kind == Action::Kind::Synchronizes ||
           (action.kind == Action::Kind::Call && action.call.call != Call::Win_sync);
  }
};

/// The last call before this one that completes the operation at its origin.
const CallExpr *localCompletion(const Step &step, const Operation &operation) {
  const CallExpr *found = nullptr;
  const SourceManager &sources = step.info.context.getSourceManager();
  auto isBefore = [&](const CallExpr *one, const CallExpr *other) {
    return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(one->getBeginLoc()),
                                             sources.getExpansionLoc(other->getBeginLoc()));
  };
  for (const std::vector<Action> &block : step.graph.blocks)
    for (const Action &action : block) {
      const CallExpr *call = action.call.expr;
      if (completesLocallyOnly(action, operation, step.info) &&
          isBefore(call, step.action.call.expr) && (!found || isBefore(found, call)))
        found = call;
    }
  return found;
}

/// `MPI_Win_flush_local` becomes `MPI_Win_flush`.
std::vector<FixItHint> strengthen(const CallExpr *completion) {
  auto *callee = dyn_cast<DeclRefExpr>(completion->getCallee()->IgnoreParenImpCasts());
  llvm::StringRef name = callee ? callee->getDecl()->getName() : "";
  std::size_t weak = name.find("_local");
  if (weak == llvm::StringRef::npos || callee->getLocation().isMacroID())
    return {};
  std::string strong = (name.take_front(weak) + name.drop_front(weak + 6)).str();
  return {FixItHint::CreateReplacement(SourceRange(callee->getLocation()), strong)};
}

/// Nothing at all completes it: what is looked at races with it.
void reportOpen(const Step &step, const Operation &operation, const Access &look) {
  const MpiCall &told = step.action.call;
  step.reporter.report(
      FindingId::RemoteRace, look.expr->getExprLoc(), look.expr->getSourceRange(),
      step.quoted(look.expr) + (look.writes ? " is written while " : " is read while ") +
          std::string(operation.call.info().name) + step.atLine(operation.call.expr) +
          " may still be writing it",
      {{operation.call.expr->getSourceRange(), "the operation is issued here"},
       {told.expr->getSourceRange(), std::string(told.info().name) +
                                         " completes no operation: MPI_Win_flush, or the unlock, "
                                         "must come before this"}});
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

/// Whether those who issue the operation are known, and are not its target alone.
bool isForAnother(const Step &step, const Operation &operation, const std::string &comm) {
  auto issuers = step.branches.executorsOf(operation.block, comm);
  return issuers && !(issuers->only && operation.target.constant == issuers->only);
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
    const bool isOpen = progress & kInFlight, isLocal = progress & kLocallyCompleted;
    if (isOpen == isLocal || (progress & kCompleted) || bringsBack(operation.call.kind()) ||
        operation.target.constant.value_or(0) < 0 ||
        !step.info.commOfRank(operation.call.argument(Role::Target)).empty())
      continue;
    const std::string comm = operation.window ? step.commOf(*operation.window) : "";
    if (comm.empty() || !notifies(step, operation, comm))
      continue;
    uint8_t flight = kInFlight | (progress & ~kLocallyCompleted);
    const CallExpr *completion = isLocal ? localCompletion(step, operation) : nullptr;
    if ((isLocal && !completion) || !step.feasibility.meets(operation, step.block, flight) ||
        step.isForSome() || (isOpen && !isForAnother(step, operation, comm)))
      continue;
    const Access *look = Sequel(step, operation, comm).look();
    if (look)
      return completion ? report(step, operation, completion) : reportOpen(step, operation, *look);
  }
}

} // namespace fencepost::plugin
