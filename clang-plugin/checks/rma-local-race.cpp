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

#include "Completion.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Inductions.h"
#include "Names.h"
#include "Spelling.h"
#include "State.h"
#include "checks/InFlight.h"
#include "checks/LaterUses.h"
#include "checks/RaceWords.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

using namespace clang;

namespace fencepost::plugin {

namespace {

std::string nameOf(const MpiCall &call) { return std::string(call.info().name); }

std::string message(const Step &step, const InFlight &inFlight) {
  const auto &[operation, buffer, turnsIn] = inFlight;
  const Access &access = step.action.access;
  if (access.by == operation.call.expr)
    return nameOf(operation.call) + " writes " + step.quoted(access.expr) +
           " while the one issued in " + (turnsIn ? "an earlier" : "the previous") +
           " iteration may still be writing it";
  const std::string name = access.name.empty() ? step.quoted(access.expr) : "'" + access.name + "'";
  return accessWhile(name, access.writes, access.by,
                     nameOf(operation.call) + step.atLine(operation.call.expr), buffer.writes);
}

bool hasConstantCounts(const Step &step, const Operation &operation) {
  return llvm::none_of(std::initializer_list<Role>{Role::OriginCount, Role::ResultCount},
                       [&](Role role) {
                         const Expr *count = operation.call.argument(role);
                         return count && !constantValue(count, step.info.context);
                       });
}

/// What one call reads and writes must be apart, as far as it is sure to move anything.
void checkOwnBuffers(const Step &step, const Operation &operation) {
  // With MPI_NO_OP the origin buffer is not read.
  const Expr *op = operation.call.argument(Role::Op);
  if (operation.target.constant.value_or(0) < 0 || (op && !op->getExprLoc().isMacroID()))
    return;
  for (const Access &written : operation.buffers)
    for (const Access &read : operation.buffers)
      if (written.writes && !read.writes && overlaps(written.address, read.address))
        return step.reporter.report(FindingId::LocalRace, written.expr, written.by,
                                    nameOf(operation.call) + " writes " +
                                        step.quoted(written.expr) + ", which overlaps " +
                                        step.quoted(read.expr) + " that it reads",
                                    {{read.expr->getSourceRange(),
                                      "it may be read at any time until the operation is over"}});
}

/// Whether the loop completes no operation that is in flight, and changes nothing of where it goes
/// but the variable.
bool leavesInFlight(const Step &step, const Feasibility::Loop &loop, const Operation &operation,
                    const Address &buffer, const VarDecl *variable) {
  return llvm::none_of(loop.blocks.set_bits(), [&](unsigned block) {
    return llvm::any_of(step.graph.blocks[block], [&](const Action &action) {
      switch (action.kind) {
      case Action::Kind::Call:
        return mayComplete(action, operation, step.info);
      case Action::Kind::Modify:
        return action.variable != variable &&
               (!action.variable || llvm::is_contained(buffer.dependsOn, action.variable));
      case Action::Kind::Redeclare:
        return llvm::is_contained(buffer.dependsOn, action.variable) ||
               buffer.object == action.variable;
      case Action::Kind::ModifyNumber:
        return buffer.usesNumbers;
      case Action::Kind::Access:
      case Action::Kind::LocalCall:
      case Action::Kind::Expire:
        return false;
      default:
        return true;
      }
    });
  });
}

/// `for (i = 0; i < n; i++) MPI_Get(&x[i], 2, ...)`: what two iterations write has bytes in common.
void checkNextIteration(const Step &step, const Operation &operation) {
  const Feasibility::Loop *loop = step.feasibility.loopOfBoth(step.block, step.block);
  const Induction *counts =
      loop ? step.info.countingLoop(loop->header->getTerminatorStmt()) : nullptr;
  auto *counted = counts ? dyn_cast<ForStmt>(counts->loop) : nullptr;
  auto *next = counted ? dyn_cast_or_null<UnaryOperator>(counted->getInc()) : nullptr;
  const Expr *target = operation.call.argument(Role::Target);
  if (!next || !next->isIncrementDecrementOp() || operation.issue != operation.call.expr ||
      !target || step.info.mayBeNullRank(target) ||
      mostRunsOf(*counts, step.info.context).value_or(2) < 2)
    return;
  for (const Access &buffer : operation.buffers) {
    int64_t moved = 0;
    bool isOther = false; // moved otherwise
    for (const auto &index : buffer.address.indices) {
      const bool isCounter = variableOf(index.expr) == counts->variable;
      moved += isCounter ? index.bytes : 0;
      isOther |= !isCounter && llvm::is_contained(index.dependsOn, counts->variable);
    }
    if (buffer.writes && moved != 0 && !isOther && std::abs(moved) < buffer.address.bytes &&
        leavesInFlight(step, *loop, operation, buffer.address, counts->variable))
      return step.reporter.report(
          FindingId::LocalRace, buffer.expr, buffer.by,
          nameOf(operation.call) + " writes " + step.quoted(buffer.expr) +
              " while the one issued in the previous iteration may still be writing a part of it",
          {{{counted->getBeginLoc(), counted->getBeginLoc()},
            "each iteration of this loop writes " + std::to_string(buffer.address.bytes) +
                " bytes, " + std::to_string(std::abs(moved)) + " behind those of the last"}});
  }
}

void report(const Step &step, const InFlight &inFlight) {
  const Access &access = step.action.access;
  step.reporter.report(FindingId::LocalRace, access.expr, access.by, message(step, inFlight),
                       notesOf(step, inFlight));
}

/// Buffers that take turns in a loop.
void checkLaterUses(const Step &step) {
  for (const LaterUse &use : laterUses(step))
    report({step.info, step.graph, step.feasibility, step.branches, step.firstTurns, step.peers,
            step.sharedPeers, step.callers, step.reporter, use.block, use.action, step.before},
           use.inFlight);
}

} // namespace

void checkLocalRace(const Step &step) {
  checkLaterUses(step);
  if (step.action.kind == Action::Kind::Call && step.action.operation) {
    const Operation &operation = step.graph.operations[*step.action.operation];
    if (!hasConstantCounts(step, operation))
      return;
    checkOwnBuffers(step, operation);
    return checkNextIteration(step, operation);
  }
  const Access &access = step.action.access;
  // What frees a buffer is rma-buffer-lifetime.
  if (step.action.kind != Action::Kind::Access || access.releases)
    return;
  if (auto found = conflictOf(step))
    report(step, *found);
}

} // namespace fencepost::plugin
