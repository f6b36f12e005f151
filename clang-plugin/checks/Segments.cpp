//===- checks/Segments.cpp - what no call orders between processes --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Segments.h"

#include "Executors.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

bool keepOut(Held a, Held b) {
  return std::min(a, b) != Held::Nothing && std::max(a, b) == Held::Exclusive;
}

bool isShared(const CallExpr *lock, const FunctionInfo &info) {
  auto call = mpiCall(lock);
  const Expr *type = call ? call->argument(Role::LockType) : nullptr;
  return type && isMacro(type, "MPI_LOCK_SHARED", info.context);
}

Held heldAt(const Step &step, unsigned window) {
  Held most = Held::Nothing;
  for (const Epochs &epochs : step.before.windows[window]) {
    if (epochs.hasPassive())
      most = std::max(most, Held::Shared);
    for (const HeldLock &lock : epochs.locks)
      if (!isShared(lock.call, step.info))
        most = Held::Exclusive;
  }
  return most;
}

namespace {

/// A call before the step; null: where the function is entered, or code out of sight.
struct Order {
  const Action *action;
  const CFGBlock *block;
};

bool isInPollingLoop(const Step &step, const CFGBlock *block) {
  const Feasibility::Loop *loop = step.feasibility.loopAround(block);
  return loop && llvm::none_of(loop->blocks.set_bits(), [&](unsigned each) {
           return llvm::any_of(step.graph.blocks[each], [](const Action &action) {
             return action.kind == Action::Kind::Call && action.call.kind() == EventKind::AllToAll;
           });
         });
}

bool isInCountingLoop(const Step &step, const CFGBlock *block) {
  const Feasibility::Loop *loop = step.feasibility.loopAround(block);
  const Stmt *statement = loop ? loop->header->getTerminatorStmt() : nullptr;
  const Induction *counting = statement ? step.info.countingLoop(statement) : nullptr;
  return counting && !counting->mayEndEarly;
}

/// Whether the call locks the window for the step.
bool isHeld(const Step &step, unsigned window, const CallExpr *call) {
  return llvm::any_of(step.before.windows[window], [&](const Epochs &epochs) {
    return llvm::any_of(epochs.locks, [&](const HeldLock &lock) { return lock.call == call; });
  });
}

/// Whether the action may make its process wait for others, or let others go on. Locks that are
/// shared or the step's own do not, but for those of a loop that looks for something again and
/// again, nor does what completes operations; flags that are fetched may.
bool mayOrder(const Step &step, unsigned window, const Action &action, const CFGBlock *block) {
  if (action.kind == Action::Kind::Synchronizes || action.communicates)
    return true;
  const auto polls = [&] { return isInPollingLoop(step, block) && !isInCountingLoop(step, block); };
  if (action.kind == Action::Kind::Access)
    return action.access.first.empty() && !action.access.writes && polls();
  if (action.kind != Action::Kind::Call)
    return false;
  switch (action.call.kind()) {
  case EventKind::FetchAndOp:
  case EventKind::CompareAndSwap:
    return true;
  case EventKind::Get:
  case EventKind::GetAccumulate:
  case EventKind::WinSync:
    return polls();
  case EventKind::Put:
  case EventKind::Accumulate:
  case EventKind::Local:
  case EventKind::Unlock:
  case EventKind::LockAll:
  case EventKind::UnlockAll:
  case EventKind::Flush:
  case EventKind::FlushAll:
  case EventKind::FlushLocal:
  case EventKind::FlushLocalAll:
    return false;
  case EventKind::Lock:
    return (!isShared(action.call.expr, step.info) && !isHeld(step, window, action.call.expr)) ||
           polls();
  default:
    return true;
  }
}

/// Whether all processes of the window make the call.
bool isOfAll(const Step &step, const Action &action, unsigned window) {
  const EventKind kind = action.call.kind();
  if (kind == EventKind::Fence)
    return action.window && step.commOf(*action.window) == step.commOf(window);
  const Expr *comm = action.call.argument(Role::Comm);
  return comm && (kind == EventKind::AllToAll || kind == EventKind::WinCreate) &&
         step.info.nameOfComm(comm) == step.commOf(window);
}

/// Whether none of the processes that come to the step comes to the block.
bool isOfOthers(const Step &step, const CFGBlock *block, const std::string &comm) {
  auto mine = step.branches.executorsOf(step.block, comm),
       theirs = step.branches.executorsOf(block, comm);
  return mine && theirs &&
         ((mine->only && !theirs->contains(*mine->only)) ||
          (theirs->only && !mine->contains(*theirs->only)));
}

std::vector<Order> ordersBefore(const Step &step, unsigned window) {
  std::vector<Order> found;
  const std::string comm = step.commOf(window);
  llvm::BitVector seen(step.graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending;
  auto look = [&](llvm::ArrayRef<Action> actions, const CFGBlock *block) {
    for (const Action &action : llvm::reverse(actions))
      if (mayOrder(step, window, action, block)) {
        const bool isCall = action.kind == Action::Kind::Call && !action.through;
        found.push_back({isCall ? &action : nullptr, block});
        return;
      }
    if (block == &step.graph.cfg->getEntry())
      found.push_back({nullptr, block});
    for (const CFGBlock *before : block->preds())
      if (before && !seen.test(before->getBlockID())) {
        seen.set(before->getBlockID());
        pending.push_back(before);
      }
  };
  const std::vector<Action> &own = step.graph.blocks[step.block->getBlockID()];
  look({own.data(), static_cast<std::size_t>(&step.action - own.data())}, step.block);
  while (!pending.empty()) {
    const CFGBlock *block = pending.back();
    pending.pop_back();
    if (!isOfOthers(step, block, comm))
      look(step.graph.blocks[block->getBlockID()], block);
  }
  return found;
}

} // namespace

std::optional<Segment> segmentOf(const Step &step, unsigned window) {
  const bool isAccess = step.action.kind == Action::Kind::Access;
  if (isAccess && (step.action.access.expr->getType().isVolatileQualified() ||
                   (step.action.access.first.empty() && isInPollingLoop(step, step.block) &&
                    !isInCountingLoop(step, step.block))))
    return std::nullopt;
  auto isPassive = [&](const Epochs &epochs) {
    return epochs.isKnown() && !epochs.post && (isAccess || epochs.hasPassive());
  };
  // What a process chose of several windows another one may not have.
  if (!inAll(step.before.windows[window], isPassive) || !step.makerOf(window))
    return std::nullopt;
  const Held held = heldAt(step, window);
  const std::vector<Order> orders = ordersBefore(step, window);
  if (orders.size() == 1)
    return orders.front().action && isOfAll(step, *orders.front().action, window)
               ? std::optional(Segment{orders.front().action->call.expr, held})
               : std::nullopt;
  // In every iteration of a loop but the first.
  for (const Order &order : orders) {
    const Feasibility::Loop *loop =
        order.action ? step.feasibility.loopOfSome(order.block, step.block) : nullptr;
    if (loop && isOfAll(step, *order.action, window) &&
        llvm::none_of(orders, [&](const Order &other) {
          return &other != &order && loop->contains(other.block);
        }))
      return Segment{order.action->call.expr, held};
  }
  return std::nullopt;
}

} // namespace fencepost::plugin
