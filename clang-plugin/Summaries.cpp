//===- Summaries.cpp - what calling a function may do to epochs -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Summaries.h"

#include "BodyScan.h"
#include "Containers.h"
#include "MpiCall.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Library functions through which another thread, or the program itself, gets to run.
bool letsOthersRun(llvm::StringRef name) {
  for (llvm::StringRef prefix : {"pthread_", "thrd_", "mtx_", "cnd_", "sem_", "__kmpc_", "omp_",
                                 "GOMP_", "setjmp", "longjmp"})
    if (name.starts_with(prefix))
      return true;
  return false;
}

/// Classes of the standard library whose objects start or wait for threads, or hold code.
bool isThreading(llvm::StringRef name) {
  return llvm::is_contained({"thread",
                             "jthread",
                             "mutex",
                             "recursive_mutex",
                             "shared_mutex",
                             "timed_mutex",
                             "lock_guard",
                             "unique_lock",
                             "scoped_lock",
                             "shared_lock",
                             "condition_variable",
                             "condition_variable_any",
                             "future",
                             "shared_future",
                             "promise",
                             "barrier",
                             "latch",
                             "counting_semaphore",
                             "function",
                             "packaged_task"},
                            name);
}

/// Whether the object may end with any code that it was given, whatever its type says.
bool isErased(const CXXRecordDecl *record) {
  // libstdc++ has most of shared_ptr in __shared_ptr.
  return record->getIdentifier() &&
         llvm::is_contained({"shared_ptr", "any"}, record->getName().ltrim('_'));
}

/// Whether objects of the class are made, copied, compared and ended by no code of its own.
bool isPlainData(const CXXRecordDecl *record) {
  return record->hasDefinition() && record->isAggregate() && record->isTriviallyCopyable() &&
         record->hasTrivialDestructor() && record->getNumBases() == 0 &&
         llvm::none_of(record->methods(), [](const CXXMethodDecl *method) {
           return method->isOverloadedOperator() && method->isUserProvided();
         });
}

/// Whether a function or class is made for a class of the user's that has code.
bool isMadeForUser(const TemplateArgumentList *arguments, const SourceManager &sources) {
  if (!arguments)
    return false;
  for (const TemplateArgument &argument : arguments->asArray()) {
    if (argument.getKind() == TemplateArgument::Pack)
      return true;
    if (argument.getKind() != TemplateArgument::Type)
      continue;
    const QualType type = argument.getAsType().getNonReferenceType();
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (record && !sources.isInSystemHeader(record->getLocation()) && !isPlainData(record))
      return true;
    if (type->isFunctionPointerType() || type->isFunctionType())
      return true;
    if (auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
        made && isMadeForUser(&made->getTemplateArgs(), sources))
      return true;
  }
  return false;
}

Effect ofMpiCall(const CallExpr *call) {
  if (auto known = mpiCall(call)) {
    EventKind kind = known->kind();
    bool harmless = kind == EventKind::WinSync || isOperation(kind) ||
                    !(concernsWindows(kind) || kind == EventKind::Completion ||
                      kind == EventKind::RequestEnd || kind == EventKind::Finalize);
    // Starting an operation changes the state of an epoch as well.
    return harmless && !isOperation(kind) ? Effect::Modifies : Effect::Synchronizes;
  }
  // What is to be done with an attribute that goes is the program's.
  const FunctionDecl *callee = call->getDirectCallee();
  const bool isLocal = isLocalMpiFunction(callee) && !callee->getName().ends_with("delete_attr");
  return isLocal ? Effect::Modifies : Effect::Synchronizes;
}

} // namespace

Effect Summaries::ofLibraryFunction(const FunctionDecl *function) const {
  const SourceManager &sources = context.getSourceManager();
  if (function->getIdentifier() && letsOthersRun(function->getName()))
    return Effect::Synchronizes;
  if (isAccessor(function))
    return Effect::None;
  if (isMadeForUser(function->getTemplateSpecializationArgs(), sources))
    return Effect::Synchronizes;
  if (auto *method = dyn_cast<CXXMethodDecl>(function)) {
    const CXXRecordDecl *record = method->getParent();
    bool ends = !method->isConst() && !isa<CXXConstructorDecl>(method);
    if ((record->getIdentifier() && isThreading(record->getName())) || (ends && isErased(record)))
      return Effect::Synchronizes;
    if (auto *made = dyn_cast<ClassTemplateSpecializationDecl>(record);
        made && isMadeForUser(&made->getTemplateArgs(), sources))
      return Effect::Synchronizes;
    if (!isa<CXXConstructorDecl>(method)) // nobody else sees what that makes
      return method->isConst() ? Effect::None : Effect::Modifies;
  }
  Effect effect = Effect::None;
  for (const ParmVarDecl *parameter : function->parameters()) {
    QualType type = parameter->getType().getNonReferenceType();
    if (type->isFunctionPointerType() || type->isFunctionType())
      return Effect::Synchronizes; // qsort and its like call back
    QualType pointee = type->getPointeeType();
    bool isStream = !pointee.isNull() && pointee.getAsString() == "FILE";
    if (!pointee.isNull() && !pointee.isConstQualified() && !isStream)
      effect = Effect::Modifies;
  }
  bool scans = function->getIdentifier() && function->getName().contains("scanf");
  return scans ? Effect::Modifies : effect;
}

