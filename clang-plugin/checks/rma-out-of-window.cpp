//===- checks/rma-out-of-window.cpp - target range outside the window -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where the bytes that an operation accesses at its target certainly are
// not all in the window: its size, unit and the displacement are constants.
//
//===----------------------------------------------------------------------===//

#include "Datatypes.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

void checkOutOfWindow(const Step &step) {
  const Action &action = step.action;
  if (!action.operation || !action.window)
    return;
  const ASTContext &context = step.info.context;
  const Operation &operation = step.graph.operations[*action.operation];
  auto constant = [&](const MpiCall &call, Role role) {
    return constantValue(call.argument(role), context);
  };
  auto displacement = constant(action.call, Role::Displacement);
  auto creation = displacement ? step.creationOf(*action.window) : std::nullopt;
  if (!creation || operation.target.constant.value_or(0) < 0)
    return;
  const Expr *type = action.call.argument(Role::TargetType);
  auto datatype = datatypeOf(type ? type : action.call.argument(Role::OriginType), context);
  // MPI_Fetch_and_op and MPI_Compare_and_swap are of one element.
  int64_t count = action.call.argument(Role::TargetCount)
                      ? constant(action.call, Role::TargetCount).value_or(1)
                      : 1;
  auto size = constant(*creation, Role::Size), unit = constant(*creation, Role::DispUnit);
  if (!datatype || !size || !unit || count <= 0)
    return;
  int64_t begin = *displacement * *unit, end = begin + count * datatype->size;
  if (begin >= 0 && end <= *size)
    return;
  const Expr *at = action.call.argument(Role::Displacement);
  step.reporter.report(FindingId::OutOfWindow, at->getExprLoc(), at->getSourceRange(),
                       std::string(action.call.info().name) + " accesses bytes " +
                           std::to_string(begin) + " to " + std::to_string(end - 1) + " of " +
                           step.window(*action.window) + ", which has " + std::to_string(*size),
                       {{creation->expr->getSourceRange(),
                         "the window is made here, with displacements in units of " +
                             std::to_string(*unit) + (*unit == 1 ? " byte" : " bytes")}});
}

} // namespace fencepost::plugin
