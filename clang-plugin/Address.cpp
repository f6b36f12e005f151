//===- Address.cpp - which memory an expression names ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Address.h"

#include "AddressBuilder.h"
#include "Bases.h"
#include "Containers.h"
#include "FunctionInfo.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace fencepost::plugin {

std::optional<Address> addressOfLvalue(const Expr *lvalue, const FirstIteration &loop,
                                       const FunctionInfo &info) {
  AddressBuilder builder(loop, info);
  if (!builder.lvalue(lvalue))
    return std::nullopt;
  return std::move(builder.result);
}

std::optional<Address> addressOfPointee(const Expr *pointer, const FirstIteration &loop,
                                        const FunctionInfo &info) {
  AddressBuilder builder(loop, info);
  if (!builder.pointee(pointer))
    return std::nullopt;
  return std::move(builder.result);
}

/// What a span of the function shows, which is made of that value.
static std::optional<Address> addressOfSpanned(const Address &inner, const Expr *value,
                                               const FunctionInfo &info) {
  AddressBuilder builder({}, info);
  if (!builder.viewed(value))
    return std::nullopt;
  Address result = std::move(builder.result);
  result.offset += inner.offset;
  result.bytes = inner.bytes;
  return result;
}

std::optional<Address> addressFrom(const Address &inner, const ParmVarDecl *parameter,
                                   const Expr *value, const FunctionInfo &info) {
  llvm::StringRef rest(inner.root);
  const char kind = rest.front();
  rest = rest.drop_front();
  bool isPointer = !parameter || parameter->getType()->isPointerType();
  bool isCopy = !isPointer && !parameter->getType()->isReferenceType();
  if (isCopy && kind == 'e' && isSpan(parameter->getType()) && inner.terms.empty() &&
      rest == identity('o', parameter))
    return addressOfSpanned(inner, value, info);
  if ((kind != 'p' && kind != 'e') || (kind == 'e' && isCopy) || !inner.terms.empty() ||
      !rest.consume_front(parameter ? identity('o', parameter) : "this"))
    return std::nullopt;
  std::string joint;
  if (auto *copy = dyn_cast<CXXConstructExpr>(value->IgnoreImplicit());
      copy && isCopy && copy->getConstructor()->isTrivial() && copy->getNumArgs() == 1)
    value = copy->getArg(0);
  value = withoutBases(value, info.context);
  if (!value)
    return std::nullopt;
  if (isPointer) {
    auto *unary = dyn_cast<UnaryOperator>(value);
    bool isAddress = unary && unary->getOpcode() == UO_AddrOf;
    if (isAddress)
      value = unary->getSubExpr();
    joint = !isAddress && value->getType()->isPointerType() ? ">" : ".";
    if (!rest.consume_front(">"))
      return std::nullopt;
  } else if (rest.consume_front(".")) {
    joint = ".";
  } else if (!rest.empty() || kind == 'p') {
    return std::nullopt;
  }
  // An index of the function's own means nothing here.
  for (const ValueDecl *part : inner.dependsOn)
    if (auto *variable = dyn_cast<VarDecl>(part);
        variable && variable != parameter && variable->hasLocalStorage())
      return std::nullopt;
  AddressBuilder builder({}, info), ofPointer({}, info);
  std::string name;
  const bool isKnown = rest.empty() ? builder.elements(value) : builder.path(value, name);
  if (!isKnown) { // `(*p).cells` is `p->cells`
    auto *unary = dyn_cast<UnaryOperator>(value->IgnoreParens());
    name.clear();
    if (rest.empty() || joint != "." || !unary || unary->getOpcode() != UO_Deref ||
        !ofPointer.path(unary->getSubExpr()->IgnoreParenImpCasts(), name))
      return std::nullopt;
    joint = ">";
  }
  Address result = std::move(isKnown ? builder.result : ofPointer.result);
  if (!rest.empty())
    result.root = kind + name + joint + rest.str();
  for (const ValueDecl *part : inner.dependsOn)
    if (part != parameter)
      result.dependsOn.push_back(part);
  result.offset = inner.offset;
  result.bytes = inner.bytes;
  result.isWhole = inner.isWhole;
  return result;
}

bool AddressBuilder::beside(const Expr *named, const ValueDecl *other) {
  auto *member = dyn_cast<MemberExpr>(named->IgnoreParenImpCasts());
  const bool isContainer = isInOnePiece(other->getType()->getAsCXXRecordDecl());
  const bool isPointer = other->getType()->isPointerType() || isContainer;
  std::string name;
  if (auto *global = dyn_cast<VarDecl>(other)) {
    if (!isPointer)
      return variable(global);
    name = identity('o', global);
    result.base = result.pointer = global;
  } else {
    auto *field = dyn_cast<FieldDecl>(other);
    if (!member || !field)
      return false;
    const Expr *object = member->isArrow() ? pointedTo(member->getBase()) : nullptr;
    const bool isThrough = member->isArrow() && !object;
    if (!object)
      object = member->getBase();
    if (!isPointer) {
      const ASTRecordLayout &layout = info.context.getASTRecordLayout(field->getParent());
      return (isThrough ? pointee(object) : lvalue(object)) &&
             moved(info.context.toCharUnitsFromBits(layout.getFieldOffset(field->getFieldIndex()))
                       .getQuantity());
    }
    if (!path(object, name))
      return false;
    name += identity(isThrough ? '>' : '.', field);
  }
  result.root = (isContainer ? "e" : "p") + name;
  result.dependsOn.push_back(other);
  return true;
}

