//===- trial/Containers.cpp - what the library keeps elements in ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Bases.h"
#include "Containers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace clang;

namespace fencepost::plugin::trial {

QualType elementOf(const CXXRecordDecl *record) {
  auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (!instance || !instance->isInStdNamespace() || instance->getTemplateArgs().size() == 0 ||
      instance->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  QualType element = instance->getTemplateArgs()[0].getAsType();
  if (instance->getName() == "vector" && element->isBooleanType())
    return {}; // of bits
  return instance->getName() == "unique_ptr" && element->isArrayType()
             ? element->getAsArrayTypeUnsafe()->getElementType()
             : element;
}

bool isElsewhere(const CXXRecordDecl *record) {
  const auto &arguments = cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs();
  const CXXRecordDecl *allocator =
      record->getName() == "vector" ? arguments[1].getAsType()->getAsCXXRecordDecl() : nullptr;
  return allocator && !(allocator->isInStdNamespace() && allocator->getName() == "allocator");
}

/// The number that the type of a span has, or an array.
static Value extentOf(const CXXRecordDecl *record) {
  const auto &arguments = cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs();
  constexpr unsigned kNumber = 1; // of its arguments
  if (arguments.size() <= kNumber || arguments[kNumber].getKind() != TemplateArgument::Integral)
    return {};
  const llvm::APSInt number = arguments[kNumber].getAsIntegral();
  return number.isMaxValue() ? Value() : Value::ofNumber(number.getExtValue());
}

bool keepsElements(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return !elementOf(record).isNull() &&
         llvm::is_contained({"array", "vector", "span", "unique_ptr"}, record->getName());
}

template <class Node> static const Node *findIn(const Stmt *statement) {
  if (auto *found = dyn_cast_or_null<Node>(statement))
    return found;
  if (statement)
    for (const Stmt *child : statement->children())
      if (auto *found = findIn<Node>(child))
        return found;
  return nullptr;
}

bool isSoleOwner(const CXXRecordDecl *record) {
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         record->getName() == "unique_ptr" && ownsElements(record);
}

std::optional<Value> Process::makeUnique(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  const CXXRecordDecl *owner = call->getType()->getAsCXXRecordDecl();
  const bool isOne = callee->getIdentifier() && callee->getName() == "make_unique" &&
                     callee->isInStdNamespace() && isSoleOwner(owner);
  const QualType element = isOne ? elementOf(owner) : QualType();
  if (!isOne || !element->isRecordType() || !callee->hasBody(definition))
    return std::nullopt;
  // The library's function says which constructor it is.
  auto *made = findIn<CXXNewExpr>(definition->getBody());
  const CXXConstructExpr *construction = made ? made->getConstructExpr() : nullptr;
  const FunctionDecl *constructor = nullptr;
  if (!construction || !construction->getConstructor()->hasBody(constructor))
    return std::nullopt;
  for (unsigned i = 0; i < call->getNumArgs() && i < constructor->getNumParams(); ++i) {
    const QualType from = call->getArg(i)->getType().getNonReferenceType(),
                   to = constructor->getParamDecl(i)->getType().getNonReferenceType();
    if (!context.hasSameUnqualifiedType(from, to) &&
        !(from->isIntegralOrEnumerationType() && to->isIntegralOrEnumerationType()))
      return std::nullopt;
  }
  llvm::SmallVector<const Expr *, 8> given(call->arguments());
  for (unsigned i = given.size(); i < constructor->getNumParams(); ++i)
    given.push_back(constructor->getParamDecl(i)->getDefaultArg());
  Object *holder = make(), *object = make();
  object->isShared = true;
  holder->store(0, 8, Value::ofPointer(object));
  enter(constructor, Value::ofPointer(object), given);
  return Value::ofPointer(holder);
}

const Expr *objectOf(const CallExpr *call) {
  auto *method = dyn_cast<CXXMemberCallExpr>(call);
  return method ? method->getImplicitObjectArgument() : call->getArg(0);
}

bool onlyLooksUp(const CallExpr *call) {
  auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
  if (operation)
    return operation->getOperator() == OO_Subscript && operation->isLValue() &&
           keepsElements(operation->getArg(0)->getType());
  auto *method = dyn_cast<CXXMemberCallExpr>(call);
  return method && method->getMethodDecl()->getIdentifier() &&
         llvm::is_contained({"size", "empty"}, method->getMethodDecl()->getName()) &&
         keepsElements(method->getObjectType());
}

Value Process::ownerIn(const Expr *owner) {
  // A temporary that gives away what it has ends without a word.
  auto *temporary = dyn_cast<MaterializeTemporaryExpr>(owner->IgnoreParens());
  if (!temporary)
    return place(owner);
  const Expr *made = temporary->getSubExpr()->IgnoreParenImpCasts();
  if (auto *bound = dyn_cast<CXXBindTemporaryExpr>(made))
    made = bound->getSubExpr();
  return value(made);
}

/// What an owner of such elements gets that is given that.
Value Process::taken(const Expr *given, QualType element) {
  if (!given || given->getType()->isNullPtrType())
    return Value::ofPointer(nullptr);
  if (given->getType()->isPointerType())
    return value(given);
  const QualType theirs = elementOf(given->getType()->getAsCXXRecordDecl());
  const Value other = theirs.isNull() ? Value() : ownerIn(given);
  if (!other.isPlace())
    return {};
  const Value pointer = other.object->load(other.number, 8);
  other.object->store(other.number, 8, Value::ofPointer(nullptr));
  if (context.hasSameUnqualifiedType(theirs, element))
    return pointer;
  auto offset = offsetOfBase(theirs->getAsCXXRecordDecl(), element->getAsCXXRecordDecl(), context);
  return offset && pointer.isPlace() ? pointer.moved(*offset) : Value();
}

std::optional<Value> Process::changeOwner(const CallExpr *call) {
  auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
  const bool isSet = method && (method->getOverloadedOperator() == OO_Equal ||
                                (method->getIdentifier() && method->getName() == "reset"));
  if (!isSet || !isSoleOwner(method->getParent()))
    return std::nullopt;
  const Expr *object = objectOf(call);
  const Value at = object->getType()->isPointerType() ? value(object) : place(object);
  const unsigned first = isa<CXXOperatorCallExpr>(call) ? 1 : 0;
  const Expr *given = call->getNumArgs() > first ? call->getArg(first) : nullptr;
  const Value had = at.isPlace() ? at.object->load(at.number, 8) : Value();
  const Value pointer = taken(given && isa<CXXDefaultArgExpr>(given) ? nullptr : given,
                              elementOf(method->getParent()));
  if (at.isPlace())
    at.object->store(at.number, 8, pointer);
  else
    forgetShared();
  if (!had.isPlace() || had.object != pointer.object) // or it is moved to itself
    endOwned(had, elementOf(method->getParent()), {nullptr, object, call});
  return at;
}

/// Of a pointer and a number, of an array or of another container.
bool Process::makeSpan(const CXXConstructExpr *made, Value at) {
  const bool isFixed = extentOf(made->getConstructor()->getParent()).isKnown(); // a pointer alone
  const unsigned given = made->getNumArgs();
  const Expr *from = given != 0 ? made->getArg(0) : nullptr;
  Value first, count;
  if (given == 2 && from->getType()->isPointerType()) {
    first = value(from);
    count = value(made->getArg(1));
  } else if (auto *array = given == 1 ? context.getAsConstantArrayType(from->getType()) : nullptr) {
    first = place(from);
    count = Value::ofNumber(array->getSize().getSExtValue());
  } else if (given == 1 && keepsElements(from->getType())) {
    const auto theirs = elementsIn(from->isGLValue() ? place(from) : value(from), from->getType());
    first = theirs->first;
    count = theirs->count;
  } else {
    return false;
  }
  if (first.isPlace())
    first.object->isShared = true;
  at.object->store(at.number, 8, first);
  if (!isFixed)
    at.object->store(at.number + 8, 8, count);
  return true;
}

bool Process::fillContainer(const CXXConstructExpr *made, Value at) {
  const CXXRecordDecl *record = made->getConstructor()->getParent();
  if (fillPair({made->getArgs(), made->getNumArgs()}, record, at))
    return true;
  const QualType element = elementOf(record);
  if (element.isNull() || !at.isPlace())
    return false;
  if (!isSoleOwner(record) && (code.hasCode(made->getType()) || isElsewhere(record)))
    forgetShared(); // which its elements may change
  if (record->getName() == "vector")
    return makeVector(made, element, at);
  if (record->getName() == "unique_ptr") {
    at.object->store(at.number, 8,
                     taken(made->getNumArgs() >= 1 ? made->getArg(0) : nullptr, element));
    return true;
  }
  return record->getName() == "span" && !made->getConstructor()->isCopyOrMoveConstructor() &&
         makeSpan(made, at);
}

bool Process::mayConvert(const Expr *given, QualType element) {
  const QualType type = given->getType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && !context.hasSameUnqualifiedType(type, element) &&
         (!context.getSourceManager().isInSystemHeader(record->getLocation()) ||
          code.hasCode(type));
}

std::optional<Process::Elements> Process::elementsIn(Value container, QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!keepsElements(type))
    return std::nullopt;
  Elements found{elementOf(record), {}, {}};
  const llvm::StringRef kind = record->getName();
  if (kind == "array") {
    auto whole = sizeOf(type), element = sizeOf(found.type);
    found.first = container;
    if (whole && element && *element > 0)
      found.count = Value::ofNumber(*whole / *element);
  } else {
    if (container.isPlace())
      found.first = container.object->load(container.number, 8);
    if (kind == "span")
      found.count = extentOf(record);
    if (container.isPlace() && kind != "unique_ptr" && !found.count.isKnown())
      found.count = container.object->load(container.number + 8, 8);
  }
  if (found.first.isPlace())
    found.first.object->isShared = true;
  return found;
}

std::optional<Value> Process::container(const CallExpr *call) {
  auto *method = dyn_cast<CXXMemberCallExpr>(call);
  auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
  const FunctionDecl *callee = call->getDirectCallee();
  auto *named = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!named || (!method && !operation))
    return std::nullopt;
  const Expr *object = objectOf(call);
  const bool isArrow = object->getType()->isPointerType();
  const QualType type = isArrow ? object->getType()->getPointeeType() : object->getType();
  if (!elementsIn({}, type))
    return std::nullopt;
  const Value at = isArrow ? value(object) : place(object);
  const llvm::StringRef kind = named->getParent()->getName();
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  const bool isElement = (operation && operation->getOperator() == OO_Subscript) || name == "at";
  const Value index = isElement ? value(call->getArg(operation ? 1 : 0)) : Value::ofNumber(0);
  const auto [element, first, count] = *elementsIn(at, type);
  auto bytes = sizeOf(element);
  if (isElement || (operation && operation->getOperator() == OO_Star)) {
    const bool isKnown =
        index.kind == Value::Kind::Number && count.kind == Value::Kind::Number && name == "at";
    if (isKnown && (index.number < 0 || index.number >= count.number))
      stop(); // it throws
    return first.isPlace() && bytes && index.kind == Value::Kind::Number
               ? first.moved(index.number * *bytes)
               : Value();
  }
  if ((operation && operation->getOperator() == OO_Arrow) || name == "data" || name == "get" ||
      name == "front")
    return first;
  if (name == "size")
    return count;
  if (name == "max_size" && bytes && *bytes > 0)
    return Value::ofNumber(std::numeric_limits<int64_t>::max() / *bytes);
  if (name == "empty")
    return count.kind == Value::Kind::Number ? Value::ofNumber(count.number == 0) : Value();
  // What is stored through an iterator that is no pointer may be anywhere.
  const bool isBegin = name == "begin" || name == "cbegin";
  if (isBegin || llvm::is_contained({"end", "cend", "rbegin", "rend"}, name))
    if (kind != "array" || isBegin || name == "end" || name == "cend")
      return kind != "array" || !first.isPlace() || !bytes ? Value()
             : isBegin                                     ? first
                                                           : first.moved(count.number * *bytes);
  if (kind == "span" && call->getNumArgs() != 0 &&
      llvm::is_contained({"subspan", "first", "last"}, name))
    return partOfSpan(call, name, {element, first, count});
  if (kind == "vector" && at.isPlace() && isPlainVector(type))
    if (auto done = changeVector(call, at, type))
      return *done;
  if (kind == "array" && name == "fill" && first.isPlace() && bytes && element->isScalarType() &&
      count.kind == Value::Kind::Number && count.number <= mostFilled(element)) {
    const Value what = copied(call->getArg(0));
    access(first, count.number * *bytes, true, call);
    for (int64_t i = 0; i < count.number; ++i)
      setElement(first.moved(i * *bytes), element, what,
                 call->getArg(0)->getType().getNonReferenceType());
    return Value();
  }
  // What it does to the elements is not followed.
  Value made; // elements
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const Expr *argument = call->getArg(i);
    const Value given = argument->isLValue() ? place(argument) : value(argument);
    if ((name == "resize" || name == "assign") && i == 0)
      made = given;
    if (!(operation && i == 0) && mayConvert(argument, element))
      forgetShared();
    if (given.isPlace() && argument->isLValue())
      given.object->isShared = true;
    const unsigned parameter = i - (operation ? 1 : 0);
    const QualType type =
        parameter < named->getNumParams() ? named->getParamDecl(parameter)->getType() : QualType();
    const bool isConst =
        !type.isNull() && type->isReferenceType() && type->getPointeeType().isConstQualified();
    if (!given.isPlace() && argument->isLValue() && !isConst)
      forgetShared();
    if (given.isPlace() && argument->getType()->isRecordType() && !isConst) {
      auto whole = sizeOf(argument->getType());
      given.object->forgetReached();
      given.object->forget(given.number,
                           whole ? std::optional(given.number + *whole) : std::nullopt);
    }
  }
  if (code.hasCode(type) || isElsewhere(type->getAsCXXRecordDecl()))
    forgetShared();
  if (named->isConst() && kind != "span")
    return Value();
  if (!at.isPlace()) {
    forgetShared();
    return Value();
  }
  if (kind == "array") {
    const int64_t end = first.number + sizeOf(type).value_or(0);
    if (name == "fill")
      first.object->forget(first.number, end);
    else
      first.object->windows.push_back({first.number, end});
    return Value();
  }
  Object *elements = make();
  if (first.isPlace())
    first.object->moveTo(elements);
  elements->isShared = true;
  at.object->store(at.number, 8, kind == "vector" ? Value::ofPointer(elements) : Value());
  at.object->store(at.number + 8, 8, made);
  return Value();
}

} // namespace fencepost::plugin::trial
