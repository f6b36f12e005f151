//===- trial/Vectors.cpp - what vectors and spans hold, and how many -------===//
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

bool isTooMany(Value count) {
  constexpr int64_t kMost = int64_t(1) << 40;
  return count.kind == Value::Kind::Number && (count.number < 0 || count.number > kMost);
}

bool Process::isPlainVector(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const QualType element = elementOf(record);
  return !element.isNull() && record->getName() == "vector" && !element->isBooleanType() &&
         !code.hasCode(type) && !isElsewhere(record) && sizeOf(element);
}

static std::optional<int64_t> numberOf(Value value) {
  return value.kind == Value::Kind::Number ? std::optional(value.number) : std::nullopt;
}

/// What is copied from there: a number or pointer, or where an object is.
Value Process::copied(const Expr *from) {
  if (!from->isGLValue())
    return value(from);
  const Value at = place(from);
  return from->getType()->isRecordType() ? at : load(at, from->getType(), from);
}

/// Whether what is made of it takes over what it has.
static bool isMoved(const Expr *given) {
  return !given->isLValue() && !given->getType().isConstQualified();
}

/// Its elements are another vector's now, and it has none.
void Process::takeVector(Value to, Value from) {
  for (int64_t part : {0, 8})
    to.object->store(to.number + part, 8, from.object->load(from.number + part, 8));
  Object *none = make();
  none->isShared = true;
  none->capacity = 0;
  from.object->store(from.number, 8, Value::ofPointer(none));
  from.object->store(from.number + 8, 8, Value::ofNumber(0));
}

