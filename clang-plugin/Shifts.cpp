//===- Shifts.cpp - ranks at a distance from the own one ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shifts.h"

#include "FunctionInfo.h"
#include "MpiCall.h"
#include "Processes.h"

#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

std::optional<int64_t> shiftOf(const Expr *target, const std::string &comm,
                               const FunctionInfo &info) {
  target = target->IgnoreParenImpCasts();
  if (info.commOfRank(target) == comm)
    return 0;
  auto *named = dyn_cast<DeclRefExpr>(target);
  if (auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      variable && variable->getInit() && info.isSteady(variable))
    target = variable->getInit()->IgnoreParenImpCasts();
  else if (const Expr *value = info.processes->soleValue(target))
    target = value->IgnoreParenImpCasts();
  auto *rest = dyn_cast<BinaryOperator>(target);
  if (!rest || rest->getOpcode() != BO_Rem || info.commOfSize(rest->getRHS()) != comm)
    return std::nullopt;
  int64_t shift = 0, ranks = 0;
  auto add = [&](auto &self, const Expr *part, int sign) -> bool {
    part = part->IgnoreParenImpCasts();
    if (auto constant = constantValue(part, info.context)) {
      shift += sign * *constant;
      return true;
    }
    if (info.commOfSize(part) == comm)
      return true;
    if (info.commOfRank(part) == comm) {
      ranks += sign;
      return true;
    }
    auto *binary = dyn_cast<BinaryOperator>(part);
    return binary && binary->isAdditiveOp() && self(self, binary->getLHS(), sign) &&
           self(self, binary->getRHS(), binary->getOpcode() == BO_Sub ? -sign : sign);
  };
  return add(add, rest->getLHS(), 1) && ranks == 1 ? std::optional(shift) : std::nullopt;
}

} // namespace fencepost::plugin
