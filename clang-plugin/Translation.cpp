//===- Translation.cpp - a callee's words in those of its caller ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translation.h"

#include "Containers.h"
#include "FunctionInfo.h"
#include "MemberValues.h"
#include "MpiCall.h"
#include "Names.h"
#include "Shifts.h"
#include "Spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

std::optional<WindowPath> Translation::path(const WindowPath &inner) const {
  std::optional<WindowPath> path = pathFromRoot(inner);
  for (const ValueDecl *part : inner.dependsOn)
    if (auto *index = dyn_cast<ParmVarDecl>(part);
        path && index && index != inner.root && ownerOf(index) == definition())
      path = path->withIndex(index, argument(index), info);
  return path ? std::optional(withMemberValue(std::move(*path), info)) : std::nullopt;
}

Target Translation::target(const Target &inner) const {
  if (!inner.place)
    return inner;
  if (!inner.place->root || !inner.place->steps.empty()) {
    auto outer = path(*inner.place);
    auto *held = outer && outer->steps.empty() ? dyn_cast_or_null<VarDecl>(outer->root) : nullptr;
    if (auto number = numberOf(held ? heldIn(held, info) : nullptr, info))
      return {number};
    return outer ? Target{std::nullopt, info.placeOf(std::move(*outer))} : Target{};
  }
  auto *variable = cast<VarDecl>(inner.place->root);
  if (ownerOf(variable) != definition()) {
    bool isKnown = !variable->hasLocalStorage() ||
                   (info.isOfCaller(variable) && hasValue(variable)) ||
                   (captures.isInSight(variable) && hasValue(variable) && info.isStable(variable));
    return isKnown ? Target{std::nullopt, info.placeOf(*inner.place)} : Target{};
  }
  auto *parameter = dyn_cast<ParmVarDecl>(variable);
  const Expr *value = parameter ? argument(parameter) : nullptr;
  return value ? targetOf(value, info) : Target{};
}

std::optional<Operation> Translation::operation(const Operation &inner) const {
  Operation result = inner;
  bool isZero = false;
  result.counts.clear();
  for (const Count &each : inner.counts)
    if (auto outer = count(each, isZero))
      result.counts.push_back(*outer);
  if (isZero || (inner.isGuarded && !mayAlwaysMove(result)))
    return std::nullopt;
  result.target = target(inner.target);
  result.hasRequest = inner.hasRequest;
  result.request = {};
  result.buffers.clear();
  for (const Access &buffer : inner.buffers)
    if (auto outer = access(counted(buffer))) {
      const Expr *whole = wholeOf(buffer); // a vector and not a part of it, say
      auto *record = whole ? whole->getType()->getAsCXXRecordDecl() : nullptr;
      outer->address.isWhole |= record && ownsElements(record);
      result.buffers.push_back(std::move(*outer));
    }
  return result.buffers.empty() ? std::nullopt : std::optional(std::move(result));
}

/// Not `n` that is set later, or `turn == last ? n : 0`: there may be nothing to do for now.
bool Translation::mayAlwaysMove(const Operation &operation) const {
  auto isSame = [&](const Expr *expr) {
    expr = expr->IgnoreParenCasts();
    const VarDecl *variable = variableOf(expr);
    return variable ? !variable->hasLocalStorage() || info.isSteady(variable)
                    : !isa<AbstractConditionalOperator, ArraySubscriptExpr>(expr);
  };
  const Expr *rank = operation.call.argument(Role::Target);
  auto *parameter = dyn_cast_or_null<ParmVarDecl>(variableOf(rank));
  const Expr *target =
      parameter && ownerOf(parameter) == definition() ? argument(parameter) : nullptr;
  return llvm::all_of(operation.counts,
                      [&](const Count &count) {
                        return !count.expr || count.isOfElements || isSame(count.expr);
                      }) &&
         (!target || isSame(target));
}

bool Translation::movesNothing(const MpiCall &call) const {
  bool isZero = false;
  for (Role role : {Role::OriginCount, Role::TargetCount, Role::ResultCount})
    if (const Expr *count = call.argument(role); count && !constantValue(count, info.context))
      this->count({withoutFactors(count, info.context)}, isZero);
  return isZero;
}

std::optional<Access> Translation::access(const Access &inner) const {
  // Indices are added in the end, as the caller says them.
  Access buffer = inner;
  if (inner.address.isTranslated)
    return std::nullopt;
  buffer.address.terms.clear();
  buffer.address.indices.clear();
  buffer.address.usesNumbers = false;
  for (const Address::Index &index : inner.address.indices)
    for (const ValueDecl *part : index.dependsOn)
      buffer.address.dependsOn.erase(llvm::find(buffer.address.dependsOn, part));
  auto result = accessWithoutIndices(buffer);
  for (const Address::Index &index : inner.address.indices)
    if (!result || !this->index(result->address, index.expr, index.bytes))
      return std::nullopt;
  // Where it is in the whole is known with the index only.
  if (!inner.address.indices.empty() && result->address.object)
    setExtent(result->address, result->address.bytes, info);
  return result;
}

