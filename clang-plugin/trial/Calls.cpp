//===- trial/Calls.cpp - what a process on trial calls --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Bases.h"
#include "Containers.h"
#include "Summaries.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fencepost::plugin::trial {

Value Process::enter(const FunctionDecl *definition, Value self,
                     llvm::ArrayRef<const Expr *> arguments, const Frame *outer,
                     llvm::ArrayRef<Object *> passed) {
  if (depth >= kMostDepth || definition->isVariadic() || definition->hasAttr<ReturnsTwiceAttr>()) {
    stop();
    return {};
  }
  llvm::SaveAndRestore<Polling> inside(polling, {});
  frames.emplace_back();
  Frame &inner = frames.back();
  inner.function = definition;
  inner.self = outer ? outer->self : self;
  inner.outer = outer;
  for (unsigned i = 0; i < definition->getNumParams() && !isOver; ++i) {
    const ParmVarDecl *parameter = definition->getParamDecl(i);
    if (i < passed.size()) {
      inner.variables[parameter] = passed[i];
      continue;
    }
    const Expr *given = i < arguments.size() ? arguments[i] : nullptr;
    Object *object = make(parameter);
    if (given && parameter->getType()->isReferenceType()) {
      const Value bound = place(given);
      if (bound.isPlace())
        bound.object->isShared = true;
      object->store(0, 8, bound);
    } else if (given && given->isLValue() && parameter->getType()->isScalarType()) { // a thread's
      const Value copied = load(place(given), given->getType(), given);
      assign(Value::ofPointer(object), parameter->getType(),
             copied.kind == Value::Kind::Number ? fit(copied, parameter->getType()) : copied,
             nullptr);
    } else if (given && given->isGLValue() && parameter->getType()->isRecordType()) {
      forward(Value::ofPointer(object), parameter->getType(), given);
    } else if (given) {
      initialize(Value::ofPointer(object), parameter->getType(), given);
    }
    inner.variables[parameter] = object;
  }
  if (isOver)
    return {};
  llvm::SaveAndRestore entered(frame, &inner);
  llvm::SaveAndRestore deeper(depth, depth + 1);
  for (const ParmVarDecl *parameter : definition->parameters())
    measure(parameter->getType());
  // The object is one of the class as soon as its bases are made.
  auto becomes = [&] {
    auto *method = dyn_cast<CXXMethodDecl>(definition);
    if (method && isa<CXXConstructorDecl, CXXDestructorDecl>(method) &&
        method->getParent()->isDynamicClass() && self.isPlace())
      classes[{self.object, self.number}] = method->getParent();
  };
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *each : constructor->inits()) {
      if (each->isDelegatingInitializer()) {
        initialize(self, each->getInit()->getType(), each->getInit());
        continue;
      }
      if (each->isBaseInitializer()) {
        const QualType type(each->getBaseClass(), 0);
        auto offset = offsetOfBase(constructor->getParent(), type->getAsCXXRecordDecl(), context);
        if (!offset)
          stop();
        initialize(self.moved(offset.value_or(0)), type, each->getInit());
        continue;
      }
      if (!each->getMember()) { // of a union without a name
        stop();
        continue;
      }
      becomes();
      const FieldDecl *field = each->getMember();
      const ASTRecordLayout &layout = context.getASTRecordLayout(field->getParent());
      initialize(self.moved(layout.getFieldOffset(field->getFieldIndex()) / 8), field->getType(),
                 each->getInit());
    }
  becomes();
  run(definition->getBody());
  for (const ParmVarDecl *parameter : llvm::reverse(definition->parameters().drop_front(
           std::min<std::size_t>(passed.size(), definition->getNumParams()))))
    end(parameter);
  return inner.returned;
}

void Process::construct(const CXXInheritedCtorInitExpr *made, Value at) {
  const FunctionDecl *definition = nullptr;
  const CXXConstructorDecl *constructor = made->getConstructor();
  llvm::SmallVector<Object *, 4> passed;
  for (const ParmVarDecl *parameter : frame->function->parameters())
    passed.push_back(frame->variables.lookup(parameter));
  if (!constructor->hasBody(definition) || passed.size() != definition->getNumParams() ||
      constructor->getParent()->getNumVBases() != 0 || llvm::is_contained(passed, nullptr) ||
      context.getSourceManager().isInSystemHeader(constructor->getLocation()))
    return stop();
  enter(definition, at, {}, nullptr, passed);
}