std::optional<Address> addressBeside(const Expr *named, const ValueDecl *beside,
                                     const FunctionInfo &info) {
  AddressBuilder builder({}, info);
  if (!builder.beside(named, beside))
    return std::nullopt;
  return std::move(builder.result);
}

std::optional<Address> addressOfElements(const Expr *container, const FunctionInfo &info) {
  AddressBuilder builder({}, info);
  if (!builder.elements(container))
    return std::nullopt;
  return std::move(builder.result);
}

std::optional<Address> addressOfView(const Expr *span, const FunctionInfo &info) {
  AddressBuilder builder({}, info);
  if (!builder.viewed(span))
    return std::nullopt;
  return std::move(builder.result);
}

bool addIndex(Address &address, const Expr *index, int64_t bytes, const FunctionInfo &info,
              const FirstIteration &loop) {
  AddressBuilder builder(loop, info);
  builder.result = std::move(address);
  bool isUnderstood = builder.add(index, bytes);
  address = std::move(builder.result);
  return isUnderstood;
}

void addTerm(Address &address, const std::string &name, int64_t bytes) {
  address.isTranslated = true;
  address.terms[name] += bytes;
  if (address.terms[name] == 0)
    address.terms.erase(name);
}

std::string termOf(const ValueDecl *index) { return identity('v', index); }

void namePlace(Address &address, const WindowPath *place, std::string &name) {
  name += identity('m', place);
  address.dependsOn.append(place->dependsOn.begin(), place->dependsOn.end());
  address.usesNumbers = true;
}

bool nameArithmetic(const Expr *expr, std::string &name, const ASTContext &context,
                    llvm::function_ref<bool(const Expr *, std::string &)> nameOther) {
  expr = expr->IgnoreParenImpCasts();
  if (auto constant = constantValue(expr, context)) {
    name += std::to_string(*constant);
    return true;
  }
  if (nameOther(expr, name))
    return true;
  if (auto *unary = dyn_cast<UnaryOperator>(expr);
      unary && (unary->getOpcode() == UO_LNot || unary->getOpcode() == UO_Minus)) {
    name += UnaryOperator::getOpcodeStr(unary->getOpcode()).str();
    return nameArithmetic(unary->getSubExpr(), name, context, nameOther);
  }
  auto *binary = dyn_cast<BinaryOperator>(expr);
  if (!binary || !(binary->isAdditiveOp() || binary->isMultiplicativeOp() ||
                   binary->isBitwiseOp() || binary->isShiftOp()))
    return false;
  std::string left, right;
  if (!nameArithmetic(binary->getLHS(), left, context, nameOther) ||
      !nameArithmetic(binary->getRHS(), right, context, nameOther))
    return false;
  if (binary->getOpcode() == BO_Mul && right < left)
    std::swap(left, right);
  name += '(' + left + binary->getOpcodeStr().str() + right + ')';
  return true;
}

bool nameTerm(const Expr *expr, std::string &name, Address &address, const FunctionInfo &info) {
  AddressBuilder builder({}, info);
  builder.result = std::move(address);
  bool isUnderstood = builder.term(expr, name);
  address = std::move(builder.result);
  return isUnderstood;
}

bool Address::isNamedBy(const ValueDecl *reference) const {
  return reference && reference == pointer && root.front() == 'r';
}

bool Address::isOfThis() const {
  return root == "this" || llvm::StringRef(root).drop_front().starts_with("this>");
}

std::optional<Address> addressThrough(const Expr *lvalue, const FunctionInfo &info) {
  AddressBuilder builder({}, info);
  if (!builder.value(lvalue))
    return std::nullopt;
  return std::move(builder.result);
}

void setExtent(Address &address, int64_t bytes, const FunctionInfo &info) {
  address.bytes = bytes;
  if (!address.object || !address.terms.empty() || address.offset > 0)
    return;
  QualType type = address.object->getType();
  if (!type->isIncompleteType() && type->isConstantSizeType())
    address.isWhole = address.offset + bytes >= info.context.getTypeSizeInChars(type).getQuantity();
}

bool overlaps(const Address &a, const Address &b) {
  if (a.root != b.root)
    return false;
  if (a.isWhole || b.isWhole)
    return true;
  return a.terms == b.terms && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

} // namespace fencepost::plugin