std::optional<Access> Translation::accessWithoutIndices(const Access &buffer) const {
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
  if (!value || !buffer.address.terms.empty())
    return std::nullopt;
  bool isReference = parameter->getType()->isReferenceType();
  // `*p` of a reference to a pointer: what the caller's pointer points to.
  bool isPointed = isReference && buffer.address.root.front() == 'p';
  auto address = isPointed && value->isLValue() ? addressThrough(value, info)
                 : isPointed   ? addressOfPointee(value->IgnoreImplicit(), {}, info)
                 : isReference ? addressOfLvalue(value, {}, info)
                               : addressOfPointee(value, {}, info);
  return address ? std::optional(moved(std::move(*address), buffer, value)) : std::nullopt;
}

bool Translation::isWithin(std::optional<Bound> &bound) const {
  if (!bound)
    return true;
  if (bound->member) {
    auto outer = path(*bound->member);
    if (!outer || outer->hasVariableIndex())
      return false;
    bound->member = std::make_shared<const WindowPath>(std::move(*outer));
    return true;
  }
  auto *parameter = dyn_cast_or_null<ParmVarDecl>(bound->variable);
  const Expr *value = parameter ? argument(parameter) : nullptr;
  if (!value)
    return false;
  if (auto constant = constantValue(value, info.context)) {
    bool isThere = *constant >= bound->least;
    bound = std::nullopt;
    return isThere;
  }
  bound = boundBy(value, bound->least, info);
  return bound->variable || bound->member;
}

