//===- checks/rma-request-leak.cpp - a request that is never completed -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where the request of an operation is overwritten by another's before it
// was waited for, tested or freed, and where the function ends before any of that.
//
//===----------------------------------------------------------------------===//

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

bool isPending(uint8_t progress) { return (progress & kInFlight) && !(progress & kCompleted); }

void checkOverwritten(const Step &step, const Operation &next) {
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    uint8_t progress = step.before.requests[i];
    if (operation.request != next.request || !isPending(progress) ||
        !step.feasibility.meets(operation, step.block, progress))
      continue;
    const Expr *request = next.call.argument(Role::Request);
    bool same = operation.call.expr == next.call.expr;
    std::string other = std::string(operation.call.info().name) +
                        (same ? " in the previous iteration" : step.atLine(operation.call.expr));
    std::vector<FindingNote> notes;
    if (!same)
      notes.push_back({operation.call.expr->getSourceRange(), "the operation is issued here"});
    step.reporter.report(FindingId::RequestLeak, request->getExprLoc(), request->getSourceRange(),
                         "the request of " + other + " is overwritten before it is completed",
                         notes);
    return;
  }
}

} // namespace

void checkRequestLeak(const Step &step) {
  const Action &action = step.action;
  if (action.operation && step.graph.operations[*action.operation].request)
    return checkOverwritten(step, step.graph.operations[*action.operation]);
  if (action.kind != Action::Kind::End)
    return;
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    if (!operation.request || !isPending(step.before.requests[i]))
      continue;
    const Expr *request = operation.call.argument(Role::Request);
    step.reporter.report(FindingId::RequestLeak, request->getExprLoc(), request->getSourceRange(),
                         "the request '" + operation.request->getNameAsString() + "' of this " +
                             std::string(operation.call.info().name) + " is never completed");
  }
}

} // namespace fencepost::plugin
