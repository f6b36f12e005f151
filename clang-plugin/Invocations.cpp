//===- Invocations.cpp - what a callee does, in the caller's words --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Invocations.h"

#include "Analyses.h"
#include "Captures.h"
#include "FunctionInfo.h"
#include "Translation.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

Arguments argumentsOf(const CallExpr *call, const FunctionInfo &info) {
  Arguments arguments{info.calleeOf(call)};
  arguments.values.assign(call->arg_begin(), call->arg_end());
  arguments.call = call;
  auto *method = dyn_cast_or_null<CXXMethodDecl>(arguments.callee);
  if (auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr *object = member->getImplicitObjectArgument();
    arguments.receiver = closureOf(arguments.callee) ? nullptr : object;
    arguments.object = object && object->getType()->isPointerType() ? pathOfPointee(object, info)
                       : object                                     ? pathOf(object, info)
                                                                    : std::nullopt;
  } else if (isa<CXXOperatorCallExpr>(call) && method && !arguments.values.empty()) {
    arguments.object = pathOf(arguments.values.front(), info);
    arguments.receiver = closureOf(arguments.callee) ? nullptr : arguments.values.front();
    arguments.values.erase(arguments.values.begin());
  }
  return arguments;
}

std::shared_ptr<const Invocation> invocationOf(const FunctionEffect &effect,
                                               const Arguments &arguments, FunctionInfo &info) {
  Translation translation(arguments, info);
  auto invocation = std::make_shared<Invocation>();
  invocation->completesRequests = effect.completesRequests;
  for (const FunctionEffect::OnWindow &inner : effect.windows) {
    auto path = translation.path(inner.path);
    if (!path)
      return nullptr;
    unsigned window = info.indexOf(*path, translation.nameOfWindow(inner.path, inner.name));
    Situations left =
        translated(inner.left, [&](const Target &target) { return translation.target(target); });
    for (const WindowEffect &other : invocation->windows)
      if (other.window == window) // two names of the callee for one window
        return nullptr;
    invocation->windows.push_back({window, std::move(left), inner.completes});
  }
  for (const FirstCall &inner : effect.first)
    for (std::size_t i = 0; i < effect.windows.size(); ++i)
      if (effect.windows[i].index == inner.window && !translation.movesNothing(inner.call))
        invocation->first.push_back(
            {inner.call, invocation->windows[i].window, translation.target(inner.target)});
  for (const Operation &inner : effect.operations) {
    auto operation = translation.operation(inner);
    if (!operation)
      continue;
    operation->window = std::nullopt;
    for (std::size_t i = 0; i < effect.windows.size(); ++i)
      if (effect.windows[i].index == inner.window)
        operation->window = invocation->windows[i].window;
    invocation->operations.push_back(std::move(*operation));
  }
  return invocation;
}

std::vector<Access> accessesOfCallee(llvm::ArrayRef<Access> inner, const Arguments &arguments,
                                     const FunctionInfo &info) {
  Translation translation(arguments, info);
  std::vector<Access> accesses;
  for (const Access &access : inner)
    if (auto outer = translation.access(access); outer && translation.isWithin(outer->bound)) {
      outer->by = dyn_cast<CallExpr>(arguments.call);
      outer->within = access.within ? access.within : access.expr;
      // Reports stand at the call.
      if (access.address.isOfThis() && arguments.receiver) {
        outer->expr = arguments.receiver;
        outer->name = translation.nameOfMember(translation.withoutIndex(outer->within));
      } else if (translation.isOuter(access.address)) {
        outer->expr = arguments.call;
        outer->name = translation.withoutIndex(outer->within);
      }
      accesses.push_back(std::move(*outer));
    }
  return accesses;
}

} // namespace fencepost::plugin
