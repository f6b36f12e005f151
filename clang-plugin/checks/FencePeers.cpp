//===- checks/FencePeers.cpp - what meets in the memory of one process ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/FencePeers.h"

#include "Datatypes.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Processes.h"
#include "Shifts.h"
#include "Spelling.h"
#include "checks/Check.h"
#include "checks/Orders.h"

#include "clang/AST/Expr.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

const CallExpr *openerOf(const Step &step, unsigned window, const CallExpr *Epochs::*kind) {
  const Situations &situations = step.before.windows[window];
  const CallExpr *opener = situations.empty() ? nullptr : (*situations.begin()).*kind;
  bool same = opener && inAll(situations, [&](const Epochs &epochs) {
                return epochs.*kind == opener && !epochs.hasPassive() &&
                       (kind != &Epochs::fence || !epochs.start);
              });
  return same ? opener : nullptr;
}

const CFGBlock *loopOverAll(const Step &step, const CFGBlock *block, const Expr *rank,
                            const std::string &comm, bool &isForOthers) {
  const Feasibility::Loop *loop = step.feasibility.loopAround(block);
  const auto executors = step.branches.executorsOf(block, comm);
  const bool isRoot = executors && executors->only == 0;
  const bool isOne =
      loop && rank && step.feasibility.isForAll(block, *loop, rank, comm, isRoot, isForOthers);
  return isOne ? loop->header : nullptr;
}

const CallExpr *onlyCall(const Step &step, unsigned window, EventKind kind) {
  const CallExpr *only = nullptr;
  for (const std::vector<Action> &block : step.graph.blocks)
    for (const Action &action : block) {
      const bool isOne = action.kind == Action::Kind::Call && action.call.kind() == kind &&
                         step.info.mayBeSame(action.window, window);
      if (action.kind == Action::Kind::Synchronizes || (isOne && only))
        return nullptr;
      if (isOne)
        only = action.call.expr;
    }
  return only;
}

namespace {

/// A function with more in its fence epochs is generated.
constexpr std::size_t kMostPeers = 400;

/// What opened the epoch in which others may meet the step, and what it has been in since.
struct Meeting {
  const CallExpr *epoch = nullptr, *since = nullptr;
  const Invocation *through = nullptr; // which led to that epoch
};

/// The epoch of a fence; or, for what this process does to its own memory, that of its post, and
/// for its operations that of the start. Where there is one of each, they are the two sides.
Meeting meetingOf(const Step &step, unsigned window) {
  const Situations &situations = step.before.windows[window];
  if (const CallExpr *fence = openerOf(step, window, &Epochs::fence)) {
    const Invocation *through = situations.begin()->fenceThrough;
    const bool isOne =
        inAll(situations, [&](const Epochs &epochs) { return epochs.fenceThrough == through; });
    return isOne ? Meeting{fence, fence, through} : Meeting{};
  }
  const bool isOwn = step.action.kind == Action::Kind::Access;
  const CallExpr *opener = openerOf(step, window, isOwn ? &Epochs::post : &Epochs::start);
  const CallExpr *post = opener ? onlyCall(step, window, EventKind::Post) : nullptr;
  // In a loop there are many, which the last one of a process that has left it may not go with.
  const Feasibility::Loop *loop =
      post ? step.feasibility.loopAround(step.graph.blockOf.lookup(opener)) : nullptr;
  const bool isInside = !loop || loop->contains(step.block);
  return isInside && post && onlyCall(step, window, EventKind::Start) ? Meeting{post, opener}
                                                                      : Meeting{};
}

} // namespace

const CFGBlock *placeOf(const Step &step) {
  const Access &access = step.action.access;
  if (step.action.kind != Action::Kind::Access || access.first.empty())
    return step.block;
  for (const CFGBlock *block : *step.graph.cfg)
    if (block->getTerminatorStmt() == access.first.back().loop->loop)
      return block;
  return step.block;
}

