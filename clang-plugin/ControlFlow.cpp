//===- ControlFlow.cpp - what statements are made of ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "MpiCall.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

LoopParts partsOf(const Stmt *loop) {
  if (auto *counted = dyn_cast<ForStmt>(loop))
    return {counted->getInit(),
            counted->getBody(),
            counted->getCond(),
            counted->getInc(),
            false,
            counted->getConditionVariable() != nullptr};
  if (auto *asked = dyn_cast<WhileStmt>(loop))
    return {nullptr,
            asked->getBody(),
            asked->getCond(),
            nullptr,
            false,
            asked->getConditionVariable() != nullptr};
  auto *repeated = cast<DoStmt>(loop);
  return {nullptr, repeated->getBody(), repeated->getCond(), nullptr, true, false};
}

std::optional<const SwitchCase *> chosenBy(const SwitchStmt *cases, int64_t value,
                                           const ASTContext &context) {
  const SwitchCase *chosen = nullptr;
  for (const SwitchCase *each = cases->getSwitchCaseList(); each;
       each = each->getNextSwitchCase()) {
    auto *one = dyn_cast<CaseStmt>(each);
    auto label = one ? constantValue(one->getLHS(), context) : std::nullopt;
    if (one && (!label || one->getRHS()))
      return std::nullopt;
    if (one ? label == value : !chosen)
      chosen = each;
  }
  return chosen;
}

bool isLabelled(const Stmt *statement, const SwitchCase *label) {
  for (; isa<SwitchCase>(statement); statement = cast<SwitchCase>(statement)->getSubStmt())
    if (statement == label)
      return true;
  return false;
}

bool leaves(const Stmt *statement, bool inLoop, bool inSwitch) {
  if (!statement || isa<LambdaExpr>(statement))
    return false;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CXXThrowExpr>(statement) ||
      (!inLoop && isa<ContinueStmt>(statement)) ||
      (!inLoop && !inSwitch && isa<BreakStmt>(statement)))
    return true;
  inLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement);
  inSwitch |= isa<SwitchStmt>(statement);
  if (auto *captured = dyn_cast<CapturedStmt>(statement)) // by OpenMP
    return leaves(captured->getCapturedStmt(), inLoop, inSwitch);
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return leaves(child, inLoop, inSwitch); });
}

} // namespace fencepost::plugin
