//===- Invocations.cpp - what a callee does, in the caller's words --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Invocations.h"

#include "Analyses.h"
#include "Captures.h"
#include "FunctionScan.h"
#include "MpiCall.h"
#include "Spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

class Translation {
public:
  Translation(const Arguments &arguments, const FunctionInfo &info)
      : arguments(arguments), info(info), captures(arguments.callee, info) {}

  std::optional<WindowPath> path(const WindowPath &inner) const {
    std::optional<WindowPath> path = pathFromRoot(inner);
    for (const ValueDecl *part : inner.dependsOn)
      if (auto *index = dyn_cast<ParmVarDecl>(part);
          path && index && index != inner.root && ownerOf(index) == definition())
        path = path->withIndex(index, argument(index), info);
    return path;
  }

  Target target(const Target &inner) const {
    if (!inner.place)
      return inner;
    if (!inner.place->root || !inner.place->steps.empty()) {
      auto outer = path(*inner.place);
      return outer ? Target{std::nullopt, info.placeOf(std::move(*outer))} : Target{};
    }
    auto *variable = cast<VarDecl>(inner.place->root);
    if (ownerOf(variable) != definition()) {
      bool isKnown =
          !variable->hasLocalStorage() ||
          (captures.isInSight(variable) && hasValue(variable) && info.isStable(variable));
      return isKnown ? Target{std::nullopt, info.placeOf(*inner.place)} : Target{};
    }
    auto *parameter = dyn_cast<ParmVarDecl>(variable);
    const Expr *value = parameter ? argument(parameter) : nullptr;
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
    if (isOuter(buffer.address))
      return asBefore(buffer);
    if (buffer.address.root == "this" && arguments.receiver)
      return memberAccess(buffer);
    if (buffer.address.isOfThis() && arguments.receiver)
      return reached(buffer, nullptr, arguments.receiver);
    if (auto *base = dyn_cast_or_null<ParmVarDecl>(buffer.address.base);
        base && !buffer.address.pointer && ownerOf(base) == definition() && argument(base))
      return reached(buffer, base, argument(base));
    auto *parameter = dyn_cast_or_null<ParmVarDecl>(buffer.address.pointer);
    const Expr *value =
        parameter && parameter->getDeclContext() == definition() ? argument(parameter) : nullptr;
    // A reference to a pointer names a variable, which is not the buffer.
    if (!value || !buffer.address.terms.empty() ||
        parameter->getType().getNonReferenceType()->isPointerType() ==
            parameter->getType()->isReferenceType())
      return std::nullopt;
    auto address = parameter->getType()->isReferenceType() ? addressOfLvalue(value, {}, info)
                                                           : addressOfPointee(value, {}, info);
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

  /// Whether the memory is found through variables from outside of the function, and the caller
  /// finds it in the same way.
  bool isOuter(const Address &address) const {
    if (!address.terms.empty())
      return false;
    if (address.isOfThis())
      return captures.hasThis();
    const VarDecl *root = address.object    ? address.object
                          : address.pointer ? address.pointer
                                            : address.base;
    auto isSame = [&](const ValueDecl *part) {
      auto *variable = dyn_cast<VarDecl>(part);
      return !variable || (variable == address.pointer && hasValue(variable)) ||
             captures.of(variable) == Captures::Meaning::Same;
    };
    return root && ownerOf(root) != definition() && isSame(root) &&
           llvm::all_of(address.dependsOn, isSame);
  }

  /// The expression without indices that only the function knows.
  std::string withoutIndex(const Expr *expr) const {
    auto *element = dyn_cast<ArraySubscriptExpr>(expr->IgnoreParenImpCasts());
    while (element && !constantValue(element->getIdx(), info.context)) {
      expr = element->getBase();
      element = dyn_cast<ArraySubscriptExpr>(expr->IgnoreParenImpCasts());
    }
    return spelling(expr, info.context);
  }

  /// What the caller would call a member that the method calls so.
  std::string nameOfMember(llvm::StringRef name) const {
    name.consume_front("this->");
    if (isa<CXXThisExpr>(arguments.receiver->IgnoreParenImpCasts()))
      return name.str();
    bool isPointer = arguments.receiver->getType()->isPointerType();
    return spelling(arguments.receiver, info.context) + (isPointer ? "->" : ".") + name.str();
  }

  /// What the caller would call the window that the function calls so; empty where it has no words.
  std::string nameOfWindow(const WindowPath &inner, llvm::StringRef name) const {
    if (!inner.root)
      return arguments.receiver ? nameOfMember(name) : "";
    auto *parameter = dyn_cast<ParmVarDecl>(inner.root);
    if (!parameter || ownerOf(parameter) != definition())
      return name.str();
    const Expr *value = argument(parameter);
    for (const ValueDecl *part : inner.dependsOn)
      if (auto *index = dyn_cast<VarDecl>(part); index && index != parameter)
        return "";
    if (!value)
      return "";
    auto *unary = dyn_cast<UnaryOperator>(value->IgnoreParenImpCasts());
    bool isAddress = unary && unary->getOpcode() == UO_AddrOf;
    std::string text = spelling(isAddress ? unary->getSubExpr() : value, info.context);
    std::string own = parameter->getNameAsString();
    if (name == own)
      return text;
    if (name.consume_front("*"))
      return name == own ? (isAddress ? text : "*" + text) : "";
    if (!name.consume_front(own))
      return "";
    if (isAddress && name.consume_front("->"))
      return text + "." + name.str();
    return name.starts_with("->") || name.starts_with(".") ? text + name.str() : "";
  }

private:
  const Arguments &arguments;
  const FunctionInfo &info;
  const Captures captures;

  const FunctionDecl *definition() const { return arguments.callee->getDefinition(); }

  bool hasValue(const ValueDecl *outer) const {
    Captures::Meaning meaning = captures.of(dyn_cast<VarDecl>(outer));
    return meaning == Captures::Meaning::Same || meaning == Captures::Meaning::Value;
  }

  std::optional<WindowPath> pathFromRoot(const WindowPath &inner) const {
    if (!inner.root && captures.hasThis())
      return inner;
    if (!inner.root)
      return arguments.object ? std::optional(inner.in(*arguments.object, true)) : std::nullopt;
    auto *parameter = dyn_cast<ParmVarDecl>(inner.root);
    if (!parameter || parameter->getDeclContext() != definition())
      return outerPath(inner);
    const Expr *value = argument(parameter);
    if (!value)
      return std::nullopt;
    bool pointed = parameter->getType()->isPointerType() && inner.steps.starts_with("*");
    auto outer = pointed ? pathOfPointee(value, info) : pathOf(object(value), info);
    return outer ? std::optional(inner.in(*outer, pointed)) : std::nullopt;
  }

  /// The window that the function finds through a variable from outside of it.
  std::optional<WindowPath> outerPath(const WindowPath &inner) const {
    for (const ValueDecl *part : inner.dependsOn)
      if (part != inner.root && isa<VarDecl>(part) && !hasValue(part))
        return std::nullopt;
    if (hasValue(inner.root))
      return inner;
    bool isCopy = captures.of(dyn_cast<VarDecl>(inner.root)) == Captures::Meaning::Copy;
    return isCopy && arguments.object ? std::optional(inner.inClosure(*arguments.object))
                                      : std::nullopt;
  }

  /// What the function reaches through members from what it is given.
  std::optional<Access> reached(const Access &inner, const ParmVarDecl *parameter,
                                const Expr *value) const {
    auto address = addressFrom(inner.address, parameter, value, info);
    if (!address)
      return std::nullopt;
    Access result = asBefore(inner);
    result.address = std::move(*address);
    result.expr = parameter ? value : inner.expr;
    return result;
  }

  /// That access, of memory that the caller names as the function does.
  static Access asBefore(const Access &inner) {
    Access result{inner.address};
    result.writes = inner.writes;
    result.count = inner.count;
    result.bound = inner.bound;
    result.expr = inner.expr;
    result.by = inner.by;
    return result;
  }

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
                       ? addressOfPointee(object, {}, info)
                       : addressOfLvalue(object->IgnoreParenImpCasts(), {}, info);
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
  Arguments arguments{info.calleeOf(call)};
  arguments.values.assign(call->arg_begin(), call->arg_end());
  arguments.call = call;
  auto *method = dyn_cast_or_null<CXXMethodDecl>(arguments.callee);
  if (auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr *object = member->getImplicitObjectArgument();
    arguments.receiver = closureOf(arguments.callee) ? nullptr : object;
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
      outer->by = arguments.call;
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
