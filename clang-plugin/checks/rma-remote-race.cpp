//===- checks/rma-remote-race.cpp - concurrent accesses to window memory ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where two accesses to one process's window memory certainly overlap and
// nothing orders them: two operations of one process without a completion at the
// target between them, an operation on the process's own memory and a load or
// store, and what several processes do in the epoch of one fence.
//
//===----------------------------------------------------------------------===//

#include "Feasibility.h"
#include "FixIts.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"
#include "checks/FencePeers.h"
#include "checks/InFlight.h"
#include "checks/RaceWords.h"
#include "checks/SharedPeers.h"

#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

std::string nameOf(const Operation &operation) { return std::string(operation.call.info().name); }

const char *doing(const Operation &operation, const FunctionInfo &info) {
  return changesTarget(operation, info) ? "writing" : "reading";
}

/// The operation's progress at its target, in the terms of Feasibility.
uint8_t flight(uint8_t remote) {
  return remote & kLocallyCompleted ? (remote & ~kLocallyCompleted) | kInFlight : remote;
}

bool isPassive(const Step &step, unsigned window) {
  return inAll(step.before.windows[window], [](const Epochs &epochs) {
    return (epochs.lockAll || !epochs.locks.empty()) && !epochs.fence && !epochs.start;
  });
}

FindingNote issued(const Step &step, const Operation &operation) {
  return {operation.call.expr->getSourceRange(),
          isPassive(step, *operation.window) ? "from here until MPI_Win_flush or the unlock, " +
                                                   nameOf(operation) + " may access its target"
                                             : "from here until the end of the epoch, " +
                                                   nameOf(operation) + " may access its target"};
}

/// Two operations of this process.
void checkSameOrigin(const Step &step, const Operation &operation) {
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &other = step.graph.operations[i];
    uint8_t progress = flight(step.before.remote[i]);
    // Accumulates of one origin are ordered (accumulate_ordering).
    bool ordered = isAtomic(other.call.kind()) && isAtomic(operation.call.kind());
    if (!isUnderWay(progress) || other.call.expr == operation.call.expr || ordered ||
        !meetFromOneOrigin(step, other, operation) ||
        !step.feasibility.meets(other, step.block, progress) ||
        mayIdle(step, &State::remote, i, operation.call.expr))
      continue;
    const Expr *target = operation.call.argument(Role::Target);
    const CallExpr *call = operation.call.expr;
    std::vector<FixItHint> fixes;
    // A cast is not in what is spelled.
    if (isPassive(step, *operation.window) && !isa<ExplicitCastExpr>(target->IgnoreParenImpCasts()))
      fixes = insertBefore(call,
                           "MPI_Win_flush(" + spelling(target, step.info.context) + ", " +
                               step.info.windows[*operation.window].name + ")",
                           step.info.context);
    step.reporter.report(FindingId::RemoteRace, call->getExprLoc(), call->getSourceRange(),
                         nameOf(operation) + " accesses at target " + step.quoted(target) +
                             " what " + nameOf(other) + step.atLine(other.call.expr) +
                             " may still be " + doing(other, step.info),
                         {issued(step, other)}, fixes);
    return;
  }
}

/// Whether this process is the operation's target.
bool isOwn(const Step &step, const Operation &operation, const std::string &comm) {
  const Expr *rank = operation.call.argument(Role::Target);
  if (const std::string asked = step.info.commOfRank(rank); !asked.empty())
    return asked == comm;
  if (!operation.target.constant)
    return false;
  auto issuers = step.branches.executorsOf(operation.block, comm);
  auto here = step.branches.executorsOf(step.block, comm);
  int64_t target = *operation.target.constant;
  return issuers && here && target >= 0 &&
         (issuers->only == target || (!issuers->only && issuers->contains(target))) &&
         here->contains(target);
}

/// `peer`: where another process does.
void reportAccess(const Step &step, const Operation &operation, const Access &access,
                  const FencePeer *peer) {
  std::vector<FindingNote> notes{issued(step, operation)};
  if (access.within)
    notes.push_back(innerNote(access));
  if (peer)
    notes.push_back({peer->fence->getSourceRange(), peer->bothIn()});
  const std::string whose = peer ? "another process's " : "";
  step.reporter.report(FindingId::RemoteRace, access.expr, access.by,
                       accessWhile(step.quoted(access.expr), access.writes, access.by,
                                   whose + nameOf(operation) + step.atLine(operation.call.expr),
                                   changesTarget(operation, step.info)),
                       notes);
}

/// An operation of this process on its own memory, and its load or store.
void checkOwn(const Step &step, const Access &access) {
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    uint8_t progress = flight(step.before.remote[i]);
    if (!isUnderWay(progress) || access.by == operation.call.expr ||
        !accessesTarget(step, access, operation, operation.target.constant))
      continue;
    const std::string comm = step.commOf(*operation.window);
    if (!comm.empty() && isOwn(step, operation, comm) &&
        step.feasibility.meets(operation, step.block, progress) &&
        !mayIdle(step, &State::remote, i, access.by) &&
        (!operation.target.constant || !step.isForSome()))
      return reportAccess(step, operation, access, nullptr);
  }
}

/// What two processes do in the epoch of one fence.
void checkPeers(const Step &step) {
  if (step.peers.meetings().empty() || step.isForSome())
    return;
  for (const auto &[first, second] : step.peers.meetings()) {
    if (!first.operation || !second.operation) {
      const Operation &operation = first.operation ? *first.operation : *second.operation;
      reportAccess(step, operation, first.access ? *first.access : *second.access, &second);
      continue;
    }
    const Operation &a = *first.operation, &b = *second.operation;
    if (isAtomic(a.call.kind()) && isAtomic(b.call.kind()) &&
        haveOneType(a, b, step.info).value_or(true))
      continue; // rma-mixed-accumulate, or nothing
    const CallExpr *call = b.call.expr;
    const std::string other =
        "another process's " + nameOf(a) + (&a == &b ? "" : step.atLine(a.call.expr));
    std::vector<FindingNote> notes{{second.fence->getSourceRange(), second.bothIn()}};
    step.reporter.report(FindingId::RemoteRace, call->getExprLoc(), call->getSourceRange(),
                         operationWhile(nameOf(b), step.quoted(b.call.argument(Role::Target)),
                                        other, changesTarget(a, step.info)),
                         notes);
  }
}

/// What two processes load and store in a shared window.
void checkShared(const Step &step) {
  if (step.sharedPeers.meetings().empty() || step.isForSome())
    return;
  for (const auto &[first, second] : step.sharedPeers.meetings()) {
    const Expr *one = first.access->expr, *other = second.access->expr;
    std::vector<FindingNote> notes{{second.begin->getSourceRange(),
                                    second.isFence() ? "both are in the epoch that this fence opens"
                                                     : "nothing behind this call orders the two"}};
    for (const Access *access : {first.access, second.access})
      if (access->within)
        notes.push_back(innerNote(*access));
    step.reporter.report(FindingId::RemoteRace, other->getExprLoc(), other->getSourceRange(),
                         accessWhileShared(step.quoted(other), second.access->writes,
                                           second.access->by, first.access->writes,
                                           one == other ? "" : step.quoted(one) + step.atLine(one)),
                         notes);
  }
}

} // namespace

void checkRemoteRace(const Step &step) {
  const Action &action = step.action;
  if (action.operation && action.window)
    checkSameOrigin(step, step.graph.operations[*action.operation]);
  if (action.kind == Action::Kind::Access)
    checkOwn(step, action.access);
  checkPeers(step);
  checkShared(step);
}

} // namespace fencepost::plugin
