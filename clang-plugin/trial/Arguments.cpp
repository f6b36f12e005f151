//===- Arguments.cpp - what libraries are given on trial ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clang-plugin/trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

const Stmt *Process::codeGiven(const CallExpr *call, const Expr *argument) {
  const FunctionDecl *callee = call->getDirectCallee();
  const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
  // Others keep it, or have it executed by another thread.
  const bool isCalled = callee && (callee->isInStdNamespace()
                                       ? callee->getPrimaryTemplate() && name != "async" &&
                                             name != "call_once" &&
                                             (name == "for_each" || !code.hasCode(call->getType()))
                                       : name == "qsort" || name == "bsearch");
  if (!isCalled)
    return nullptr;
  argument = argument->IgnoreUnlessSpelledInSource();
  auto *named = dyn_cast<DeclRefExpr>(argument);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (variable && variable->getInit() && this->variable(variable).isPlace())
    argument = variable->getInit()->IgnoreUnlessSpelledInSource();
  if (auto *lambda = dyn_cast<LambdaExpr>(argument))
    return lambda->getBody();
  auto *function = named ? dyn_cast<FunctionDecl>(named->getDecl()) : nullptr;
  return function ? function->getBody() : nullptr;
}

bool Process::areGiven(const CallExpr *call, const TemplateArgumentList &types,
                       bool (Code::*holds)(QualType)) {
  auto isKnown = [&](QualType type) {
    return !(code.*holds)(type) || llvm::any_of(call->arguments(), [&](const Expr *argument) {
      const Stmt *given = context.hasSameUnqualifiedType(argument->getType(), type)
                              ? codeGiven(call, argument)
                              : nullptr;
      return given && !code.communicates(given);
    });
  };
  return llvm::all_of(types.asArray(), [&](const TemplateArgument &argument) {
    return argument.getKind() == TemplateArgument::Type ? isKnown(argument.getAsType())
                                                        : argument.getKind() != TemplateArgument::Pack;
  });
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
    if (const Stmt *called = codeGiven(call, call->getArg(at))) {
      forgetWritten(called);
      continue;
    }
    // What is called may do anything.
    if (value.kind == Value::Kind::Function ||
        (given->isRecordType() && !isPlainIterator(given) &&
         !(isMethod && at == 0 ? keepsToItself(given) : isInert(given))) ||
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

} // namespace fencepost::plugin::trial