Effect Summaries::ofCall(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return Effect::Synchronizes;
  if (isMpiFunction(callee))
    return ofMpiCall(call);
  return isBound(call) ? ofFunction(callee) : Effect::Synchronizes;
}

bool Summaries::isBound(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!method || !method->isVirtual())
    return callee;
  auto *member = dyn_cast<CXXMemberCallExpr>(call);
  auto *named = member ? dyn_cast<MemberExpr>(member->getCallee()->IgnoreParens()) : nullptr;
  return named && (named->hasQualifier() ||
                   method->getDevirtualizedMethod(named->getBase(), false) == method);
}

bool Summaries::isPlain(const CXXDeleteExpr *expr) {
  QualType type = expr->getDestroyedType();
  const FunctionDecl *releases = expr->getOperatorDelete();
  if (type.isNull() || !releases || !releases->isReplaceableGlobalAllocationFunction())
    return false;
  auto *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return !record || (record->hasDefinition() && record->hasTrivialDestructor());
}

Effect Summaries::ofFunction(const FunctionDecl *function) {
  if (!function)
    return Effect::Synchronizes;
  if (isLibraryFunction(function))
    return ofLibraryFunction(function);
  if (function->isTrivial())
    return function->isDefaulted() && isa<CXXConstructorDecl>(function) ? Effect::None
                                                                        : Effect::Modifies;
  const Known *body = ofBody(function);
  return body ? body->effect : Effect::Synchronizes;
}

/// Whether it is given windows or requests: it is part of no library of the system.
static bool takesHandles(const FunctionDecl *function) {
  auto isHandle = [](QualType type) {
    auto *named = type.isNull() ? nullptr : type->getAs<TypedefType>();
    return named && llvm::is_contained({"MPI_Win", "MPI_Request"}, named->getDecl()->getName());
  };
  return !isMpiFunction(function) &&
         llvm::any_of(function->parameters(), [&](const ParmVarDecl *parameter) {
           QualType type = parameter->getType().getNonReferenceType();
           return isHandle(type) || isHandle(type->getPointeeType());
         });
}

bool Summaries::isLibraryFunction(const FunctionDecl *function) const {
  if (!function->isInStdNamespace() && takesHandles(function))
    return false;
  return function->getBuiltinID() != 0 ||
         context.getSourceManager().isInSystemHeader(function->getLocation());
}

Changes Summaries::changesOf(const FunctionDecl *function) {
  if (!function)
    return {true, true, {}, {}};
  // Functions of the library change what they are given, which the caller sees.
  if (isLibraryFunction(function))
    return {};
  const Known *body = ofBody(function);
  return body ? body->changes : Changes{true, true, {}, {}};
}

Effect Summaries::ofDefault(const CXXDefaultInitExpr *initial) {
  BodyScan scan(*this);
  scan.TraverseStmt(const_cast<Expr *>(initial->getExpr()));
  return scan.effect;
}

bool Summaries::givesThisAway(const FunctionDecl *method) {
  const Known *body = ofBody(method);
  return !body || body->givesThisAway;
}

void Changes::add(const Changes &other) {
  handles |= other.handles;
  numbers |= other.numbers;
  names.insert(other.names.begin(), other.names.end());
  renewed.insert(other.renewed.begin(), other.renewed.end());
}

