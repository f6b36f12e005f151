//===- trial/Lambdas.cpp - what lambdas capture ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin::trial {

/// `[x = y]` and `[&x = y]`, of a lambda.
void Process::capturedAnew(const VarDecl *variable, Frame &maker) {
  Object *own = make(variable);
  maker.variables[variable] = own;
  if (!variable->getType()->isReferenceType())
    return initialize(Value::ofPointer(own), variable->getType(), variable->getInit());
  const Value bound = place(variable->getInit());
  if (bound.isPlace())
    bound.object->isShared = true;
  own->store(0, 8, bound);
}

Value Process::closure(const LambdaExpr *lambda) {
  Object *object = make();
  frames.emplace_back();
  Frame &maker = frames.back();
  maker.function = frame->function;
  maker.self = frame->self;
  maker.outer = frame;
  for (const LambdaCapture &capture : lambda->captures()) {
    auto *captured =
        capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr;
    const bool isCopy = capture.getCaptureKind() == LCK_ByCopy;
    if (capture.getCaptureKind() == LCK_StarThis || !captured != capture.capturesThis() ||
        (isCopy && lambda->isMutable()) ||
        (isCopy && captured && code.hasCode(captured->getType())))
      stop();
    if (captured && lambda->isInitCapture(&capture)) {
      capturedAnew(captured, maker);
      continue;
    }
    const Value at = captured ? variable(captured) : Value();
    if (!at.isPlace())
      continue;
    if (!isCopy) {
      at.object->isShared = true;
      continue;
    }
    // It keeps its own, also of what a reference leads to.
    const QualType type = captured->getType();
    Object *copy = make(captured), *own = type->isReferenceType() ? make() : copy;
    maker.variables[captured] = copy;
    if (own != copy)
      copy->store(0, 8, Value::ofPointer(own));
    if (own == copy && type.isTriviallyCopyableType(context))
      *own = *at.object;
    else
      initialize(Value::ofPointer(own), type.getNonReferenceType(),
                 *(lambda->capture_init_begin() + (&capture - lambda->capture_begin())));
  }
  lambdas[object] = &maker;
  return Value::ofPointer(object);
}

} // namespace fencepost::plugin::trial
