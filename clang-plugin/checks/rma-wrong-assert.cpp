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
  if (action.kind != Action::Kind::Call || !action.window)
    return;
  const MpiCall &call = action.call;
  const Situations &situations = step.before.windows[*action.window];
  if (isOperation(call.kind()) && isAfterNoSucceed(step)) {
    step.reporter.report(FindingId::WrongAssert, call.expr->getExprLoc(),
                         call.expr->getSourceRange(),
                         std::string(call.info().name) + " on " + step.window(*action.window) +
                             " follows a fence with MPI_MODE_NOSUCCEED",
                         {{situations.begin()->closed->getSourceRange(), "the fence is here"}});
    return;
  }
  auto precedes = [](const Epochs &epochs) {
    return epochs.fence && epochs.operation && !epochs.start && !epochs.hasPassive();
  };
  if (call.kind() != EventKind::Fence ||
      !saysAssertion(call.argument(Role::Assert), "MPI_MODE_NOPRECEDE", step.info.context) ||
      !inAll(situations, precedes))
    return;
  const clang::Expr *assertion = call.argument(Role::Assert);
  const clang::CallExpr *operation = situations.begin()->operation;
  step.reporter.report(
      FindingId::WrongAssert, assertion->getExprLoc(), assertion->getSourceRange(),
      "MPI_MODE_NOPRECEDE, but " + operation->getDirectCallee()->getNameAsString() +
          step.atLine(operation) + " precedes this fence of " + step.window(*action.window),
      {{operation->getSourceRange(), "the operation is issued here"}});
}

} // namespace fencepost::plugin
