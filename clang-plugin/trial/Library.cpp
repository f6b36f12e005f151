//===- trial/Library.cpp - what the libraries of C and C++ do ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Bases.h"
#include "LibraryCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

/// The elements of the class, which the library keeps in one piece; a null type for any other.
static QualType elementOf(const CXXRecordDecl *record) {
  auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (!instance || !instance->isInStdNamespace() || instance->getTemplateArgs().size() == 0 ||
      instance->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  QualType element = instance->getTemplateArgs()[0].getAsType();
  return instance->getName() == "unique_ptr" && element->isArrayType()
             ? element->getAsArrayTypeUnsafe()->getElementType()
             : element;
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
  auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (!instance || !instance->isInStdNamespace() || instance->getName() != "unique_ptr")
    return false;
  const CXXRecordDecl *deleter = instance->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl();
  return deleter && deleter->isInStdNamespace();
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

bool Process::fillContainer(const CXXConstructExpr *made, Value at) {
  const CXXRecordDecl *record = made->getConstructor()->getParent();
  const QualType element = elementOf(record);
  if (element.isNull() || !at.isPlace())
    return false;
  const unsigned given = made->getNumArgs();
  if (code.hasCode(element))
    forgetShared(); // which its elements may change
  if (record->getName() == "vector") {
    Value count = Value::ofNumber(0);
    if (made->getConstructor()->isCopyOrMoveConstructor()) {
      const Value other = place(made->getArg(0));
      if (!other.isPlace())
        return false;
      count = other.object->load(other.number + 8, 8);
      if (made->getConstructor()->isMoveConstructor()) { // which takes the elements over
        at.object->store(at.number, 8, other.object->load(other.number, 8));
        at.object->store(at.number + 8, 8, count);
        other.object->store(other.number, 8, Value());
        other.object->store(other.number + 8, 8, Value::ofNumber(0));
        return true;
      }
    } else if (given != 0 && made->getArg(0)->getType()->isIntegerType()) {
      count = value(made->getArg(0));
      for (unsigned i = 1; i < given && !isa<CXXDefaultArgExpr>(made->getArg(i)); ++i)
        value(made->getArg(i));
    } else if (given != 0 && !isa<CXXDefaultArgExpr>(made->getArg(0))) {
      count = {};
      for (const Expr *argument : made->arguments())
        value(argument);
    }
    Object *elements = make();
    elements->isShared = true;
    at.object->store(at.number, 8, Value::ofPointer(elements));
    at.object->store(at.number + 8, 8, count);
    return true;
  }
  if (record->getName() == "unique_ptr") {
    const Expr *first = given >= 1 ? made->getArg(0) : nullptr;
    Value pointer;
    if (!first || first->getType()->isNullPtrType())
      pointer = Value::ofPointer(nullptr);
    else if (first->getType()->isPointerType())
      pointer = value(first);
    else if (const QualType theirs = elementOf(first->getType()->getAsCXXRecordDecl());
             !theirs.isNull())
      if (const Value other = ownerIn(first); other.isPlace()) {
        pointer = other.object->load(other.number, 8);
        other.object->store(other.number, 8, Value::ofPointer(nullptr));
        if (!context.hasSameUnqualifiedType(theirs, element)) {
          auto offset =
              offsetOfBase(theirs->getAsCXXRecordDecl(), element->getAsCXXRecordDecl(), context);
          pointer = offset && pointer.isPlace() ? pointer.moved(*offset) : Value();
        }
      }
    at.object->store(at.number, 8, pointer);
    return true;
  }
  if (record->getName() == "span" && given == 2 && made->getArg(0)->getType()->isPointerType()) {
    at.object->store(at.number, 8, value(made->getArg(0)));
    at.object->store(at.number + 8, 8, value(made->getArg(1)));
    return true;
  }
  return false;
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
    if (container.isPlace() && kind != "unique_ptr")
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
  const Expr *object = method ? method->getImplicitObjectArgument() : operation->getArg(0);
  const bool isArrow = object->getType()->isPointerType();
  const QualType type = isArrow ? object->getType()->getPointeeType() : object->getType();
  if (!elementsIn({}, type))
    return std::nullopt;
  const Value at = isArrow ? value(object) : place(object);
  const auto [element, first, count] = *elementsIn(at, type);
  const llvm::StringRef kind = named->getParent()->getName();
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  auto bytes = sizeOf(element);
  if (!at.isPlace() || !bytes)
    return Value();
  const bool isElement = (operation && operation->getOperator() == OO_Subscript) || name == "at";
  if (isElement || (operation && operation->getOperator() == OO_Star)) {
    const Value index = isElement ? value(call->getArg(operation ? 1 : 0)) : Value::ofNumber(0);
    return first.isPlace() && index.kind == Value::Kind::Number ? first.moved(index.number * *bytes)
                                                                : Value();
  }
  if ((operation && operation->getOperator() == OO_Arrow) || name == "data" || name == "get" ||
      name == "front")
    return first;
  if (name == "size")
    return count;
  if (name == "empty")
    return count.kind == Value::Kind::Number ? Value::ofNumber(count.number == 0) : Value();
  // What it does to the elements is not followed.
  Value made; // elements
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const Expr *argument = call->getArg(i);
    const Value given = argument->isLValue() ? place(argument) : value(argument);
    if ((name == "resize" || name == "assign") && i == 0)
      made = given;
    if (given.isPlace() && argument->isLValue())
      given.object->isShared = true;
    const unsigned parameter = i - (operation ? 1 : 0);
    const QualType type =
        parameter < named->getNumParams() ? named->getParamDecl(parameter)->getType() : QualType();
    const bool isConst =
        !type.isNull() && type->isReferenceType() && type->getPointeeType().isConstQualified();
    if (given.isPlace() && argument->getType()->isRecordType() && !isConst) {
      auto whole = sizeOf(argument->getType());
      given.object->forget(given.number,
                           whole ? std::optional(given.number + *whole) : std::nullopt);
      given.object->forgetReached();
    }
  }
  if (code.hasCode(element))
    forgetShared();
  if (named->isConst() && kind != "span")
    return Value();
  if (kind == "array") {
    const int64_t end = first.number + sizeOf(type).value_or(0);
    if (name == "fill")
      first.object->forget(first.number, end);
    else
      first.object->windows.push_back({first.number, end});
    return Value();
  }
  if (first.isPlace())
    first.object->lose();
  const bool isIterator = llvm::is_contained({"begin", "end", "rbegin", "rend", "back"}, name);
  if (isIterator)
    return Value();
  Object *elements = make();
  elements->isShared = true;
  at.object->store(at.number, 8, kind == "vector" ? Value::ofPointer(elements) : Value());
  at.object->store(at.number + 8, 8, made);
  return Value();
}

void Process::forgetArguments(const CallExpr *call, const FunctionDecl *callee,
                              llvm::ArrayRef<Value> values) {
  const bool isMethod = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
  for (unsigned at = 0; at < values.size(); ++at) {
    const Value value = values[at];
    const bool isDeclared = callee && at < callee->getNumParams() && !isMethod;
    const QualType given = call->getArg(at)->getType();
    const QualType type = isDeclared ? callee->getParamDecl(at)->getType() : given;
    const QualType pointee = type->getPointeeType();
    // Text that follows a format is read, unless the function scans.
    const bool isText = callee && callee->isVariadic() && !isDeclared && !pointee.isNull() &&
                        pointee->isAnyCharacterType();
    const bool isConst = !pointee.isNull() && (pointee.isConstQualified() || isText);
    const RecordDecl *record = pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
    // A FILE, say, is nothing of the program's own.
    const bool isForeign =
        record && context.getSourceManager().isInSystemHeader(record->getLocation());
    // What is called may do anything.
    if (value.kind == Value::Kind::Function ||
        (given->isRecordType() && !isInert(given) && !isPlainIterator(given)) ||
        (!value.isKnown() && !pointee.isNull() && !isConst && !isForeign))
      forgetShared();
    if (!value.isPlace())
      continue;
    // Of what is referred to nothing but that; a pointer may lead to one of many.
    const bool isOne = type->isReferenceType() || (isMethod && at == 0);
    auto bytes = isOne ? sizeOf(given) : std::nullopt;
    if (!isConst && bytes)
      value.object->forget(value.number, value.number + *bytes);
    else if (!isConst)
      value.object->forget();
    value.object->forgetReached();
  }
}

Value Process::library(const CallExpr *call, const FunctionDecl *callee) {
  const IdentifierInfo *identifier = callee->getIdentifier();
  const llvm::StringRef name = identifier ? identifier->getName() : "";
  llvm::SmallVector<Value, 6> values;
  for (const Expr *argument : call->arguments())
    values.push_back(argument->isLValue() ? place(argument) : value(argument));
  if (isOver)
    return {};
  for (const Value &each : values) // it may keep a pointer or reference
    if (each.isPlace())
      each.object->isShared = true;
  if (name == "malloc" || name == "calloc" || name == "aligned_alloc" || name == "realloc") {
    Object *object = make();
    object->isShared = true;
    object->isZero = name == "calloc";
    if (name == "realloc" && values.front().isPlace())
      *object = *values.front().object;
    return Value::ofPointer(object);
  }
  if (isRelease(call, context)) {
    release(values.front(), call->getArg(0), call);
    return {};
  }
  if (algorithm(call, values))
    return {};
  if (callee->isInStdNamespace() && name == "make_unique")
    if (const QualType element = elementOf(call->getType()->getAsCXXRecordDecl());
        !element.isNull() && !code.hasCode(element)) {
      Object *holder = make(), *made = make();
      made->isShared = true;
      holder->store(0, 8, Value::ofPointer(made));
      return Value::ofPointer(holder);
    }
  // Without arguments there is no option.
  if (name.starts_with("getopt") && values[0].kind == Value::Kind::Number && values[0].number == 1)
    return Value::ofNumber(-1);
  const bool isCopy = name == "memcpy" || name == "memmove";
  const Value length = isCopy || name == "memset" ? values[2] : Value();
  const Value most = name == "strncpy" ? values[2] : name == "snprintf" ? values[1] : length;
  for (const LibraryArgument &each : libraryArguments(call, context)) {
    auto counted = llvm::find(call->arguments(), each.count);
    const Value count = each.count ? values[counted - call->arg_begin()] : Value();
    if (count.kind == Value::Kind::Number && count.number <= 0)
      continue;
    const Value at = values[each.index];
    // What is scanned may end before, and what is not known may be nothing.
    const bool isScanned = each.writes && each.index >= callee->getNumParams();
    if (!isScanned && !(each.count && count.kind != Value::Kind::Number))
      access(at, length.kind == Value::Kind::Number ? length.number : each.bytes, each.writes,
             call->getArg(each.index));
    if (each.writes)
      brought(at, most.kind == Value::Kind::Number ? std::optional(most.number) : std::nullopt);
  }
  if (length.kind == Value::Kind::Number && isCopy && values[0].isPlace() && values[1].isPlace())
    values[0].object->copyFrom(*values[1].object, values[1].number, values[0].number,
                               length.number);
  if (isCopy || name == "memset")
    return values[0];
  // They write nothing but text, where the first argument points to.
  if (llvm::is_contained({"strncpy", "strcpy", "strncat", "strcat", "snprintf", "sprintf"}, name))
    return callee->getReturnType()->isPointerType() ? values[0] : Value();
  if (name == "__assert_fail" || endsProcess(call)) {
    course.gaveUp = true;
    stop();
    return {};
  }
  if ((name == "min" || name == "max") && call->getNumArgs() == 2 && callee->isInStdNamespace()) {
    const QualType type = call->getArg(0)->getType();
    const Value a = values[0], b = values[1];
    const Value one = load(a, type, nullptr), other = load(b, type, nullptr);
    if (isLarge(one, type) || isLarge(other, type))
      return {};
    auto isSecond = name == "min" ? arithmetic(BO_LT, other, one, type, type).truth()
                                  : arithmetic(BO_LT, one, other, type, type).truth();
    return isSecond ? *isSecond ? b : a : Value();
  }
  if (const Value real = calculated(call, values); real.isKnown())
    return real;
  forgetArguments(call, callee, values);
  // Whoever starts it may give this one. Two, three and four processes can share it.
  constexpr int64_t kGiven = 12;
  return argc > 1 && readsArgument(call, name) ? Value::ofNumber(kGiven) : Value();
}

} // namespace fencepost::plugin::trial
