//===- checks/rma-wrong-assert.cpp - an assertion that does not hold ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a fence says that no operation precedes it and one does, on every
// path, and where an operation follows a fence that says that none does.
//
//===----------------------------------------------------------------------===//

#include "FunctionInfo.h"
#include "Reporter.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace fencepost::plugin {

void checkWrongAssert(const Step &step) {
  const Action &action = step.action;
  if ((action.kind != Action::Kind::Call && action.kind != Action::Kind::First) || !action.window)
    return;
  const MpiCall &call = action.call;
  const Situations &situations = step.before.windows[*action.window];
  std::vector<FindingNote> notes = step.innerNotes();
  if (isOperation(call.kind()) && isAfterNoSucceed(step)) {
    notes.push_back({situations.begin()->closed->getSourceRange(), "the fence is here"});
    step.reporter.report(FindingId::WrongAssert, step.place()->getExprLoc(),
                         step.place()->getSourceRange(),
                         std::string(call.info().name) + " on " + step.window(*action.window) +
                             " follows a fence with MPI_MODE_NOSUCCEED",
                         notes);
    return;
  }
  auto precedes = [](const Epochs &epochs) {
    return epochs.fence && epochs.operation && !epochs.start && !epochs.hasPassive();
  };
  if (call.kind() != EventKind::Fence ||
      !saysAssertion(call.argument(Role::Assert), "MPI_MODE_NOPRECEDE", step.info.context) ||
      !inAll(situations, precedes))
    return;
  const clang::Expr *assertion = action.through ? step.place() : call.argument(Role::Assert);
  const clang::CallExpr *operation = situations.begin()->operation;
  auto first = mpiCall(operation);
  if (first && constantValue(first->argument(Role::Target), step.info.context).value_or(0) < 0)
    return; // MPI_PROC_NULL: nothing has to be completed
  notes.push_back({operation->getSourceRange(), "the operation is issued here"});
  step.reporter.report(
      FindingId::WrongAssert, assertion->getExprLoc(), assertion->getSourceRange(),
      "MPI_MODE_NOPRECEDE, but " + operation->getDirectCallee()->getNameAsString() +
          step.atLine(operation) + " precedes this fence of " + step.window(*action.window),
      notes);
}

} // namespace fencepost::plugin
