//===- checks/rma-local-race.cpp - buffer used before local completion ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a buffer is used while an RMA operation that was issued before
// is still under way: a store to what a put reads, any use of what a get
// writes. The operation ends locally as RMA-RULES 2 says.
//
//===----------------------------------------------------------------------===//

#include "FunctionInfo.h"
#include "Spelling.h"
#include "State.h"
#include "checks/InFlight.h"
#include "checks/LaterUses.h"

#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

std::string nameOf(const MpiCall &call) { return std::string(call.info().name); }

std::string message(const Step &step, const InFlight &inFlight) {
  const auto &[operation, buffer, turnsIn] = inFlight;
  const Access &access = step.action.access;
  std::string doing = buffer.writes ? "writing" : "reading";
  if (access.by == operation.call.expr)
    return nameOf(operation.call) + " writes " + step.quoted(access.expr) +
           " while the one issued in " + (turnsIn ? "an earlier" : "the previous") +
           " iteration may still be writing it";
  std::string other = nameOf(operation.call) + step.atLine(operation.call.expr);
  std::string verb = access.writes ? "written" : "read";
  std::string by;
  if (access.by)
    by = " by " + calleeName(access.by);
  std::string name = access.name.empty() ? step.quoted(access.expr) : "'" + access.name + "'";
  return name + " is " + verb + by + " while " + other + " may still be " + doing + " it";
}

/// What one call reads and writes must be apart, as far as it is sure to move anything.
void checkOwnBuffers(const Step &step, const Operation &operation) {
  for (Role role : {Role::OriginCount, Role::ResultCount})
    if (const Expr *count = operation.call.argument(role);
        count && !constantValue(count, step.info.context))
      return;
  // With MPI_NO_OP the origin buffer is not read.
  const Expr *op = operation.call.argument(Role::Op);
  if (operation.target.constant.value_or(0) < 0 || (op && !op->getExprLoc().isMacroID()))
    return;
  for (const Access &written : operation.buffers)
    for (const Access &read : operation.buffers)
      if (written.writes && !read.writes && overlaps(written.address, read.address))
        return step.reporter.report(
            FindingId::LocalRace, written.expr->getExprLoc(), written.expr->getSourceRange(),
            nameOf(operation.call) + " writes " + step.quoted(written.expr) + ", which overlaps " +
                step.quoted(read.expr) + " that it reads",
            {{read.expr->getSourceRange(),
              "it may be read at any time until the operation is over"}});
}

void report(const Step &step, const InFlight &inFlight) {
  const Access &access = step.action.access;
  step.reporter.report(FindingId::LocalRace, access.expr->getExprLoc(),
                       access.expr->getSourceRange(), message(step, inFlight),
                       notesOf(step, inFlight));
}

/// Buffers that take turns in a loop.
void checkLaterUses(const Step &step) {
  for (const LaterUse &use : laterUses(step))
    report({step.info, step.graph, step.feasibility, step.branches, step.peers, step.callers,
            step.reporter, use.block, use.action, step.before},
           use.inFlight);
}

} // namespace

void checkLocalRace(const Step &step) {
  checkLaterUses(step);
  if (step.action.kind == Action::Kind::Call && step.action.operation)
    return checkOwnBuffers(step, step.graph.operations[*step.action.operation]);
  const Access &access = step.action.access;
  // What frees a buffer is rma-buffer-lifetime.
  if (step.action.kind != Action::Kind::Access || access.releases)
    return;
  if (auto found = conflictOf(step))
    report(step, *found);
}

} // namespace fencepost::plugin
