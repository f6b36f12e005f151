//===- Invocations.cpp - what a callee does, in the caller's words --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Invocations.h"

#include "Analyses.h"
#include "FunctionScan.h"
#include "MpiCall.h"

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

  /// An operation that the function leaves under way; nothing where its buffers are not the
  /// caller's, or it moves nothing.
  std::optional<Operation> operation(const Operation &inner) const {
    Operation result = inner;
    if (!inner.isCounted) {
      bool constant = true;
      if (countsZero(inner.call, constant))
        return std::nullopt;
      result.isCounted = constant;
    }
    result.target = target(inner.target);
    result.hasRequest = inner.hasRequest;
    result.request = nullptr;
    result.buffers.clear();
    for (const Access &buffer : inner.buffers)
      if (auto outer = access(counted(buffer)))
        result.buffers.push_back(std::move(*outer));
    return result.buffers.empty() ? std::nullopt : std::optional(std::move(result));
  }

  bool movesNothing(const MpiCall &call) const {
    bool constant = true;
    return countsZero(call, constant);
  }

  std::optional<Access> access(const Access &buffer) const {
    if (buffer.address.root == "this" && arguments.receiver)
      return memberAccess(buffer);
    auto *parameter = dyn_cast_or_null<ParmVarDecl>(buffer.address.pointer);
    const Expr *value =
        parameter && parameter->getDeclContext() == definition() ? argument(parameter) : nullptr;
    // A reference to a pointer names a variable, which is not the buffer.
    if (!value || !buffer.address.terms.empty() ||
        parameter->getType().getNonReferenceType()->isPointerType() ==
            parameter->getType()->isReferenceType())
      return std::nullopt;
    auto address = parameter->getType()->isReferenceType() ? addressOfLvalue(value, nullptr, info)
                                                           : addressOfPointee(value, nullptr, info);
    return address ? std::optional(moved(std::move(*address), buffer, value)) : std::nullopt;
  }

  /// Whether what depends on that bound takes place, as far as the caller's own words for it say.
  /// Without such words there is no telling.
  bool isWithin(std::optional<Bound> &bound) const {
    if (!bound)
      return true;
    auto *parameter = dyn_cast<ParmVarDecl>(bound->variable);
    const Expr *value = parameter ? argument(parameter) : nullptr;
    if (!value)
      return false;
    if (auto constant = constantValue(value, info.context)) {
      bool isThere = *constant >= bound->least;
      bound = std::nullopt;
      return isThere;
    }
    bound->variable = variableOf(value);
    return bound->variable;
  }

private:
  const Arguments &arguments;
  const FunctionInfo &info;

  const FunctionDecl *definition() const { return arguments.callee->getDefinition(); }

  const Expr *argument(const ParmVarDecl *parameter) const {
    unsigned index = parameter->getFunctionScopeIndex();
    return index < arguments.values.size() ? arguments.values[index] : nullptr;
  }

  /// The buffer with as many elements as the caller says.
  Access counted(Access buffer) const {
    const VarDecl *variable = buffer.count ? variableOf(buffer.count) : nullptr;
    auto *parameter = dyn_cast_or_null<ParmVarDecl>(variable);
    buffer.count = parameter ? argument(parameter) : nullptr;
    if (auto count = buffer.count ? constantValue(buffer.count, info.context) : std::nullopt) {
      buffer.address.bytes *= std::max<int64_t>(*count, 1);
      buffer.count = nullptr;
    }
    return buffer;
  }

  /// A part of the object that the method is called for.
  std::optional<Access> memberAccess(const Access &buffer) const {
    const Expr *object = arguments.receiver;
    auto *method = dyn_cast<CXXMethodDecl>(arguments.callee);
    QualType type = object->IgnoreParenImpCasts()->getType();
    const CXXRecordDecl *record =
        type->isPointerType() ? type->getPointeeCXXRecordDecl() : type->getAsCXXRecordDecl();
    // A base is at some other place of its object.
    if (!buffer.address.terms.empty() || !method || !record ||
        record->getCanonicalDecl() != method->getParent()->getCanonicalDecl())
      return std::nullopt;
    if (isa<CXXThisExpr>(object->IgnoreParenImpCasts()))
      return buffer;
    auto address = object->getType()->isPointerType()
                       ? addressOfPointee(object, nullptr, info)
                       : addressOfLvalue(object->IgnoreParenImpCasts(), nullptr, info);
    return address ? std::optional(moved(std::move(*address), buffer, buffer.expr)) : std::nullopt;
  }

  Access moved(Address address, const Access &buffer, const Expr *expr) const {
    address.offset += buffer.address.offset;
    setExtent(address, buffer.address.bytes, info);
    Access result{std::move(address)};
    result.writes = buffer.writes;
    result.count = buffer.count;
    result.bound = buffer.bound;
    result.expr = expr;
    result.by = buffer.by;
    return result;
  }

  /// Whether a count that is an argument is zero. `constant`: whether all are constants.
  bool countsZero(const MpiCall &call, bool &constant) const {
    for (Role role : {Role::OriginCount, Role::TargetCount, Role::ResultCount}) {
      const Expr *count = call.argument(role);
      if (!count || constantValue(count, info.context))
        continue;
      auto *named = dyn_cast<DeclRefExpr>(count->IgnoreParenCasts());
      auto *parameter = named ? dyn_cast<ParmVarDecl>(named->getDecl()) : nullptr;
      const Expr *value = parameter ? argument(parameter) : nullptr;
      auto passed = value ? constantValue(value, info.context) : std::nullopt;
      if (passed && *passed <= 0)
        return true;
      constant &= passed.has_value();
    }
    return false;
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
  arguments.call = call;
  auto *method = dyn_cast_or_null<CXXMethodDecl>(arguments.callee);
  if (auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr *object = arguments.receiver = member->getImplicitObjectArgument();
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
      outer->by = arguments.call;
      outer->within = access.within ? access.within : access.expr;
      // Reports stand at the call.
      if (access.address.root == "this")
        outer->expr = arguments.receiver;
      accesses.push_back(std::move(*outer));
    }
  return accesses;
}

} // namespace fencepost::plugin
