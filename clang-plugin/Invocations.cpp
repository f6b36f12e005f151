//===- Invocations.cpp - what a callee does, in the caller's words --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Invocations.h"

#include "Analyses.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

class Translation {
public:
  Translation(const Arguments &arguments, const FunctionInfo &info)
      : arguments(arguments), info(info) {}

  std::optional<WindowPath> path(const WindowPath &inner) const {
    if (!inner.root)
      return arguments.object ? std::optional(inner.in(*arguments.object, true)) : std::nullopt;
    auto *parameter = dyn_cast<ParmVarDecl>(inner.root);
    if (!parameter || parameter->getDeclContext() != definition())
      return inner; // a global, or captured
    const Expr *value = argument(parameter);
    if (!value)
      return std::nullopt;
    bool pointed = parameter->getType()->isPointerType() && inner.steps.starts_with("*");
    auto outer = pointed ? pathOfPointee(value, info) : pathOf(object(value), info);
    return outer ? std::optional(inner.in(*outer, pointed)) : std::nullopt;
  }

  Target target(const Target &inner) const {
    auto *parameter = dyn_cast_or_null<ParmVarDecl>(inner.variable);
    if (!inner.variable)
      return inner;
    const Expr *value =
        parameter && parameter->getDeclContext() == definition() ? argument(parameter) : nullptr;
    return value ? targetOf(value, info) : Target{};
  }

private:
  const Arguments &arguments;
  const FunctionInfo &info;

  const FunctionDecl *definition() const { return arguments.callee->getDefinition(); }

  const Expr *argument(const ParmVarDecl *parameter) const {
    unsigned index = parameter->getFunctionScopeIndex();
    return index < arguments.values.size() ? arguments.values[index] : nullptr;
  }

  /// What an argument by value or by reference is a copy or the name of.
  static const Expr *object(const Expr *value) {
    value = value->IgnoreParenImpCasts();
    if (auto *copy = dyn_cast<CXXConstructExpr>(value);
        copy && copy->getConstructor()->isCopyConstructor() && copy->getNumArgs() == 1)
      value = copy->getArg(0)->IgnoreParenImpCasts();
    return value;
  }
};

} // namespace

Arguments argumentsOf(const CallExpr *call, const FunctionInfo &info) {
  Arguments arguments{call->getDirectCallee()};
  arguments.values.assign(call->arg_begin(), call->arg_end());
  auto *method = dyn_cast_or_null<CXXMethodDecl>(arguments.callee);
  if (auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr *object = member->getImplicitObjectArgument();
    arguments.object = object && object->getType()->isPointerType() ? pathOfPointee(object, info)
                       : object ? pathOf(object->IgnoreParenImpCasts(), info)
                                : std::nullopt;
  } else if (isa<CXXOperatorCallExpr>(call) && method && !arguments.values.empty()) {
    arguments.object = pathOf(arguments.values.front()->IgnoreParenImpCasts(), info);
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
    unsigned window = info.indexOf(*path, {});
    Situations left =
        translated(inner.left, [&](const Target &target) { return translation.target(target); });
    for (const WindowEffect &other : invocation->windows)
      if (other.window == window) // two names of the callee for one window
        return nullptr;
    invocation->windows.push_back({window, std::move(left), inner.completes});
  }
  return invocation;
}

} // namespace fencepost::plugin
