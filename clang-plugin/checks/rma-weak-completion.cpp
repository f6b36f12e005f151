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
#include "checks/InFlight.h"
#include "checks/RaceWords.h"
#include "checks/Segments.h"

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

/// Whether a call there is made for each process of the communicator but this one.
bool isForOthers(const Step &step, const CFGBlock *block, const Expr *rank,
                 const std::string &comm) {
  bool areOthers = false;
  return loopOverAll(step, block, rank, comm, areOthers) && areOthers;
}

bool isForOthers(const Step &step, const Operation &operation, const std::string &comm) {
  return operation.issue == operation.call.expr &&
         isForOthers(step, operation.block, operation.call.argument(Role::Target), comm);
}

/// Whether the call tells the operation's target that it may go on.
bool notifies(const Step &step, const Operation &operation, const std::string &comm) {
  const MpiCall &call = step.action.call;
  if (step.info.nameOfComm(call.argument(Role::Comm)) != comm)
    return false;
  const Expr *peer = call.argument(Role::Peer);
  return isBarrier(call) || targetOf(peer, step.info).isSurely(operation.target) ||
         (isForOthers(step, step.block, peer, comm) && isForOthers(step, operation, comm));
}

/// Whether the target looks at what it was told of: it may complete the operation, then tell once
/// more, wherever the source does not show that.
class Sequel {
public:
  Sequel(const Step &step, const Operation &operation, const std::string &comm)
      : step(step), operation(operation), comm(comm),
        isExclusive(heldAt(step, *operation.window) == Held::Exclusive),
        issuers(step.branches.executorsOf(operation.block, comm)),
        areOthers(issuers && issuers->only && isForOthers(step, operation, comm)) {}

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
  const bool isExclusive; // what the operation's process may hold
  const std::optional<Executors> issuers;
  const bool areOthers; // the targets, all of them
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
    if (areOthers) // of one process
      return here->allBut || (here->only && here->only != issuers->only);
    return operation.target.constant ? here->contains(*operation.target.constant)
                                     : !here->only && !here->allBut;
  }

  /// A shared lock is given beside others.
  bool mayOrder(const Action &action) const {
    if (action.kind != Action::Kind::Call)
      return action.kind == Action::Kind::Synchronizes;
    const MpiCall &call = action.call;
    const bool isBeside = call.kind() == EventKind::LockAll ||
                          (call.kind() == EventKind::Lock && isShared(call.expr, step.info));
    return call.call != Call::Win_sync && (isExclusive || !isBeside);
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

/// Of an operation for each of the others, which the flow forgets as their ranks go by: the call
/// that completes them at their origin only, or null, when nothing between the loop and this step
/// completes them at their targets; nothing otherwise.
std::optional<const CallExpr *> completionOfAll(const Step &step, const Operation &operation,
                                                const std::string &comm) {
  bool areOthers = false;
  const CFGBlock *header =
      loopOverAll(step, operation.block, operation.call.argument(Role::Target), comm, areOthers);
  const Feasibility::Loop *loop = step.feasibility.loopAround(operation.block);
  if (!header || !areOthers || operation.issue != operation.call.expr || loop->contains(step.block))
    return std::nullopt;
  const CallExpr *completion = nullptr;
  auto mayEnd = [&](const Action &action) {
    if (action.kind != Action::Kind::Call || !step.info.mayBeSame(action.window, *operation.window))
      return action.kind == Action::Kind::Synchronizes;
    if (action.call.kind() == EventKind::FlushLocalAll)
      completion = action.call.expr;
    return mayCompleteOnWindow(action.call.kind()) && !isLocalFlush(action.call.kind());
  };
  for (unsigned block : loop->blocks.set_bits())
    if (llvm::any_of(step.graph.blocks[block], mayEnd))
      return std::nullopt;
  const std::vector<Action> &own = step.graph.blocks[step.block->getBlockID()];
  llvm::ArrayRef<Action> actions(own.data(), &step.action - own.data());
  llvm::SmallVector<const CFGBlock *> pending;
  llvm::SmallPtrSet<const CFGBlock *, 8> seen;
  for (const CFGBlock *block = step.block;; actions = step.graph.blocks[block->getBlockID()]) {
    if (llvm::any_of(actions, mayEnd) || block == &step.graph.cfg->getEntry())
      return std::nullopt;
    for (const CFGBlock *before : block->preds())
      if (before && before != header && seen.insert(before).second)
        pending.push_back(before);
    if (pending.empty())
      return completion;
    block = pending.pop_back_val();
  }
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
  std::vector<FindingNote> notes{
      {operation.call.expr->getSourceRange(), "the operation is issued here"},
      {told.expr->getSourceRange(), std::string(told.info().name) +
                                        " completes no operation: MPI_Win_flush, or the unlock, "
                                        "must come before this"}};
  if (look.within)
    notes.push_back(innerNote(look));
  const std::string operationThere = "another process's " +
                                     std::string(operation.call.info().name) +
                                     step.atLine(operation.call.expr);
  step.reporter.report(
      FindingId::RemoteRace, look.expr, look.by,
      accessWhile(step.quoted(look.expr), look.writes, look.by, operationThere, true), notes);
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

/// Whether the operation is under way at its target, with what completed it at its origin if
/// something did.
bool isUncompleted(const Step &step, std::size_t index, const std::string &comm,
                   const CallExpr *&completion) {
  const Operation &operation = step.graph.operations[index];
  const uint8_t progress = step.before.remote[index];
  const bool isOpen = progress & kInFlight, isLocal = progress & kLocallyCompleted;
  if (isOpen == isLocal || (progress & kCompleted))
    return false;
  completion = isLocal ? localCompletion(step, operation) : nullptr;
  const uint8_t flight = kInFlight | (progress & ~kLocallyCompleted);
  return (completion || (isOpen && isForAnother(step, operation, comm))) &&
         step.feasibility.meets(operation, step.block, flight);
}

} // namespace

void checkWeakCompletion(const Step &step) {
  const Action &action = step.action;
  if (action.kind != Action::Kind::Call || !(isBarrier(action.call) || isSend(action.call.kind()) ||
                                             action.call.kind() == EventKind::SendRecv))
    return;
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    const Expr *target = operation.call.argument(Role::Target);
    if (!target || bringsBack(operation.call.kind()) || operation.target.constant.value_or(0) < 0 ||
        !step.info.commOfRank(target).empty())
      continue;
    const std::string comm = operation.window ? step.commOf(*operation.window) : "";
    if (comm.empty() || step.isForSome() || !notifies(step, operation, comm))
      continue;
    const CallExpr *completion = nullptr;
    if (auto ofAll = completionOfAll(step, operation, comm))
      completion = *ofAll;
    else if (!isUncompleted(step, i, comm, completion))
      continue;
    const Access *look = Sequel(step, operation, comm).look();
    if (!look)
      continue;
    // The same, told of where it shows.
    if (completion)
      step.reporter.claim(FindingId::RemoteRace, look->expr, look->by);
    return completion ? report(step, operation, completion) : reportOpen(step, operation, *look);
  }
}

} // namespace fencepost::plugin