Value Process::construct(const CXXConstructExpr *made, Value at) {
  const CXXConstructorDecl *constructor = made->getConstructor();
  if (made->isElidable() && made->getNumArgs() == 1) {
    initialize(at, made->getType(), made->getArg(0));
    return at;
  }
  if (constructor->getParent()->getNumVBases() != 0)
    stop();
  const FunctionDecl *definition = nullptr;
  if (isMutex(constructor->getParent()))
    return at;
  const bool isOwnLock = isScopedLock(constructor->getParent()) && code.involves(made->getType());
  const bool isSystems =
      !isOwnLock && context.getSourceManager().isInSystemHeader(constructor->getLocation());
  if (isSystems && isSoleOwner(constructor->getParent()) && fillContainer(made, at))
    return at;
  if (isSystems &&
      (code.involves(made->getType()) || isGivenToCall({made->getArgs(), made->getNumArgs()}))) {
    stop();
    return at;
  }
  if (isThread(constructor->getParent()) && code.areThreadsPlain && made->getNumArgs() != 0 &&
      !constructor->isMoveConstructor()) {
    startThread({made->getArgs(), made->getNumArgs()});
    return at;
  }
  if (fillContainer(made, at))
    return at;
  if (constructor->isCopyOrMoveConstructor() && !constructor->isUserProvided() &&
      made->getNumArgs() >= 1) {
    const Value other = place(made->getArg(0));
    if (constructor->isTrivial() || constructor->getParent()->isLambda()) {
      assign(at, made->getType(), other, nullptr);
      return at;
    }
    // Its members copy themselves.
    if (code.involves(made->getType()))
      stop();
    if (!isSystems && at.isPlace() && other.isPlace() && constructor->hasBody(definition)) {
      at.object->isShared = other.object->isShared = true;
      Object *reference = make();
      reference->store(0, 8, other);
      enter(definition, at, {}, nullptr, reference);
      return at;
    }
    forgetShared();
    auto bytes = sizeOf(made->getType());
    for (const Value &each : {at, other})
      if (each.isPlace() && bytes)
        each.object->forget(each.number, each.number + *bytes);
    return at;
  }
  if (constructor->isTrivial() && made->getNumArgs() == 0) {
    if (made->requiresZeroInitialization() && at.isPlace() && at.number == 0)
      at.object->clear();
    return at;
  }
  if (!isSystems && constructor->hasBody(definition)) {
    if (at.isPlace())
      at.object->isShared = true;
    const unsigned count = made->getNumArgs();
    enter(definition, at, {made->getArgs(), count});
    return at;
  }
  for (const Expr *argument : made->arguments()) {
    const Value given = argument->isLValue() ? place(argument) : value(argument);
    if (given.isPlace()) {
      given.object->isShared = true;
      given.object->forget();
      given.object->forgetReached();
    }
    if (!isInert(argument->getType()) && (argument->getType()->isRecordType() || !given.isKnown() ||
                                          given.kind == Value::Kind::Function))
      forgetShared();
  }
  if (code.hasCode(made->getType()))
    forgetShared();
  if (at.isPlace())
    if (auto bytes = sizeOf(made->getType()))
      at.object->forget(at.number, at.number + *bytes);
  return at;
}

/// Where a base begins in the class; nothing where that is not known.
static std::optional<int64_t> offsetIn(const CXXRecordDecl *record, const CXXRecordDecl *base,
                                       const ASTContext &context) {
  return record == base                ? std::optional<int64_t>(0)
         : record->isDerivedFrom(base) ? offsetOfBase(record, base, context)
                                       : std::nullopt;
}

const CXXRecordDecl *Process::dynamicClass(const CXXRecordDecl *part, Value &self) const {
  const CXXRecordDecl *of = nullptr;
  Value whole;
  for (const auto &[place, record] : classes) {
    const auto [object, at] = place;
    auto offset = object == self.object ? offsetIn(record, part, context) : std::nullopt;
    if (offset && at + *offset == self.number && (!of || record->isDerivedFrom(of))) {
      of = record;
      whole = Value::ofPointer(self.object, at);
    }
  }
  if (of)
    self = whole;
  return of;
}

const CXXMethodDecl *Process::dispatch(const CXXMethodDecl *method, Value &self) const {
  Value whole = self;
  const CXXRecordDecl *of = dynamicClass(method->getParent(), whole);
  const CXXMethodDecl *own = of ? method->getCorrespondingMethodInClass(of, true) : nullptr;
  auto offset = own && !own->isPureVirtual()
                    ? offsetIn(of, cast<CXXRecordDecl>(own->getParent()->getDefinition()), context)
                    : std::nullopt;
  if (!offset)
    return nullptr;
  self = whole.moved(*offset);
  return own;
}

