//===- Counts.cpp - how much operations move, and when nothing ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counts.h"

#include "Actions.h"
#include "Answers.h"
#include "Captures.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

const Expr *withoutFactors(const Expr *count, const ASTContext &context, int64_t *times) {
  count = count->IgnoreParenCasts();
  auto *product = dyn_cast<BinaryOperator>(count);
  if (!product || product->getOpcode() != BO_Mul)
    return count;
  for (bool isLeft : {true, false}) {
    auto factor = constantValue(isLeft ? product->getLHS() : product->getRHS(), context);
    if (!factor || *factor <= 0)
      continue;
    if (times)
      *times *= *factor;
    return withoutFactors(isLeft ? product->getRHS() : product->getLHS(), context, times);
  }
  return count;
}

const Expr *elementsOf(const Expr *view) {
  view = withoutConversions(view);
  if (ofAccessor(view, {"first", "last"}, 1))
    return cast<CXXMemberCallExpr>(view)->getArg(0);
  if (ofAccessor(view, {"subspan"}, 2)) {
    const Expr *count = cast<CXXMemberCallExpr>(view)->getArg(1);
    return isa<CXXDefaultArgExpr>(count) ? nullptr : count;
  }
  auto *made = dyn_cast<CXXConstructExpr>(view);
  return made && isSpan(made->getType()) && made->getNumArgs() == 2 &&
                 made->getArg(1)->getType()->isIntegerType()
             ? made->getArg(1)
             : nullptr;
}

Count countOf(const Expr *count, const FunctionInfo &info) {
  count = withoutFactors(withSize(withoutFactors(count, info.context), info), info.context);
  if (const Expr *container = ofAccessor(count, {"size", "size_bytes"}))
    return {container, true};
  return {count, false};
}

std::vector<Count> countsOf(const MpiCall &call, const FunctionInfo &info) {
  std::vector<Count> counts;
  for (Role role : {Role::OriginCount, Role::TargetCount, Role::ResultCount})
    if (const Expr *count = call.argument(role); count && !constantValue(count, info.context))
      counts.push_back(countOf(count, info));
  return counts;
}

Facts whatMoves(const Operation &operation, const FunctionInfo &info) {
  Facts facts;
  auto add = [&](const ValueDecl *named, int64_t least, bool isOfElements = false) {
    auto *variable = dyn_cast_or_null<VarDecl>(named);
    if (variable && ownerOf(variable) == info.function)
      facts.try_emplace(isOfElements ? subjectOfElements(variable) : subjectOf(variable), least);
  };
  for (const Count &count : operation.counts)
    if (count.expr)
      add(variableOf(count.expr), 1, count.isOfElements);
  if (const WindowPath *place = operation.target.place; place && place->steps.empty())
    add(place->root, 0); // MPI_PROC_NULL is less
  for (const Access &buffer : operation.buffers)
    if (const VarDecl *variable = buffer.expr ? variableOf(buffer.expr) : nullptr;
        variable && variable->getType()->isPointerType())
      add(variable, 1);
  if (operation.window && info.windows[*operation.window].path.steps.empty())
    add(info.windows[*operation.window].path.root, 1);
  return facts;
}

} // namespace fencepost::plugin
