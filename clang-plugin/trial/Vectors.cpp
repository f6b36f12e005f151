//===- trial/Vectors.cpp - what vectors hold, and how many -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

constexpr int64_t kMostFilled = 1024; // one by one

bool Process::isPlainVector(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const QualType element = elementOf(record);
  return !element.isNull() && record->getName() == "vector" && !element->isBooleanType() &&
         !code.hasCode(element) && sizeOf(element);
}

/// What is copied from there: a number or pointer, or where an object is.
Value Process::copied(const Expr *from) {
  if (!from->isGLValue())
    return value(from);
  const Value at = place(from);
  return from->getType()->isRecordType() ? at : load(at, from->getType(), from);
}

/// An element gets what it was given, or zeros.
void Process::setElement(Value at, QualType element, std::optional<Value> what, QualType given) {
  const int64_t bytes = *sizeOf(element);
  const bool isSame = !what || context.hasSameUnqualifiedType(given, element);
  if (isPlainVector(element)) {
    const auto theirs =
        what && what->isPlace() && isSame ? elementsIn(*what, element) : std::nullopt;
    Object *elements = theirs ? copyElements(*theirs) : make();
    elements->isShared = true;
    at.object->store(at.number, 8, Value::ofPointer(elements));
    at.object->store(at.number + 8, 8,
                     theirs ? theirs->count
                     : what ? Value()
                            : Value::ofNumber(0));
  } else if (isSame && element->isScalarType())
    at.object->store(at.number, bytes, what.value_or(Value::ofNumber(0)));
  else if (what && element->isArithmeticType() && given->isArithmeticType())
    at.object->store(at.number, bytes, fit(*what, element));
  else if (what && isSame && what->isPlace() && element.isTriviallyCopyableType(context))
    at.object->copyFrom(*what->object, what->number, at.number, bytes);
  else
    at.object->forget(at.number, at.number + bytes);
}

/// Elements of a vector, all of them alike: what they were given, or zeros.
Object *Process::makeElements(QualType element, Value count, std::optional<Value> what,
                              QualType given) {
  Object *elements = make();
  elements->isShared = true;
  const bool isZero = !what || (what->kind == Value::Kind::Number && what->number == 0);
  elements->isZero = isZero && element->isScalarType();
  if (!elements->isZero && count.kind == Value::Kind::Number && count.number <= kMostFilled)
    for (int64_t i = 0; i < count.number; ++i)
      setElement(Value::ofPointer(elements, i * *sizeOf(element)), element, what, given);
  return elements;
}

/// The same elements once more, as far as they are known.
Object *Process::copyElements(const Elements &from) {
  Object *elements = make();
  if (from.first.isPlace() && from.first.number == 0 &&
      from.type.isTriviallyCopyableType(context)) {
    *elements = *from.first.object;
    elements->variable = nullptr;
    elements->owner = -1;
    elements->next = nullptr;
  }
  elements->isShared = true;
  return elements;
}

/// What `{1, 2, 3}` lists.
std::optional<Process::Elements> Process::listed(const Expr *given) {
  auto *list = dyn_cast<CXXStdInitializerListExpr>(given->IgnoreImplicit());
  auto *array = list ? context.getAsConstantArrayType(list->getSubExpr()->getType()) : nullptr;
  if (!array)
    return std::nullopt;
  return Elements{array->getElementType(), place(list->getSubExpr()),
                  Value::ofNumber(array->getSize().getSExtValue())};
}

/// Its elements are others now, which may lie where the old ones did.
void Process::setVector(Value vector, Object *elements, Value count) {
  const Value had = vector.object->load(vector.number, 8);
  if (had.isPlace())
    had.object->moveTo(elements);
  elements->isShared = true;
  vector.object->store(vector.number, 8, Value::ofPointer(elements));
  vector.object->store(vector.number + 8, 8, count);
}