/// An element gets what it was given, or zeros.
void Process::setElement(Value at, QualType element, std::optional<Value> what, QualType given,
                         bool isTaken) {
  const int64_t bytes = *sizeOf(element);
  const bool isSame = !what || context.hasSameUnqualifiedType(given, element);
  if (isPlainVector(element) && isTaken && isSame && what && what->isPlace()) {
    takeVector(at, *what);
  } else if (isPlainVector(element)) {
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

/// What the library passes on by value.
void Process::forward(Value at, QualType type, const Expr *given) {
  const Value from = place(given);
  auto bytes = sizeOf(type);
  if (from.isPlace() && bytes && (isPlainVector(type) || type.isTriviallyCopyableType(context)))
    setElement(at, type, from, given->getType(), isMoved(given));
  else if (from.isPlace() && bytes)
    from.object->forget(from.number, from.number + *bytes);
}

/// How many elements get what they were given one by one.
int64_t Process::mostFilled(QualType element) { return isPlainVector(element) ? 32 : 256; }

/// Elements of a vector, all of them alike: what they were given, or zeros.
Object *Process::makeElements(QualType element, Value count, std::optional<Value> what,
                              QualType given) {
  Object *elements = make();
  elements->isShared = true;
  elements->capacity = numberOf(count);
  const bool isNumber =
      what && (what->kind == Value::Kind::Number || what->kind == Value::Kind::Real);
  const bool isZero = !what || (isNumber && what->number == 0);
  if (isZero && element->isScalarType())
    elements->clear();
  else if (count.kind == Value::Kind::Number && count.number <= mostFilled(element))
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
  elements->capacity = numberOf(from.count);
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

/// What a vector is made of that nobody looks into: iterators, or another vector with an allocator,
/// which loses its elements.
void Process::loseElements(const CXXConstructExpr *made) {
  const QualType element = elementOf(made->getConstructor()->getParent());
  for (const Expr *argument : made->arguments()) {
    const Value other = argument->isGLValue() ? place(argument) : value(argument);
    if (mayConvert(argument, element))
      forgetShared();
    if (const auto theirs = elementsIn(other, argument->getType()); theirs && other.isPlace()) {
      if (theirs->first.isPlace())
        theirs->first.object->lose();
      other.object->forget(other.number, other.number + 16);
    }
  }
}

bool Process::makeVector(const CXXConstructExpr *made, QualType element, Value at) {
  const CXXConstructorDecl *constructor = made->getConstructor();
  const QualType type = made->getType();
  const unsigned given = made->getNumArgs();
  const bool isPlain = isPlainVector(type);
  Value count = Value::ofNumber(0);
  Object *elements = nullptr;
  if (constructor->isCopyOrMoveConstructor()) {
    const Value other = place(made->getArg(0));
    if (!other.isPlace())
      return false;
    if (constructor->isMoveConstructor()) {
      takeVector(at, other);
      return true;
    }
    const Elements theirs = *elementsIn(other, type);
    count = theirs.count;
    elements = isPlain ? copyElements(theirs) : nullptr;
  } else if (given != 0 && made->getArg(0)->getType()->isIntegerType()) {
    count = value(made->getArg(0));
    if (isTooMany(count))
      stop(); // it throws
    std::optional<Value> what;
    for (unsigned i = 1; i < given && !isa<CXXDefaultArgExpr>(made->getArg(i)); ++i)
      what = copied(made->getArg(i));
    elements = isPlain
                   ? makeElements(element, count, what, what ? made->getArg(1)->getType() : element)
                   : nullptr;
  } else if (const auto list = given != 0 ? listed(made->getArg(0)) : std::nullopt;
             list && isPlain) {
    count = list->count;
    elements = copyElements(*list);
  } else if (given != 0 && !isa<CXXDefaultArgExpr>(made->getArg(0))) {
    count = {};
    if (!list)
      loseElements(made);
  }
  if (!elements) {
    elements = make();
    elements->capacity = given == 0 ? std::optional<int64_t>(0) : std::nullopt;
  }
  elements->isShared = true;
  at.object->store(at.number, 8, Value::ofPointer(elements));
  at.object->store(at.number + 8, 8, count);
  return true;
}

/// Its elements are others now, which may lie where the old ones did.
void Process::setVector(Value vector, Object *elements, Value count) {
  const Value had = vector.object->load(vector.number, 8);
  const auto most = numberOf(count);
  elements->capacity = std::nullopt;
  if (had.isPlace()) {
    if (had.object->capacity && most)
      elements->capacity = std::max(*had.object->capacity, *most);
    had.object->moveTo(elements);
  }
  elements->isShared = true;
  vector.object->store(vector.number, 8, Value::ofPointer(elements));
  vector.object->store(vector.number + 8, 8, count);
}

/// It has room for so many from now on.
void Process::reserve(const Elements &had, Value count, const CallExpr *call) {
  if (!had.first.isPlace())
    return;
  std::optional<int64_t> &capacity = had.first.object->capacity;
  const auto most = numberOf(count);
  if (most && capacity && *most <= *capacity)
    return;
  if (most && capacity)
    release(had.first, {nullptr, objectOf(call), call});
  // Others leave room for more.
  const llvm::StringRef name = call->getDirectCallee()->getName();
  const bool isExact = name == "reserve" || name == "assign" || capacity == 0;
  capacity = isExact && capacity ? most : std::nullopt;
}

std::optional<Value> Process::changeVector(const CallExpr *call, Value vector, QualType type) {
  const FunctionDecl *callee = call->getDirectCallee();
  auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
  const llvm::StringRef name = operation || !callee->getIdentifier() ? "" : callee->getName();
  const unsigned arguments = call->getNumArgs();
  auto typeOf = [&](unsigned index) {
    return call->getArg(index)->getType().getNonReferenceType();
  };
  if (callee->getOverloadedOperator() == OO_Equal) // also by name, as of implicit ones
    return assignVector(call, vector, type);
  if (operation)
    return std::nullopt;
  const bool isFilled =
      (name == "resize" || name == "assign") && arguments >= 1 && typeOf(0)->isIntegerType();
  const bool isAdded = name == "push_back" || name == "emplace_back";
  const bool isLast = name == "back" || name == "pop_back";
  if (!isFilled && !isAdded && !isLast && !llvm::is_contained({"swap", "clear", "reserve"}, name))
    return std::nullopt;
  // The arguments first: they may change the vector.
  llvm::SmallVector<Value, 2> given;
  const QualType element = elementOf(type->getAsCXXRecordDecl());
  for (const Expr *argument : call->arguments()) {
    // An object that is made of another one may refer to it.
    const bool mayKeep = argument->isGLValue() && element->isRecordType();
    given.push_back(mayKeep ? place(argument) : copied(argument));
    if (mayKeep && given.back().isPlace())
      given.back().object->isShared = true;
  }
  if (isOver)
    return Value();
  const Elements had = *elementsIn(vector, type);
  const int64_t count = had.count.number, bytes = *sizeOf(had.type);
  const bool isKnown = had.count.kind == Value::Kind::Number && had.first.isPlace();
  auto setCount = [&](int64_t made) {
    vector.object->store(vector.number + 8, 8, Value::ofNumber(made));
  };
  if (llvm::any_of(call->arguments(), [&](const Expr *each) { return mayConvert(each, had.type); }))
    forgetShared();
  if (name == "swap") {
    swap(vector, given[0], typeOf(0), nullptr);
  } else if (isFilled || name == "reserve") {
    if (isTooMany(given[0]))
      stop(); // it throws
    else
      reserve(had, given[0], call);
    if (isFilled)
      fillVector(vector, had, name == "assign", given, typeOf(arguments - 1));
  } else if (!isKnown) {
    setVector(vector, make(), {});
  } else if (isAdded) {
    const Value at = had.first.moved(count * bytes);
    const std::optional<Value> what = given.empty()      ? std::nullopt
                                      : given.size() > 1 ? std::optional(Value())
                                                         : std::optional(given[0]);
    reserve(had, Value::ofNumber(count + 1), call);
    access(at, bytes, true, call);
    setElement(at, had.type, what, given.empty() ? had.type : typeOf(0),
               !given.empty() && isMoved(call->getArg(0)));
    // Whatever the element has made of them.
    for (unsigned i = 0; i < arguments && !isPlainVector(had.type); ++i)
      if (auto all = sizeOf(typeOf(i)); call->getArg(i)->isXValue() && given[i].isPlace() && all)
        given[i].object->forget(given[i].number, given[i].number + *all);
    setCount(count + 1);
    return at;
  } else if (isLast && count <= 0) {
    stop();
  } else if (name == "back") {
    return had.first.moved((count - 1) * bytes);
  } else {
    setCount(isLast ? count - 1 : 0);
  }
  return Value();
}

/// By resize or assign.
void Process::fillVector(Value vector, const Elements &had, bool isAssigned,
                         llvm::ArrayRef<Value> given, QualType type) {
  const Value made = given[0];
  const bool isKnown = had.count.kind == Value::Kind::Number && had.first.isPlace();
  const std::optional<Value> what = given.size() > 1 ? std::optional(given[1]) : std::nullopt;
  const QualType from = what ? type : had.type;
  const int64_t count = had.count.number, bytes = *sizeOf(had.type);
  if (isAssigned || (isKnown && count == 0))
    return setVector(vector, makeElements(had.type, made, what, from), made);
  if (!isKnown || made.kind != Value::Kind::Number)
    return setVector(vector, make(), made);
  const int64_t end = std::min(made.number, count + mostFilled(had.type));
  for (int64_t i = count; i < end; ++i)
    setElement(had.first.moved(i * bytes), had.type, what, from);
  if (made.number > end)
    had.first.object->forget(had.first.number + end * bytes,
                             had.first.number + made.number * bytes);
  vector.object->store(vector.number + 8, 8, made);
}

/// `v = w`, `v = std::move(w)`, `v = {1, 2, 3}`.
Value Process::assignVector(const CallExpr *call, Value vector, QualType type) {
  const Expr *given = call->getArg(call->getNumArgs() - 1);
  if (const auto list = listed(given)) {
    setVector(vector, copyElements(*list), list->count);
    return vector;
  }
  const Value other = given->isGLValue() ? place(given) : value(given);
  if (isOver || (other.isPlace() && other.object == vector.object && other.number == vector.number))
    return vector;
  if (!other.isPlace() || !context.hasSameUnqualifiedType(given->getType(), type)) {
    if (mayConvert(given, type))
      forgetShared();
    setVector(vector, make(), {});
    return vector;
  }
  const Elements theirs = *elementsIn(other, type), had = *elementsIn(vector, type);
  if (!isMoved(given)) {
    setVector(vector, copyElements(theirs), theirs.count);
    return vector;
  }
  if (had.first.isPlace())
    had.first.object->lose();
  release(had.first, {nullptr, objectOf(call), call});
  takeVector(vector, other);
  return vector;
}

Value Process::partOfSpan(const CallExpr *call, llvm::StringRef name, const Elements &whole) {
  llvm::SmallVector<Value, 2> given;
  for (const Expr *argument : call->arguments())
    given.push_back(isa<CXXDefaultArgExpr>(argument) ? Value() : copied(argument));
  const bool areKnown =
      llvm::all_of(given, [](const Value &each) { return each.kind == Value::Kind::Number; });
  const bool hasCount = whole.count.kind == Value::Kind::Number;
  auto bytes = sizeOf(whole.type);
  Value first, count;
  if (bytes && whole.first.isPlace() && !given.empty() && given[0].kind == Value::Kind::Number) {
    const int64_t number = given[0].number, all = whole.count.number;
    if (name == "subspan") {
      first = whole.first.moved(number * *bytes);
      count = given.size() == 2 && areKnown ? given[1]
              : given.size() == 2 && hasCount && isa<CXXDefaultArgExpr>(call->getArg(1))
                  ? Value::ofNumber(all - number)
                  : Value();
    } else if (name == "first") {
      first = whole.first;
      count = given[0];
    } else if (hasCount) {
      first = whole.first.moved((all - number) * *bytes);
      count = given[0];
    }
  }
  Object *part = make();
  part->store(0, 8, first);
  part->store(8, 8, count);
  return Value::ofPointer(part);
}

} // namespace fencepost::plugin::trial
