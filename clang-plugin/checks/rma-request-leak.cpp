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

#include "Completion.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

void checkOverwritten(const Step &step, const Operation &next) {
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    uint8_t progress = step.before.requests[i];
    if (!operation.request.isSame(next.request) || !isUnderWay(progress) ||
        !step.feasibility.meets(operation, step.block, progress))
      continue;
    const Expr *request = next.call.argument(Role::Request);
    bool same = operation.call.expr == next.call.expr;
    std::string other = std::string(operation.call.info().name) +
                        (same ? " in the previous iteration" : step.atLine(operation.call.expr));
    std::vector<FindingNote> notes;
    if (!same)
      notes.push_back({operation.call.expr->getSourceRange(), "the operation is issued here"});
    step.reporter.report(FindingId::RequestLeak, request, next.call.expr,
                         "the request of " + other + " is overwritten before it is completed",
                         notes);
    return;
  }
}

/// Of operations on windows no request may be freed (MPI 4.0, 12.3.5).
void checkFreed(const Step &step) {
  const Requests freed = requestsOf(step.action.call, step.info);
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    uint8_t progress = step.before.requests[i];
    if (operation.firstOf || !operation.request.isSame(freed) || !isUnderWay(progress) ||
        !step.feasibility.meets(operation, step.block, progress))
      continue;
    const Expr *request = step.action.call.argument(Role::Request);
    step.reporter.report(FindingId::RequestLeak, request, step.action.call.expr,
                         "the request of " + std::string(operation.call.info().name) +
                             step.atLine(operation.call.expr) +
                             " is freed, which is not allowed for operations on windows",
                         {{operation.call.expr->getSourceRange(), "the operation is issued here"}});
    return;
  }
}

/// The element of an array, filled by a loop, that no call of the function completes.
std::optional<int64_t> neverCompleted(const Step &step, const Operation &operation) {
  constexpr int64_t kMostRequests = 4096;
  const Requests &given = operation.request;
  if (!given.first || given.count.value_or(0) < 2 || *given.count > kMostRequests ||
      !step.before.operations[&operation - step.graph.operations.data()])
    return std::nullopt;
  std::vector<bool> isCompleted(*given.count);
  for (const std::vector<Action> &block : step.graph.blocks)
    for (const Action &action : block) {
      if (action.kind != Action::Kind::Call || !isCompletion(action.call.kind()))
        continue;
      Requests done = requestsOf(action.call, step.info);
      if (done.isApart(given))
        continue;
      if (!done.variable || !done.first || !done.count)
        return std::nullopt;
      for (int64_t i = 0; i < *given.count; ++i)
        if (*given.first + i >= *done.first && *given.first + i < *done.first + *done.count)
          isCompleted[i] = true;
    }
  auto left = llvm::find(isCompleted, false);
  return left == isCompleted.end() ? std::nullopt
                                   : std::optional(*given.first + (left - isCompleted.begin()));
}

/// The return at the end of the step's block, when no call of it follows; null otherwise.
const ReturnStmt *returnBehind(const Step &step) {
  const std::vector<Action> &actions = step.graph.blocks[step.block->getBlockID()];
  const bool isLast =
      std::none_of(&step.action + 1, actions.data() + actions.size(), [](const Action &action) {
        return action.kind == Action::Kind::Call || action.kind == Action::Kind::Synchronizes;
      });
  const ReturnStmt *found = nullptr;
  if (isLast && !step.feasibility.surelyGivesUp(step.block))
    for (const CFGElement &element : *step.block)
      if (auto statement = element.getAs<CFGStmt>())
        found = dyn_cast<ReturnStmt>(statement->getStmt());
  return found;
}

/// A return between an operation and what completes it on the other ways.
void checkEarlyReturn(const Step &step) {
  const ReturnStmt *early = returnBehind(step);
  for (std::size_t i = 0; early && i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    const uint8_t progress = step.before.requests[i];
    const Expr *request = operation.call.argument(Role::Request);
    auto completes = [&](const Action &action) {
      return action.kind == Action::Kind::Call &&
             mayCompleteRequest(action.call, operation, step.info);
    };
    if (!operation.request.variable || operation.firstOf || !isUnderWay(progress) ||
        completes(step.action) || step.info.areLookedAt(request) ||
        llvm::none_of(step.graph.blocks,
                      [&](const auto &block) { return llvm::any_of(block, completes); }) ||
        !step.feasibility.meets(operation, step.block, progress))
      continue;
    step.reporter.report(FindingId::RequestLeak, early->getBeginLoc(), early->getSourceRange(),
                         "this return leaves the request of " +
                             std::string(operation.call.info().name) +
                             step.atLine(operation.call.expr) + " uncompleted",
                         {{operation.call.expr->getSourceRange(), "the operation is issued here"}});
  }
}

/// The request without the operator that takes its address.
std::string nameOf(const Step &step, const Expr *request) {
  auto *unary = dyn_cast<UnaryOperator>(request->IgnoreParenImpCasts());
  return spelling(unary && unary->getOpcode() == UO_AddrOf ? unary->getSubExpr() : request,
                  step.info.context);
}

} // namespace

void checkRequestLeak(const Step &step) {
  const Action &action = step.action;
  if (action.operation && step.graph.operations[*action.operation].request.isKnown())
    return checkOverwritten(step, step.graph.operations[*action.operation]);
  if (action.kind == Action::Kind::Call && action.call.call == Call::Request_free)
    return checkFreed(step);
  if (action.kind == Action::Kind::Call)
    checkEarlyReturn(step);
  if (action.kind != Action::Kind::End)
    return;
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    if (!operation.request.variable || operation.firstOf)
      continue;
    const Expr *request = operation.call.argument(Role::Request);
    std::string name = "the request '" + nameOf(step, request) + "' of this " +
                       std::string(operation.call.info().name);
    if (isUnderWay(step.before.requests[i]))
      step.reporter.report(FindingId::RequestLeak, request, operation.call.expr,
                           name + " is never completed");
    else if (auto left = neverCompleted(step, operation))
      step.reporter.report(FindingId::RequestLeak, request, operation.call.expr,
                           name + " is never completed when it is element " +
                               std::to_string(*left) + " of '" +
                               operation.request.variable->getNameAsString() + "'");
  }
}

} // namespace fencepost::plugin