bool Translation::isOuter(const Address &address) const {
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

std::string Translation::withoutIndex(const Expr *expr) const {
  for (;;) {
    const Expr *plain = expr->IgnoreParenImpCasts();
    auto *element = dyn_cast<ArraySubscriptExpr>(plain);
    auto *call = dyn_cast<CXXOperatorCallExpr>(plain);
    bool isElement = call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2;
    const Expr *index = element ? element->getIdx() : isElement ? call->getArg(1) : nullptr;
    if (!index || constantValue(index, info.context))
      return spelling(expr, info.context);
    expr = element ? element->getBase() : call->getArg(0);
  }
}

std::string Translation::nameOfMember(llvm::StringRef name) const {
  name.consume_front("this->");
  if (isa<CXXThisExpr>(arguments.receiver->IgnoreParenImpCasts()))
    return name.str();
  bool isPointer = arguments.receiver->getType()->isPointerType();
  return spelling(arguments.receiver, info.context) + (isPointer ? "->" : ".") + name.str();
}

std::string Translation::nameOfWindow(const WindowPath &inner, llvm::StringRef name) const {
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

bool Translation::hasValue(const ValueDecl *outer) const {
  Captures::Meaning meaning = captures.of(dyn_cast<VarDecl>(outer));
  return meaning == Captures::Meaning::Same || meaning == Captures::Meaning::Value;
}

std::optional<WindowPath> Translation::pathFromRoot(const WindowPath &inner) const {
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

std::optional<WindowPath> Translation::outerPath(const WindowPath &inner) const {
  for (const ValueDecl *part : inner.dependsOn)
    if (part != inner.root && isa<VarDecl>(part) && !hasValue(part))
      return std::nullopt;
  if (hasValue(inner.root))
    return inner;
  bool isCopy = captures.of(dyn_cast<VarDecl>(inner.root)) == Captures::Meaning::Copy;
  return isCopy && arguments.object ? std::optional(inner.inClosure(*arguments.object))
                                    : std::nullopt;
}

std::optional<Access> Translation::reached(const Access &inner, const ParmVarDecl *parameter,
                                           const Expr *value) const {
  auto address = addressFrom(inner.address, parameter, value, info);
  if (!address)
    return std::nullopt;
  Access result = asBefore(inner);
  result.address = std::move(*address);
  result.expr = parameter ? value : inner.expr;
  return result;
}

Access Translation::asBefore(const Access &inner) {
  Access result{inner.address};
  result.writes = inner.writes;
  result.releases = inner.releases;
  result.count = inner.count;
  result.isPart = inner.isPart;
  result.bound = inner.bound;
  result.expr = inner.expr;
  result.by = inner.by;
  return result;
}

const Expr *Translation::argument(const ParmVarDecl *parameter) const {
  unsigned index = parameter->getFunctionScopeIndex();
  return index < arguments.values.size() ? arguments.values[index] : nullptr;
}

/// What the caller passes, where the buffer is all of it: `s.data()` and `s.size()`, of elements of
/// that many bytes; or null.
const Expr *Translation::wholeOf(const Access &buffer) const {
  const Expr *from = buffer.count ? buffer.expr->IgnoreParenCasts() : nullptr;
  const Expr *one = from ? ofAccessor(from, {"data"}) : nullptr;
  const Expr *other = one ? ofAccessor(buffer.count->IgnoreParenCasts(), {"size"}) : nullptr;
  auto *parameter = dyn_cast_or_null<ParmVarDecl>(other ? variableOf(other) : nullptr);
  const QualType element = from ? from->getType()->getPointeeType() : QualType();
  const Expr *value =
      parameter && parameter == variableOf(one) && !buffer.isPart && !element.isNull() &&
              info.context.getTypeSizeInChars(element).getQuantity() == buffer.address.bytes
          ? argument(parameter)
          : nullptr;
  return value ? withoutConversions(value) : nullptr;
}

Access Translation::counted(Access buffer) const {
  int64_t times = 1;
  const Expr *number = buffer.count ? withoutFactors(buffer.count, info.context, &times) : nullptr;
  auto *parameter = dyn_cast_or_null<ParmVarDecl>(number ? variableOf(number) : nullptr);
  const Expr *whole = wholeOf(buffer);
  buffer.count = parameter ? argument(parameter) : nullptr;
  if (auto *array = whole ? info.context.getAsConstantArrayType(whole->getType()) : nullptr)
    buffer.address.bytes *= array->getSize().getSExtValue();
  if (auto count = buffer.count ? constantValue(buffer.count, info.context) : std::nullopt) {
    if (!buffer.isPart)
      buffer.address.bytes *= std::max<int64_t>(*count * times, 1);
    buffer.count = nullptr;
  }
  if (times != 1)
    buffer.count = nullptr;
  return buffer;
}

std::optional<Access> Translation::memberAccess(const Access &buffer) const {
  const Expr *object = arguments.receiver;
  auto *method = dyn_cast<CXXMethodDecl>(arguments.callee);
  QualType type = object->getType();
  const CXXRecordDecl *record =
      type->isPointerType() ? type->getPointeeCXXRecordDecl() : type->getAsCXXRecordDecl();
  if (!buffer.address.terms.empty() || !method || !record ||
      record->getCanonicalDecl() != method->getParent()->getCanonicalDecl())
    return std::nullopt;
  if (isa<CXXThisExpr>(object->IgnoreParens()))
    return buffer;
  auto address = object->getType()->isPointerType() ? addressOfPointee(object, {}, info)
                                                    : addressOfLvalue(object, {}, info);
  return address ? std::optional(moved(std::move(*address), buffer, buffer.expr)) : std::nullopt;
}

Access Translation::moved(Address address, const Access &buffer, const Expr *expr) const {
  address.offset += buffer.address.offset;
  setExtent(address, buffer.address.bytes, info);
  Access result{std::move(address)};
  result.address.isWhole |= buffer.releases;
  result.writes = buffer.writes;
  result.releases = buffer.releases;
  result.count = buffer.count;
  result.isPart = buffer.isPart;
  result.bound = buffer.bound;
  result.expr = expr;
  result.by = buffer.by;
  return result;
}

std::optional<Count> Translation::count(const Count &inner, bool &isZero) const {
  auto *variable = inner.expr ? variableOf(inner.expr) : nullptr;
  if (!variable || ownerOf(variable) != definition())
    return variable && info.isOfCaller(variable) ? inner : Count{};
  auto *parameter = dyn_cast<ParmVarDecl>(variable);
  const Expr *value = parameter ? argument(parameter) : nullptr;
  if (!value)
    return Count{};
  const Expr *number = inner.isOfElements ? elementsOf(value) : value;
  if (number) {
    auto passed = constantValue(number, info.context);
    isZero |= passed && *passed <= 0;
    return passed ? std::nullopt : std::optional(countOf(number, info));
  }
  value = withoutConversions(value);
  if (auto *array = info.context.getAsConstantArrayType(value->getType());
      array && array->getSize().getSExtValue() > 0)
    return std::nullopt;
  return Count{value, true};
}

const Expr *Translation::object(const Expr *value) {
  value = value->IgnoreParenImpCasts();
  if (auto *copy = dyn_cast<CXXConstructExpr>(value);
      copy && copy->getConstructor()->isCopyConstructor() && copy->getNumArgs() == 1)
    value = copy->getArg(0)->IgnoreParenImpCasts();
  return value;
}

} // namespace fencepost::plugin
