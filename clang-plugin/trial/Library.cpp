//===- trial/Library.cpp - what the libraries of C and C++ do ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

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

bool Process::fillContainer(const CXXConstructExpr *made, Value at) {
  const CXXRecordDecl *record = made->getConstructor()->getParent();
  const QualType element = elementOf(record);
  if (element.isNull() || !at.isPlace())
    return false;
  const unsigned given = made->getNumArgs();
  if (program.hasCode(element))
    forgetShared(); // which its elements may change
  if (record->getName() == "vector") {
    Value count = Value::ofNumber(0);
    if (made->getConstructor()->isCopyOrMoveConstructor()) {
      const Value other = place(made->getArg(0));
      if (!other.isPlace())
        return false;
      count = other.object->load(other.number + 8, 8);
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
  if (record->getName() == "unique_ptr" && given >= 1) {
    const Expr *first = made->getArg(0);
    Value pointer = first->getType()->isPointerType() ? value(first) : Value();
    if (made->getConstructor()->isCopyOrMoveConstructor())
      if (const Value other = place(first); other.isPlace()) {
        pointer = other.object->load(other.number, 8);
        other.object->store(other.number, 8, Value::ofPointer(nullptr));
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

std::optional<Value> Process::container(const CallExpr *call) {
  auto *method = dyn_cast<CXXMemberCallExpr>(call);
  auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
  const FunctionDecl *callee = call->getDirectCallee();
  auto *named = dyn_cast_or_null<CXXMethodDecl>(callee);
  const QualType element = named ? elementOf(named->getParent()) : QualType();
  if (element.isNull() || (!method && !operation))
    return std::nullopt;
  const llvm::StringRef kind = named->getParent()->getName();
  const bool isInline = kind == "array";
  if (!isInline && kind != "vector" && kind != "unique_ptr" && kind != "span")
    return std::nullopt;
  const Expr *object = method ? method->getImplicitObjectArgument() : operation->getArg(0);
  const bool isArrow = method && object->getType()->isPointerType();
  const Value at = isArrow ? value(object) : place(object);
  auto bytes = sizeOf(element);
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  if (!at.isPlace() || !bytes)
    return Value();
  const Value first = isInline ? at : at.object->load(at.number, 8);
  const bool isElement = (operation && operation->getOperator() == OO_Subscript) || name == "at";
  if (isElement || (operation && operation->getOperator() == OO_Star)) {
    const Value index = isElement ? value(call->getArg(operation ? 1 : 0)) : Value::ofNumber(0);
    if (isInline || first.isPlace())
      if (first.isPlace())
        first.object->isShared = true;
    return first.isPlace() && index.kind == Value::Kind::Number ? first.moved(index.number * *bytes)
                                                                : Value();
  }
  if (operation && operation->getOperator() == OO_Arrow)
    return first;
  if (name == "data" || name == "get" || name == "begin" || name == "front") {
    if (first.isPlace())
      first.object->isShared = true;
    if (name != "begin")
      return first;
  }
  if (name == "size" || name == "empty") {
    Value count = isInline ? Value() : at.object->load(at.number + 8, 8);
    QualType type = isArrow ? object->getType()->getPointeeType() : object->getType();
    if (auto whole = isInline ? sizeOf(type) : std::nullopt; whole && *bytes > 0)
      count = Value::ofNumber(*whole / *bytes);
    return name == "size" || count.kind != Value::Kind::Number ? name == "size" ? count : Value()
                                                               : Value::ofNumber(count.number == 0);
  }
  // What it does to the elements is not followed.
  Value count;
  for (const Expr *argument : call->arguments()) {
    const Value given = argument->isLValue() ? place(argument) : value(argument);
    if ((name == "resize" || name == "assign") && argument == call->getArg(0))
      count = given;
    if (given.isPlace() && argument->getType()->isRecordType()) {
      given.object->forget();
      given.object->forgetReached();
    }
  }
  if (program.hasCode(element))
    forgetShared();
  if (named->isConst() && kind != "span")
    return Value();
  if (first.isPlace())
    first.object->lose();
  if (name == "begin" || name == "end" || name == "rbegin" || name == "rend" || name == "back")
    return Value();
  if (!isInline) {
    Object *elements = make();
    elements->isShared = true;
    at.object->store(at.number, 8, kind == "vector" ? Value::ofPointer(elements) : Value());
    at.object->store(at.number + 8, 8, count);
  }
  return Value();
}

void Process::forgetArguments(const CallExpr *call, const FunctionDecl *callee,
                              llvm::ArrayRef<Value> values) {
  const bool isMethod = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
  for (unsigned at = 0; at < values.size(); ++at) {
    const Value value = values[at];
    const bool isDeclared = callee && at < callee->getNumParams() && !isMethod;
    const QualType type =
        isDeclared ? callee->getParamDecl(at)->getType() : call->getArg(at)->getType();
    const bool isConst =
        !type->getPointeeType().isNull() && type->getPointeeType().isConstQualified();
    const QualType pointee = type->getPointeeType();
    const RecordDecl *record = pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
    // A FILE, say, is nothing of the program's own.
    const bool isForeign =
        record && context.getSourceManager().isInSystemHeader(record->getLocation());
    // What is called may do anything.
    const bool isObject =
        call->getArg(at)->getType()->isRecordType() && !isInert(call->getArg(at)->getType());
    if (value.kind == Value::Kind::Function || isObject ||
        (!value.isKnown() && !pointee.isNull() && !isConst && !isForeign))
      forgetShared();
    if (!value.isPlace())
      continue;
    if (!isConst)
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
  for (const Value &each : values) // it may keep a pointer or reference
    if (each.isPlace())
      each.object->isShared = true;
  if (isOver)
    return {};
  if (name == "malloc" || name == "calloc" || name == "aligned_alloc" || name == "realloc") {
    Object *object = make();
    object->isShared = true;
    object->isZero = name == "calloc";
    if (name == "realloc" && values.front().isPlace())
      *object = *values.front().object;
    return Value::ofPointer(object);
  }
  if (name == "memset" || name == "memcpy" || name == "memmove") {
    const Value to = values[0], from = values[1], bytes = values[2];
    if (!to.isPlace()) {
      forgetShared();
      return {};
    }
    const bool isKnown = bytes.kind == Value::Kind::Number && bytes.number > 0;
    if (isKnown) {
      access(to, bytes.number, true, call->getArg(0));
      if (name != "memset")
        access(from, bytes.number, false, call->getArg(1));
    }
    if (isKnown && name != "memset" && from.isPlace())
      to.object->copyFrom(*from.object, from.number, to.number, bytes.number);
    else
      to.object->forget(to.number);
    return to;
  }
  if (name == "strcpy" || name == "strncpy" || name == "sprintf" || name == "snprintf") {
    forgetArguments(call, callee, values);
    access(values[0], 1, true, call->getArg(0));
    return {};
  }
  if (name == "printf" || name == "fprintf" || name == "puts" || name == "free" ||
      name == "fflush" || name == "putchar") {
    for (unsigned at = 0; at < values.size(); ++at) // `%n`
      if (QualType pointee = call->getArg(at)->getType()->getPointeeType();
          values[at].isPlace() && !pointee.isNull() && pointee->isIntegerType() &&
          !pointee->isAnyCharacterType() && name != "free")
        values[at].object->forget();
    return {};
  }
  if (name == "__assert_fail" || endsProcess(call)) {
    course.gaveUp = true;
    stop();
    return {};
  }
  if ((name == "move" || name == "forward") && call->getNumArgs() == 1 &&
      callee->isInStdNamespace())
    return values.front();
  if ((name == "min" || name == "max") && call->getNumArgs() == 2 && callee->isInStdNamespace()) {
    const QualType type = call->getArg(0)->getType();
    const Value a = values[0], b = values[1];
    const Value one = load(a, type, nullptr), other = load(b, type, nullptr);
    if (one.kind != Value::Kind::Number || other.kind != Value::Kind::Number)
      return {};
    return (one.number < other.number) == (name == "min") ? a : b;
  }
  forgetArguments(call, callee, values);
  return {};
}

} // namespace fencepost::plugin::trial
