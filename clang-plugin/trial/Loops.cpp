//===- trial/Loops.cpp - loops that a process on trial executes -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "ControlFlow.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <tuple>

using namespace clang;

namespace fencepost::plugin::trial {

bool isSimple(const Stmt *asked) {
  return !asked || // a part of a loop that it does not have
         (!isa<CallExpr, ArraySubscriptExpr, MemberExpr, CXXConstructExpr>(asked) &&
          !(isa<UnaryOperator>(asked) && cast<UnaryOperator>(asked)->getOpcode() == UO_Deref) &&
          llvm::all_of(asked->children(), isSimple));
}

/// Whether it has to do with nothing but variables of the function, so that no other process or
/// thread decides how long it goes on.
static bool isOfOwn(const Stmt *statement) {
  if (auto *named = dyn_cast_or_null<DeclRefExpr>(statement)) {
    auto *variable = dyn_cast<VarDecl>(named->getDecl());
    return isa<EnumConstantDecl>(named->getDecl()) ||
           (variable && variable->hasLocalStorage() &&
            variable->getType().getCanonicalType()->isArithmeticType() &&
            !variable->getType().isVolatileQualified());
  }
  return !statement || (isSimple(statement) && llvm::all_of(statement->children(), isOfOwn));
}

Process::Flow Process::runLoop(const Stmt *loop) {
  const auto [first, body, condition, step, isAskedLast, declares] = partsOf(loop);
  auto *declared = dyn_cast_or_null<DeclStmt>(first);
  if (declared && endRuns(declared))
    stop(); // behind the loop
  run(first);
  if (declares)
    return skip(loop);
  const bool matters = code.communicates(loop);
  if (auto *counted = dyn_cast<ForStmt>(loop); counted && !matters && runInPart(counted))
    return Flow::GoesOn;
  const bool polls = matters && code.onlyPolls(loop, condition);
  llvm::SaveAndRestore<Polling> inside(
      polling, Polling{polls ? loop : nullptr, unsigned(course.calls.size())});
  const unsigned before = steps;
  for (unsigned round = 0; !isOver; ++round) {
    std::optional<bool> answer = true;
    if (condition && !(isAskedLast && round == 0))
      answer = value(condition).truth();
    if (isOver || (answer && !*answer))
      return Flow::GoesOn;
    const bool isLong = round == kMostRounds || steps - before > kMostLoopSteps;
    if (answer && !matters && isLong && tooLong.insert(loop).second && spared < kMostSteps) {
      spared += steps - before;
      steps = before;
    }
    if (!answer || (!matters && (isLong || tooLong.contains(loop)))) {
      // What it waits for may be what another process does.
      if (!answer && awaits())
        return Flow::GoesOn;
      auto surelyGoesOn = [&] {
        auto *counted = dyn_cast<ForStmt>(loop);
        return (counted && (isSimple(condition) || isCounting(counted, context))) ||
               (isOfOwn(condition) && isOfOwn(body));
      };
      if (matters || !condition || code.passedOver(loop).leaves || (!answer && !surelyGoesOn()))
        stop();
      else
        forget(loop);
      return Flow::GoesOn;
    }
    const Flow flow = run(body);
    if (flow == Flow::Break)
      return Flow::GoesOn;
    if (flow == Flow::Return)
      return flow;
    if (step && !isOver)
      value(step);
  }
  return Flow::GoesOn;
}

Process::Flow Process::runShared(const OMPLoopDirective *loop) {
  if (code.communicates(loop))
    return skip(loop);
  const Flow flow = run(loop->getRawStmt());
  // What the threads have of their own is not what is behind the loop.
  for (const OMPClause *clause : loop->clauses())
    for (const Stmt *child : clause->children())
      if (auto *named = dyn_cast_or_null<DeclRefExpr>(child))
        forgetPlace(named, false);
  return flow;
}

Process::Flow Process::runRange(const CXXForRangeStmt *loop) {
  llvm::SaveAndRestore<Polling> inside(polling, {});
  // Of arrays and of containers that keep their elements in one piece.
  if (auto *begun = dyn_cast_or_null<DeclStmt>(loop->getInit()); begun && endRuns(begun))
    stop(); // behind it
  run(loop->getInit());
  const Expr *range = loop->getRangeInit();
  if (auto *list = dyn_cast<CXXStdInitializerListExpr>(range->IgnoreImplicit()))
    range = list->getSubExpr();
  const VarDecl *variable = loop->getLoopVariable();
  const QualType type = variable->getType().getNonReferenceType();
  QualType element = type; // of the range, which may be another one than the variable's
  Value first = place(range), count;
  if (auto *array = context.getAsConstantArrayType(range->getType())) {
    count = Value::ofNumber(array->getSize().getSExtValue());
    element = array->getElementType();
  } else if (auto elements = elementsIn(first, range->getType())) {
    std::tie(first, count) = std::pair(elements->first, elements->count);
    element = elements->type;
  } else {
    // Of a class of the program's own, whose begin() and end() are pointers.
    auto pointed = [&](const DeclStmt *declared) {
      auto *iterator = declared ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
      if (!iterator || !iterator->getType()->isPointerType())
        return Value();
      element = iterator->getType()->getPointeeType();
      return value(iterator->getInit());
    };
    run(loop->getRangeStmt());
    first = pointed(loop->getBeginStmt());
    const Value end = pointed(loop->getEndStmt());
    auto width = sizeOf(element);
    if (first.isPlace() && end.isPlace() && first.object == end.object && width && *width > 0)
      count = Value::ofNumber((end.number - first.number) / *width);
  }
  const auto bytes = sizeOf(element);
  if (first.isPlace())
    first.object->isShared = true;
  if (isOver)
    return Flow::GoesOn;
  const bool matters = code.communicates(loop->getBody());
  if (code.endRuns(variable->getType()))
    stop();
  if (count.kind != Value::Kind::Number || !first.isPlace() || !bytes)
    return skip(loop);
  const bool isSame = context.hasSameUnqualifiedType(element, type);
  for (int64_t i = 0; i < count.number && !isOver; ++i) {
    if (i == kMostRounds && !matters)
      return skip(loop->getBody());
    Object *object = make(variable);
    frame->variables[variable] = object;
    const Value at = first.moved(i * *bytes);
    // What is converted is a copy.
    const bool isReference = variable->getType()->isReferenceType();
    Value taken =
        isReference && (isSame || element->isRecordType()) ? at : load(at, element, range);
    if (!isSame && element->isIntegerType() && type->isIntegerType() &&
        taken.kind == Value::Kind::Number)
      taken = fit(taken, type);
    else if (!isSame && !(element->isPointerType() && type->isPointerType()))
      taken = {};
    if (isReference)
      object->store(0, 8, isSame ? at : Value());
    else
      assign(Value::ofPointer(object), type, taken, nullptr);
    const Flow flow = run(loop->getBody());
    if (flow == Flow::Break)
      break;
    if (flow == Flow::Return)
      return flow;
  }
  return Flow::GoesOn;
}

} // namespace fencepost::plugin::trial