std::optional<Value> Process::changeVector(const CallExpr *call, Value vector,
                                           const Elements &had) {
  const FunctionDecl *callee = call->getDirectCallee();
  auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
  const llvm::StringRef name = operation || !callee->getIdentifier() ? "" : callee->getName();
  const unsigned arguments = call->getNumArgs();
  const bool isKnown = had.count.kind == Value::Kind::Number && had.first.isPlace();
  const int64_t count = had.count.number, bytes = *sizeOf(had.type);
  auto typeOf = [&](unsigned index) {
    return call->getArg(index)->getType().getNonReferenceType();
  };
  auto setCount = [&](Value made) { vector.object->store(vector.number + 8, 8, made); };
  if (operation && operation->getOperator() == OO_Equal && arguments == 2)
    return assignVector(call->getArg(1), vector, had);
  if ((name == "resize" || name == "assign") && arguments >= 1 && typeOf(0)->isIntegerType()) {
    const Value made = copied(call->getArg(0));
    const bool isFilled = arguments == 2;
    const std::optional<Value> what =
        isFilled ? std::optional(copied(call->getArg(1))) : std::nullopt;
    const QualType given = isFilled ? typeOf(1) : had.type;
    if (isOver)
      return Value();
    const bool isAdded = name == "resize" && !(isKnown && count == 0);
    if (!isAdded) {
      setVector(vector, makeElements(had.type, made, what, given), made);
    } else if (isKnown && made.kind == Value::Kind::Number) {
      for (int64_t i = count; i < std::min(made.number, count + kMostFilled); ++i)
        setElement(had.first.moved(i * bytes), had.type, what, given);
      if (made.number > count + kMostFilled)
        had.first.object->forget(had.first.number + (count + kMostFilled) * bytes,
                                 had.first.number + made.number * bytes);
      setCount(made);
    } else {
      setVector(vector, make(), made);
    }
    return Value();
  }
  if (name == "swap" && arguments == 1) {
    swap(vector, place(call->getArg(0)), typeOf(0), nullptr);
    return Value();
  }
  if (!isKnown)
    return std::nullopt;
  if (name == "push_back" || name == "emplace_back") {
    std::optional<Value> what;
    for (const Expr *argument : call->arguments())
      what = copied(argument);
    if (isOver)
      return Value();
    const Value at = had.first.moved(count * bytes);
    setElement(at, had.type, arguments > 1 ? Value() : what, arguments ? typeOf(0) : had.type);
    setCount(Value::ofNumber(count + 1));
    return at;
  }
  if ((name == "pop_back" || name == "back") && count > 0) {
    if (name == "back")
      return had.first.moved((count - 1) * bytes);
    setCount(Value::ofNumber(count - 1));
    return Value();
  }
  if (name == "clear")
    setCount(Value::ofNumber(0));
  else if (name == "reserve")
    copied(call->getArg(0));
  else
    return std::nullopt;
  return Value();
}

bool Process::swap(Value one, Value other, QualType type, const CallExpr *call) {
  if (isOver)
    return true;
  const bool isVector = isPlainVector(type);
  auto bytes = sizeOf(type);
  if (!one.isPlace() || !other.isPlace() || !bytes || !(isVector || type->isScalarType())) {
    for (const Value at : {one, other})
      if (!at.isPlace())
        forgetShared();
      else
        at.object->forget(at.number, bytes ? std::optional(at.number + *bytes) : std::nullopt);
    return false;
  }
  const int64_t width = isVector ? 8 : *bytes;
  for (int64_t at = 0; at < (isVector ? 16 : *bytes); at += width) {
    if (call)
      for (const auto &[place, expr] : {std::pair(one, call->getArg(0)), {other, call->getArg(1)}})
        access(place, width, true, expr);
    const Value left = one.object->load(one.number + at, width);
    one.object->store(one.number + at, width, other.object->load(other.number + at, width));
    other.object->store(other.number + at, width, left);
  }
  return true;
}

/// `v = w`, `v = std::move(w)`, `v = {1, 2, 3}`.
Value Process::assignVector(const Expr *given, Value vector, const Elements &had) {
  if (const auto list = listed(given)) {
    setVector(vector, copyElements(*list), list->count);
    return vector;
  }
  const Value other = given->isGLValue() ? place(given) : value(given);
  if (isOver)
    return vector;
  const auto theirs = elementsIn(other, given->getType());
  const bool isSame = theirs && context.hasSameUnqualifiedType(theirs->type, had.type);
  if (!isSame || !other.isPlace()) {
    setVector(vector, make(), {});
    return vector;
  }
  if (other.object == vector.object && other.number == vector.number)
    return vector;
  if (given->isLValue()) {
    setVector(vector, copyElements(*theirs), theirs->count);
    return vector;
  }
  if (had.first.isPlace())
    had.first.object->lose();
  vector.object->store(vector.number, 8, theirs->first);
  vector.object->store(vector.number + 8, 8, theirs->count);
  other.object->store(other.number, 8, Value::ofPointer(make()));
  other.object->store(other.number + 8, 8, Value::ofNumber(0));
  return vector;
}

} // namespace fencepost::plugin::trial
