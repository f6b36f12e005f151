//===- checks/rma-local-race.cpp - buffer used before local completion ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a buffer is used while an RMA operation that was issued before
// is still under way: a store to what a put reads, any use of what a get
// writes; where it is freed, as rma-buffer-lifetime. The operation ends locally as RMA-RULES 2
// says.
//
//===----------------------------------------------------------------------===//

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "LibraryCalls.h"
#include "Reporter.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

std::string nameOf(const MpiCall &call) { return std::string(call.info().name); }

std::string message(const Step &step, const Operation &operation, const Access &buffer) {
  const Access &access = step.action.access;
  std::string doing = buffer.writes ? "writing" : "reading";
  if (access.by == operation.call.expr)
    return nameOf(operation.call) + " writes " + step.quoted(access.expr) +
           " while the one issued in the previous iteration may still be writing it";
  std::string other = nameOf(operation.call) + step.atLine(operation.call.expr);
  bool frees = isRelease(access.by, step.info.context);
  std::string verb = frees ? "freed" : access.writes ? "written" : "read";
  std::string by;
  if (access.by && !frees)
    by = " by " + access.by->getDirectCallee()->getNameAsString();
  return step.quoted(access.expr) + " is " + verb + by + " while " + other + " may still be " +
         doing + " it";
}

/// What ends the operation at its origin in the epoch it is in.
std::string completion(const Step &step, const Operation &operation) {
  if (operation.hasRequest)
    return "MPI_Wait on its request";
  if (operation.window) {
    bool passive = true, fence = true, start = true;
    for (const Epochs &epochs : step.before.windows[*operation.window]) {
      passive &= epochs.hasPassive();
      start &= epochs.start != nullptr && !epochs.hasPassive();
      fence &= epochs.fence != nullptr && !epochs.start && !epochs.hasPassive();
    }
    if (fence)
      return "MPI_Win_fence";
    if (start)
      return "MPI_Win_complete";
    if (passive)
      return "MPI_Win_flush_local or the unlock";
  }
  return "MPI_Win_flush_local, or the fence, complete or unlock that ends the epoch";
}

const CallExpr *openerOf(const Epochs &epochs) {
  if (epochs.lockAll)
    return epochs.lockAll;
  if (!epochs.locks.empty())
    return epochs.locks.front().call;
  return epochs.start ? epochs.start : epochs.fence;
}

std::vector<FindingNote> notes(const Step &step, const Operation &operation, const Access &buffer) {
  std::string does = buffer.writes ? " writes " : " reads ";
  std::vector<FindingNote> notes{
      {operation.call.expr->getSourceRange(),
       nameOf(operation.call) + does + step.quoted(buffer.expr) +
           " from here until its local completion: " + completion(step, operation)}};
  if (!operation.window || step.before.windows[*operation.window].size() != 1)
    return notes;
  if (const CallExpr *opener = openerOf(*step.before.windows[*operation.window].begin()))
    notes.push_back({opener->getSourceRange(), "the epoch was opened here"});
  return notes;
}

} // namespace

void checkLocalRace(const Step &step) {
  if (step.action.kind != Action::Kind::Access)
    return;
  const Access &access = step.action.access;
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    uint8_t progress = step.before.operations[i];
    if (!(progress & kInFlight) || (progress & kCompleted) ||
        operation.target.constant.value_or(0) < 0)
      continue;
    for (const Access &buffer : operation.buffers) {
      if (!(access.writes || buffer.writes) || !touches(access, buffer, operation.call.expr))
        continue;
      if (!step.feasibility.meets(operation, step.block, progress))
        continue;
      bool releases = isRelease(access.by, step.info.context);
      // Who cleans up before giving up has an error to deal with.
      if (releases && step.block != operation.block && step.feasibility.givesUp(step.block))
        continue;
      FindingId id = releases ? FindingId::BufferLifetime : FindingId::LocalRace;
      step.reporter.report(id, access.expr->getExprLoc(), access.expr->getSourceRange(),
                           message(step, operation, buffer), notes(step, operation, buffer));
      return;
    }
  }
}

} // namespace fencepost::plugin