namespace {

std::optional<FencePeer> makePeer(const Step &step, unsigned window) {
  auto [fence, since, through] = meetingOf(step, window);
  Held held = Held::Nothing;
  if (std::optional<Segment> segment = fence ? std::nullopt : segmentOf(step, window)) {
    fence = segment->begin;
    held = segment->held;
  }
  std::string comm = fence ? step.commOf(window) : "";
  if (comm.empty() || comm == "MPI_COMM_SELF")
    return std::nullopt;
  const CFGBlock *place = placeOf(step);
  bool isForOthers = false;
  const CFGBlock *loop =
      step.action.operation
          ? loopOverAll(step, step.block,
                        step.graph.operations[*step.action.operation].call.argument(Role::Target),
                        comm, isForOthers)
          : nullptr;
  if (loop)
    place = loop;
  auto executors = step.branches.executorsOf(place, comm);
  if (place != step.block && mayDependOnRank(place, step.info))
    return std::nullopt;
  FencePeer peer{fence,
                 through,
                 nullptr,
                 nullptr,
                 place,
                 executors.value_or(Executors()),
                 since && mayBeOrdered(step, since, window),
                 comm,
                 std::nullopt,
                 loop != nullptr,
                 isForOthers,
                 held};
  peer.isWorkedOut = !executors;
  return peer;
}

/// Processes that there are for sure: those that have a number in the source, and two in a program
/// that does not ask if there is one only.
int64_t fewestProcesses(const Step &step, const FencePeer &a, const FencePeer &b, int64_t target) {
  Processes &processes = *step.info.processes;
  const bool areTwo = processes.areOfOneWorld() && !processes.asksIfAlone();
  return 1 + std::max({a.executors.highest(), b.executors.highest(), target, int64_t(areTwo)});
}

} // namespace

int64_t FencePeer::targetOf(const FencePeer &owner) const {
  if (!isToAll)
    return *operation->target.constant;
  return owner.executors.only.value_or(owner.executors.contains(0) ? 0 : 1);
}

bool FencePeer::isPost() const {
  auto call = mpiCall(fence);
  return call && call->kind() == EventKind::Post;
}

bool FencePeer::isSegment() const {
  auto call = mpiCall(fence);
  return call && call->kind() != EventKind::Post && call->kind() != EventKind::Fence;
}

std::string FencePeer::bothIn() const {
  if (isSegment())
    return "nothing behind this call orders the two";
  return "both are in the epoch that this " + std::string(isPost() ? "post" : "fence") + " opens";
}

void FencePeers::meet(const FencePeer &a, const FencePeer &b) {
  auto place = [](const FencePeer &peer) {
    return (peer.operation ? peer.operation->call.expr : peer.access->expr)->getBeginLoc();
  };
  // What comes first in the source need not have come first here.
  place(b) < place(a) ? pairs.push_back({b, a}) : pairs.push_back({a, b});
}

void FencePeers::enter(const Step &step) {
  pairs.clear();
  const Action &action = step.action;
  if (peers.size() >= kMostPeers)
    return;
  std::optional<FencePeer> peer;
  if (action.operation && action.window) {
    const Operation &operation = step.graph.operations[*action.operation];
    if (surelyMoves(step, operation) && (peer = makePeer(step, *action.window))) {
      peer->operation = &operation;
      if (!operation.target.constant && !peer->isToAll && peer->executors.areAll())
        peer->shift = shiftOf(operation.call.argument(Role::Target), peer->comm, step.info);
      if (operation.target.constant.value_or(0) < 0)
        return;
      peer->isWorkedOut |=
          peer->isToAll ? !peer->executors.areAll() : !operation.target.constant && !peer->shift;
    }
  } else if (action.kind == Action::Kind::Access && !action.access.mayBeNothing) {
    for (const WindowMemory &memory : step.graph.memories)
      if (!peer && memory.address.root == action.access.address.root &&
          (peer = makePeer(step, memory.window))) {
        peer->access = &action.access;
        peer->mayBeOrdered |= peer->isPost() && mayLetOthersBegin(step, memory.window);
      }
  }
  if (!peer || (peer->isWorkedOut && !reach(step, *peer)))
    return;
  meetOthers(step, *peer);
  peers.push_back(*peer);
}

bool areInOne(const Step &step, const CFGBlock *a, const CFGBlock *b, const CallExpr *begin) {
  const CFGBlock *opened = step.graph.blockOf.lookup(begin);
  if (a == b || step.feasibility.isReachable(a, b, opened) ||
      step.feasibility.isReachable(b, a, opened))
    return true;
  const unsigned one = a->getBlockID(), other = b->getBlockID();
  return llvm::any_of(step.branches.all(), [&](const RankBranches::Branch &branch) {
    const auto &[yes, no] = branch.ways;
    auto parts = [&](const llvm::BitVector &way, const llvm::BitVector &otherWay) {
      return way.test(one) && !otherWay.test(one) && otherWay.test(other) && !way.test(other);
    };
    return parts(yes, no) || parts(no, yes);
  });
}

/// Where locks are held, callers out of sight may let one process at a time in.
static bool areCallersSeen(const Step &step, const FencePeer &peer) {
  return !peer.isSegment() || step.info.processes->areOfOneWorld();
}

const Reach *FencePeers::reach(const Step &step, FencePeer &peer) {
  if (!peer.isReachAsked) {
    const Expr *target = peer.operation ? peer.operation->call.argument(Role::Target) : nullptr;
    peer.reach = reachOf(step, peer.place, peer.comm, target, peer.isToAll, peer.isToOthers);
    peer.isReachAsked = true;
  }
  return peer.reach ? &*peer.reach : nullptr;
}