Value Process::call(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  if (!callee) {
    const Value pointer = value(call->getCallee());
    if (pointer.kind != Value::Kind::Function) {
      stop();
      return {};
    }
    callee = pointer.function;
  }
  if (isMpiFunction(callee)) {
    if (!call->getDirectCallee()) {
      stop();
      return {};
    }
    return mpi(call);
  }
  const TemplateArgumentList *made = callee->getTemplateSpecializationArgs();
  auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (method && isMutex(method->getParent()))
    return {};
  const bool isOwnLock = method && isScopedLock(method->getParent()) &&
                         code.involves(method->getThisType()->getPointeeType());
  const bool isSystems =
      !isOwnLock && context.getSourceManager().isInSystemHeader(callee->getLocation());
  if (isSystems && isOfNumbers(call))
    return library(call, callee);
  if (method && isThread(method->getParent()) && code.areThreadsPlain)
    return {};
  if (isSystems)
    for (auto owned : {&Process::makeUnique, &Process::changeOwner})
      if (auto owner = (this->*owned)(call))
        return *owner;
  if (callee->isInStdNamespace())
    if (auto given = passedOn(call))
      return *given;
  if (isSystems &&
      ((made && code.isAny(made->asArray(), &Code::involves)) ||
       (method && !method->isStatic() && code.involves(method->getThisType()->getPointeeType()) &&
        !isAccessor(method)))) {
    stop();
    return {};
  }
  if (auto known = container(call))
    return *known;
  auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
  auto *member = dyn_cast<CXXMemberCallExpr>(call);
  if (member && code.onlyGrows(call)) {
    for (const Expr *argument : call->arguments()) {
      const Value given = argument->isGLValue() ? place(argument) : value(argument);
      auto bytes = sizeOf(argument->getType());
      if (argument->isXValue() && given.isPlace() && bytes) // which is moved from
        given.object->forget(given.number, given.number + *bytes);
    }
    forgetGrown(member, true);
    return {};
  }
  auto *named = member ? dyn_cast<MemberExpr>(member->getCallee()->IgnoreParens()) : nullptr;
  const bool isVirtual = method && method->isVirtual() && !method->hasAttr<FinalAttr>() &&
                         !(named && named->hasQualifier());
  if (isVirtual && isSystems) {
    stop();
    return {};
  }
  if (isSystems || (!isVirtual && !callee->hasBody(definition))) {
    if (method && method->isTrivial() && operation && operation->getOperator() == OO_Equal) {
      const Value to = place(operation->getArg(0));
      assign(to, operation->getArg(0)->getType(), place(operation->getArg(1)),
             operation->getArg(0));
      return to;
    }
    if (endsProcess(call))
      course.gaveUp = true;
    if (endsProcess(call) || isGivenToCall({call->getArgs(), call->getNumArgs()})) {
      stop();
      return {};
    }
    if (method && !method->isStatic() && !isInert(method->getThisType()->getPointeeType()))
      forgetShared();
    if (made && code.isAny(made->asArray(), &Code::hasCode))
      forgetShared();
    if (member)
      forgetPlace(member->getImplicitObjectArgument(), false);
    return library(call, callee);
  }
  Value self;
  llvm::ArrayRef<const Expr *> arguments(call->getArgs(), call->getNumArgs());
  if (method && !method->isStatic()) {
    const Expr *object = member      ? member->getImplicitObjectArgument()
                         : operation ? operation->getArg(0)
                                     : nullptr;
    if (!object) {
      stop();
      return {};
    }
    self = object->getType()->isPointerType() ? value(object) : place(object);
    if (self.isPlace())
      self.object->isShared = true;
    if (operation)
      arguments = arguments.drop_front();
  }
  if (isVirtual) {
    callee = dispatch(method, self);
    if (!callee || !callee->hasBody(definition)) {
      stop();
      return {};
    }
  }
  const Frame *outer = nullptr;
  if (method && method->getParent()->isLambda()) {
    outer = self.isPlace() ? lambdas.lookup(self.object) : nullptr;
    if (!outer) {
      stop();
      return {};
    }
  }
  const bool isWritten = !callee->isDefaulted() || callee->isUserProvided();
  llvm::SaveAndRestore inside(assigning, isWritten ? nullptr : assigning ? assigning : call);
  return enter(definition, self, arguments, outer);
}

} // namespace fencepost::plugin::trial
