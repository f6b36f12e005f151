//===- Captures.cpp - what a lambda's variables are where it is called ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Captures.h"

#include "FunctionInfo.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// How the lambda has the variable, or null.
const LambdaCapture *captureOf(const VarDecl *variable, const CXXRecordDecl *closure) {
  for (const LambdaCapture &capture : closure->captures())
    if (capture.capturesVariable() && capture.getCapturedVar() == variable)
      return &capture;
  return nullptr;
}

const LambdaCapture *captureOfThis(const CXXRecordDecl *closure) {
  for (const LambdaCapture &capture : closure->captures())
    if (capture.capturesThis())
      return &capture;
  return nullptr;
}

} // namespace

const DeclContext *ownerOf(const ValueDecl *variable) {
  const DeclContext *owner = variable->getDeclContext();
  while (isa<CapturedDecl>(owner)) // of OpenMP
    owner = owner->getParent();
  return owner;
}

const CXXRecordDecl *closureOf(const FunctionDecl *function) {
  auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  bool isBody =
      method && method->getParent()->isLambda() && method->getOverloadedOperator() == OO_Call;
  return isBody ? method->getParent() : nullptr;
}

bool isCopied(const VarDecl *variable, const CXXRecordDecl *closure) {
  const LambdaCapture *capture = captureOf(variable, closure);
  return capture && capture->getCaptureKind() == LCK_ByCopy && !variable->isInitCapture();
}

bool isCaptured(const VarDecl *variable, const FunctionDecl *function) {
  const CXXRecordDecl *closure = variable ? closureOf(function) : nullptr;
  return closure && captureOf(variable, closure);
}

bool isCapturedConstant(const VarDecl *variable, const FunctionDecl *function) {
  const CXXRecordDecl *closure = closureOf(function);
  return closure && isCopied(variable, closure) && cast<CXXMethodDecl>(function)->isConst();
}

Captures::Captures(const FunctionDecl *callee, const FunctionInfo &caller)
    : callee(callee), caller(caller) {}

bool Captures::isInSight(const VarDecl *variable) const {
  return ownerOf(variable) == caller.function || isCaptured(variable, caller.function);
}

Captures::Meaning Captures::of(const VarDecl *variable) const {
  if (!variable || !variable->hasLocalStorage())
    return Meaning::Same;
  const CXXRecordDecl *closure = closureOf(callee);
  const LambdaCapture *capture = closure ? captureOf(variable, closure) : nullptr;
  if (capture && variable->isInitCapture())
    return capture->getCaptureKind() == LCK_ByCopy ? Meaning::Copy : Meaning::Unknown;
  if (capture && capture->getCaptureKind() == LCK_ByCopy)
    return isInSight(variable) && caller.isSteady(variable) ? Meaning::Value : Meaning::Copy;
  // What a reference names may outlive the function that it was a parameter of.
  return isInSight(variable) || !variable->getType()->isReferenceType() ? Meaning::Same
                                                                        : Meaning::Unknown;
}

bool Captures::hasThis() const {
  const CXXRecordDecl *closure = closureOf(callee);
  const LambdaCapture *capture = closure ? captureOfThis(closure) : nullptr;
  if (!capture || capture->getCaptureKind() == LCK_StarThis)
    return false;
  const DeclContext *owner = closure->getDeclContext();
  return owner == caller.function && isa<CXXMethodDecl>(owner) &&
         !cast<CXXMethodDecl>(owner)->isStatic();
}

} // namespace fencepost::plugin