/// With two processes those before and behind are never at one: a program may be meant for these.
/// So may one that never makes use of their number (`1 - rank`).
static int64_t fewestAtOne(const Step &step, const Reach &one, const Reach &other) {
  return step.info.processes->asksForNumber() || !(one.dependsOnNumber() || other.dependsOnNumber())
             ? Reach::kFewest
             : 3;
}

/// Of two where it has to be worked out for each process.
void FencePeers::meetWorkedOut(const Step &step, FencePeer &other, FencePeer &peer) {
  const Reach *of = reach(step, peer), *ofOther = reach(step, other);
  if (!of || !ofOther || !areCallersSeen(step, peer) ||
      !(areInOne(step, other.place, peer.place, peer.fence) || of->isParted(*ofOther)))
    return;
  if (peer.operation && other.operation) {
    if (of->meetsAtOne(*ofOther, fewestAtOne(step, *of, *ofOther)) &&
        haveCommonRange(step, *peer.operation, *other.operation))
      meet(other, peer);
    return;
  }
  const FencePeer &issuer = peer.operation ? peer : other, &owner = peer.operation ? other : peer;
  // Each process may have a place of its own.
  if (numberOf(issuer.operation->call.argument(Role::Displacement), step.info) &&
      !issuer.mayBeOrdered && !owner.mayBeOrdered && issuer.reach->meetsOwner(*owner.reach) &&
      accessesTarget(step, *owner.access, *issuer.operation))
    meet(other, peer);
}

void FencePeers::meetOthers(const Step &step, FencePeer &peer) {
  for (FencePeer &other : peers) {
    if (other.fence != peer.fence || other.through != peer.through ||
        (other.access && peer.access) || keepOut(other.held, peer.held))
      continue;
    if (peer.isWorkedOut || other.isWorkedOut) {
      meetWorkedOut(step, other, peer);
      continue;
    }
    if (!areInOne(step, other.place, peer.place, peer.fence))
      continue;
    const Operation *a = peer.operation, *b = other.operation;
    if (a && b && (peer.shift || other.shift)) {
      // From both sides into one place.
      if (peer.shift && other.shift && peer.shift != other.shift && haveCommonRange(step, *a, *b))
        meet(other, peer);
      continue;
    }
    const FencePeer &issuer = a ? peer : other, &owner = a ? other : peer;
    if (issuer.shift) {
      if (*issuer.shift != 0 && owner.executors.areAll() && !issuer.mayBeOrdered &&
          !owner.mayBeOrdered && accessesTarget(step, *owner.access, *issuer.operation))
        meet(other, peer);
      continue;
    }
    int64_t rank = issuer.targetOf(owner), processes = fewestProcesses(step, peer, other, rank);
    // Of those that have a place of their own at the target, the first few.
    if (!numberOf(issuer.operation->call.argument(Role::Displacement), step.info))
      processes = std::max<int64_t>(processes, 2);
    if (a && b) {
      // Who accumulates in two ways takes it for granted that others do.
      if (isAtomic(a->call.kind()) && isAtomic(b->call.kind()) &&
          !step.info.processes->asksForNumber())
        processes = std::max<int64_t>(processes, 2);
      if (areCallersSeen(step, peer) && meetAtTarget(step, *a, *b) &&
          peer.executors.differFrom(other.executors, processes))
        meet(other, peer);
      continue;
    }
    if (owner.executors.contains(rank) && !issuer.mayBeOrdered &&
        !(owner.isPost() && owner.mayBeOrdered) &&
        issuer.executors.differFrom(Executors{rank, std::nullopt}, processes) &&
        accessesTarget(step, *owner.access, *issuer.operation))
      meet(other, peer);
  }
  if (!peer.operation || peer.shift || !areCallersSeen(step, peer) ||
      keepOut(peer.held, peer.held) || !changesTarget(*peer.operation, step.info))
    return;
  if (peer.isWorkedOut) {
    if (peer.reach->meetsAtOne(*peer.reach, fewestAtOne(step, *peer.reach, *peer.reach)) &&
        haveCommonRange(step, *peer.operation, *peer.operation))
      meet(peer, peer);
    return;
  }
  const int64_t rank = peer.targetOf(peer);
  // With two processes each would be the other's only one.
  if (peer.isToOthers &&
      (step.info.processes->asksForNumber() || !step.info.processes->areOfOneWorld()))
    return;
  if ((peer.isToOthers ||
       peer.executors.differFrom(peer.executors, fewestProcesses(step, peer, peer, rank))) &&
      (meetAtTarget(step, *peer.operation, *peer.operation) ||
       (peer.executors.areAll() && meetsItself(step, *peer.operation))))
    meet(peer, peer);
}

} // namespace fencepost::plugin
