//===- trial/Library.cpp - what the libraries of C and C++ do ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Containers.h"
#include "LibraryCalls.h"
#include "Summaries.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

bool isScopedLock(const CXXRecordDecl *record) {
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         llvm::is_contained({"lock_guard", "unique_lock"}, record->getName());
}

bool isMutex(const CXXRecordDecl *record) {
  constexpr const char *kMutexes[] = {"mutex", "timed_mutex", "recursive_mutex",
                                      "recursive_timed_mutex"};
  auto *lock = isScopedLock(record) ? dyn_cast<ClassTemplateSpecializationDecl>(record) : nullptr;
  if (lock)
    record = lock->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         llvm::is_contained(kMutexes, record->getName());
}

/// It may run at once, and without atomics and locks the program cannot tell.
void Process::startThread(llvm::ArrayRef<const Expr *> arguments) {
  const Expr *called = arguments.front()->IgnoreParenImpCasts();
  llvm::SmallVector<const Expr *, 4> given;
  for (const Expr *argument : arguments.drop_front()) {
    auto *reference = dyn_cast<CallExpr>(argument->IgnoreImplicit());
    const NamedDecl *named = reference ? algorithmOf(reference) : nullptr;
    const bool isReference = named && reference->getNumArgs() == 1 &&
                             (named->getName() == "ref" || named->getName() == "cref");
    // It gets copies of the others.
    if (!isReference && !argument->getType()->isScalarType())
      return stop();
    given.push_back(isReference ? reference->getArg(0) : argument);
  }
  const CXXRecordDecl *record = called->getType()->getAsCXXRecordDecl();
  const FunctionDecl *definition = nullptr;
  if (record && record->isLambda()) {
    const Value self = place(called);
    const Frame *maker = self.isPlace() ? lambdas.lookup(self.object) : nullptr;
    if (maker && record->getLambdaCallOperator()->hasBody(definition)) {
      enter(definition, self, given, maker);
      return;
    }
  }
  auto *named = dyn_cast<DeclRefExpr>(called);
  auto *function = named ? dyn_cast<FunctionDecl>(named->getDecl()) : nullptr;
  if (function && !isa<CXXMethodDecl>(function) && function->hasBody(definition))
    enter(definition, {}, given);
  else
    stop();
}

bool Process::isGivenToCall(llvm::ArrayRef<const Expr *> arguments) {
  return llvm::any_of(arguments, [&](const Expr *argument) {
    const Expr *plain = argument->IgnoreParenImpCasts();
    if (auto *unary = dyn_cast<UnaryOperator>(plain); unary && unary->getOpcode() == UO_AddrOf)
      plain = unary->getSubExpr()->IgnoreParenImpCasts();
    auto *named = dyn_cast<DeclRefExpr>(plain);
    if (auto *function = named ? dyn_cast<FunctionDecl>(named->getDecl()) : nullptr)
      return code.communicates(function);
    return code.involves(plain->getType());
  });
}

/// Whether a function of the library may call operators and the like of what it is given.
static bool mayCallOperators(const CallExpr *call, const FunctionDecl *callee, Code &code) {
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  const bool onlyMoves = llvm::is_contained(
      {"copy", "copy_n", "move", "forward", "swap", "exchange", "reverse", "rotate"}, name);
  const SourceManager &sources = callee->getASTContext().getSourceManager();
  return callee->isInStdNamespace() && llvm::any_of(call->arguments(), [&](const Expr *argument) {
           const QualType type = argument->getType(),
                          element = type->isPointerType() ? type->getPointeeType() : type;
           const TagDecl *own = element->getAsTagDecl();
           auto *record = dyn_cast_or_null<CXXRecordDecl>(own);
           return own && !(record && record->isLambda()) &&
                  !sources.isInSystemHeader(own->getLocation()) &&
                  !(onlyMoves && !code.hasCode(element));
         });
}

void Process::forgetArguments(const CallExpr *call, const FunctionDecl *callee,
                              llvm::ArrayRef<Value> values) {
  if (callee && mayCallOperators(call, callee, code))
    forgetShared();
  const bool isMethod = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
  const bool onlyMovesIterator =
      isa<CXXOperatorCallExpr>(call) ||
      (callee && callee->getIdentifier() &&
       llvm::is_contained({"distance", "advance", "next", "prev"}, callee->getName()));
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
    const QualType number = numberOfIterator(given);
    // What is called may do anything.
    if (value.kind == Value::Kind::Function ||
        (given->isRecordType() && !isInert(given) && number.isNull() && !isCalculation(given)) ||
        (!value.isKnown() && !pointee.isNull() && !isConst && !isForeign))
      forgetShared();
    if (!number.isNull() && !number.isConstQualified() && !onlyMovesIterator) {
      auto *from = dyn_cast<CXXMemberCallExpr>(call->getArg(at)->IgnoreUnlessSpelledInSource());
      const CXXMethodDecl *method = from ? from->getMethodDecl() : nullptr;
      const bool isOfAll = method && method->getIdentifier() &&
                           llvm::is_contained({"begin", "end"}, method->getName());
      if (!isOfAll || !forgetElements(from->getImplicitObjectArgument()))
        forgetShared(number);
    }
    if (!value.isPlace() || isCalculation(given)) // which changes nothing that it refers to
      continue;
    // Of what is referred to nothing but that; a pointer may lead to one of many.
    const bool isOne = type->isReferenceType() || (isMethod && at == 0);
    auto bytes = isOne ? sizeOf(given) : std::nullopt;
    value.object->forgetReached();
    if (!isConst && bytes)
      value.object->forget(value.number, value.number + *bytes);
    else if (!isConst)
      value.object->forget();
  }
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
    if (name == "calloc")
      object->clear(0,
                    values[0].kind == Value::Kind::Number && values[1].kind == Value::Kind::Number
                        ? values[0].number * values[1].number
                        : Object::kUpToEnd);
    if (name == "realloc" && values.front().isPlace()) {
      *object = *values.front().object;
      release(values.front(), {nullptr, call->getArg(0), call});
    }
    return Value::ofPointer(object);
  }
  if (isRelease(call, context)) {
    release(values.front(), {nullptr, call->getArg(0), call});
    return {};
  }
  if (algorithm(call, values))
    return {};
  if (callee->isInStdNamespace() && name == "swap" && values.size() == 2 &&
      swap(values[0], values[1], call->getArg(0)->getType(), call))
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
  const bool isZeroing = name == "bzero" || name == "explicit_bzero";
  const Value length = isCopy || name == "memset" ? values[2] : isZeroing ? values[1] : Value();
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
  const bool isCleared = isZeroing || (name == "memset" && values[1].truth() == false);
  if (isCleared && length.kind == Value::Kind::Number && values[0].isPlace())
    values[0].object->clear(values[0].number, values[0].number + length.number);
  if (isCopy || isZeroing || name == "memset")
    return isZeroing ? Value() : values[0];
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