bool isAccessor(const FunctionDecl *function) {
  // An iterator in one piece of memory is moved, or asked, and that is all.
  auto *method = dyn_cast<CXXMethodDecl>(function);
  const IdentifierInfo *record = method ? method->getParent()->getIdentifier() : nullptr;
  if (record && llvm::is_contained({"__normal_iterator", "__wrap_iter"}, record->getName()))
    return true;
  // What a span shows is left alone while it is made.
  if (isa<CXXConstructorDecl>(function) && method->getParent()->isInStdNamespace() && record &&
      record->isStr("span"))
    return true;
  if (function->getOverloadedOperator() == OO_Subscript ||
      function->getOverloadedOperator() == OO_Arrow || function->getOverloadedOperator() == OO_Star)
    return true;
  // What a future gives may be worked out then.
  if (!function->getIdentifier() || (record && isThreading(record->getName())))
    return false;
  if (!isa<CXXMethodDecl>(function))
    return function->isInStdNamespace() &&
           llvm::is_contained({"forward", "as_const", "addressof", "begin", "end", "cbegin", "cend",
                               "data", "size", "ssize", "ref", "cref"},
                              function->getName());
  return llvm::is_contained({"data", "size", "empty", "capacity", "get", "at", "front", "back",
                             "begin", "end", "cbegin", "cend", "rbegin", "rend", "c_str", "length"},
                            function->getName());
}

bool givesNumbers(const CallExpr *call, unsigned index) {
  const FunctionDecl *callee = call->getDirectCallee();
  const Expr *argument = call->getArg(index)->IgnoreParenCasts();
  QualType type = argument->getType();
  QualType element =
      type->isArrayType() ? QualType(type->getBaseElementTypeUnsafe(), 0) : type->getPointeeType();
  if (element.isNull() || element.isConstQualified())
    return false;
  if (callee && index < callee->getNumParams()) {
    QualType taken = callee->getParamDecl(index)->getType()->getPointeeType();
    if (taken.isNull() || taken.isConstQualified())
      return false;
  }
  return element->isIntegralOrEnumerationType() || element->isVoidType() ||
         (element->isRecordType() && !element->isIncompleteType()); // that is no handle
}

const FunctionDecl *Summaries::definition(const FunctionDecl *function) {
  return function && ofBody(function) ? function->getDefinition() : nullptr;
}

const FunctionDecl *Summaries::definitionThatUsesMpi(const FunctionDecl *function) {
  const Known *body = function ? ofBody(function) : nullptr;
  return body && body->usesMpi ? function->getDefinition() : nullptr;
}

/// Null when the body that a call executes is not in sight.
const Summaries::Known *Summaries::ofBody(const FunctionDecl *function) {
  const FunctionDecl *definition = nullptr;
  if (isLibraryFunction(function) || function->isTrivial() || !function->hasBody(definition) ||
      function->isWeak())
    return nullptr;
  // A recursive call finds the worst; that keeps it safe.
  auto [entry, isNew] =
      known.try_emplace(definition, Known{Effect::Synchronizes, {true, true, {}, {}}, true, false});
  if (!isNew)
    return &entry->second;
  // Whose are virtual bases the most derived class alone decides.
  auto *method = dyn_cast<CXXMethodDecl>(definition);
  if (method && isa<CXXConstructorDecl, CXXDestructorDecl>(method) &&
      method->getParent()->getNumVBases() != 0)
    return &entry->second;
  BodyScan scan(*this);
  scan.TraverseStmt(definition->getBody());
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *initializer : constructor->inits())
      scan.TraverseStmt(initializer->getInit());
  if (isa<CXXDestructorDecl>(definition)) {
    const CXXRecordDecl *record = cast<CXXMethodDecl>(definition)->getParent();
    for (const FieldDecl *field : record->fields())
      scan.destroy(field->getType());
    for (const CXXBaseSpecifier &base : record->bases())
      scan.destroy(base.getType());
    for (const CXXBaseSpecifier &base : record->vbases())
      scan.destroy(base.getType());
  }
  return &(known[definition] = {scan.effect, std::move(scan.changes), scan.givesThisAway(),
                                scan.usesMpi});
}

Effect Summaries::ofDestruction(const CXXRecordDecl *record) {
  record = record->getDefinition();
  if (!record || record->hasTrivialDestructor())
    return Effect::None;
  if (!context.getSourceManager().isInSystemHeader(record->getLocation()))
    return ofFunction(record->getDestructor());
  auto *made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  // Elements that end without a word.
  if (made && isInOnePiece(made) && ownsElements(made)) {
    const auto *element =
        made->getTemplateArgs()[0].getAsType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!element || (element->hasDefinition() && element->hasTrivialDestructor()))
      return Effect::None;
  }
  bool harmless = !(record->getIdentifier() && isThreading(record->getName())) &&
                  !isErased(record) &&
                  !(made && isMadeForUser(&made->getTemplateArgs(), context.getSourceManager()));
  return harmless ? Effect::None : Effect::Synchronizes;
}

} // namespace fencepost::plugin
