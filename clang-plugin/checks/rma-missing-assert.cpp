//===- checks/rma-missing-assert.cpp - an assertion that is sure to hold ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells assertions that are sure to hold in all processes and that a fence does
// not give: of a fence that comes straight after the creation of its window that
// nothing precedes it, of one that the window's end follows that nothing does.
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "Feasibility.h"
#include "FixIts.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "State.h"
#include "checks/Check.h"
#include "checks/Neighbours.h"

#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

bool mayLock(const Step &step) {
  for (const std::vector<Action> &block : step.graph.blocks)
    for (const Action &action : block)
      if (action.kind == Action::Kind::Synchronizes ||
          (action.kind == Action::Kind::Call &&
           (action.call.kind() == EventKind::Lock || action.call.kind() == EventKind::LockAll)))
        return true;
  return false;
}

/// Whether the window has just been made, the same way in all processes. What is stored to its
/// memory since is seen by operations of others in the fence's epoch all the same (RMA-RULES 3,
/// fence with NOPRECEDE), though not by those under a lock; what else its barrier may be for there
/// must be none of. Memory that others share may be read without an operation.
bool isFirst(const Step &step, const MpiCall &creation) {
  return !isShared(creation) && step.info.windows.size() == 1 &&
         directlyBefore(step, mayLock(step) ? Between::LocalVariables : Between::OwnMemory) ==
             Neighbours{creation.expr};
}

/// Whether some process may make fences of its own, because it failed.
bool mayFenceAlone(const Step &step) {
  for (const CFGBlock *block : *step.graph.cfg) {
    if (isa_and_nonnull<CXXCatchStmt>(block->getLabel()))
      return true;
    for (const Action &action : step.graph.blocks[block->getBlockID()])
      if (action.kind == Action::Kind::Call && action.call.kind() == EventKind::Fence &&
          step.feasibility.surelyGivesUp(block))
        return true;
  }
  return false;
}

} // namespace

void checkMissingAssert(const Step &step) {
  const Action &action = step.action;
  if (!step.reporter.isWanted(FindingId::MissingAssert) || action.kind != Action::Kind::Call ||
      !action.window || action.call.kind() != EventKind::Fence)
    return;
  const MpiCall &call = action.call;
  const Expr *assertion = call.argument(Role::Assert);
  // RMA-RULES 3: both must be given by all processes or by none, so that all have to come here for
  // the same fence of the window: its first, or its last.
  auto creation = step.creationOf(*action.window);
  if (!creation || !isSpelledOut(assertion, step.info.context) ||
      !step.feasibility.runsOnce(step.block) || mayFenceAlone(step) ||
      !step.callers.areAllProcesses(step.info.function))
    return;
  auto isMissing = [&](const char *name) { return !step.info.saysAssertion(assertion, name); };
  bool first = isMissing("MPI_MODE_NOPRECEDE") && isFirst(step, *creation);
  bool last = isMissing("MPI_MODE_NOSUCCEED") && leadsToFree(step);
  if (!first && !last)
    return;
  std::string names = first ? "MPI_MODE_NOPRECEDE" : "MPI_MODE_NOSUCCEED";
  std::string why = first ? "nothing comes before it" : "no operation comes after it";
  if (first && last) {
    names += " | MPI_MODE_NOSUCCEED";
    why += " and no operation after it";
  }
  step.reporter.report(FindingId::MissingAssert, assertion, action.call.expr,
                       "this fence of " + step.window(*action.window) + " can say " + names +
                           " in all processes: " + why,
                       {}, addFlags(assertion, names, step.info.context));
}

} // namespace fencepost::plugin
