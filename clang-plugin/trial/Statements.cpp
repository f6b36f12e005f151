//===- trial/Statements.cpp - what a process on trial executes ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "ControlFlow.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <tuple>

using namespace clang;

namespace fencepost::plugin::trial {

bool Process::surelyEnds(const Stmt *statement) {
  if (auto *block = dyn_cast_or_null<CompoundStmt>(statement))
    return llvm::any_of(block->body(), [&](const Stmt *each) { return surelyEnds(each); });
  if (auto *expr = dyn_cast_or_null<Expr>(statement))
    statement = expr->IgnoreUnlessSpelledInSource();
  if (auto *end = dyn_cast_or_null<ReturnStmt>(statement))
    return frame->function->isMain() && end->getRetValue() &&
           constantValue(end->getRetValue(), context).value_or(0) != 0;
  auto *call = dyn_cast_or_null<CallExpr>(statement);
  return isa_and_nonnull<CXXThrowExpr>(statement) || (call && endsProcess(call));
}

Process::Flow Process::run(const Stmt *statement) {
  if (!statement || isOver)
    return Flow::GoesOn;
  if (++steps > kMostSteps) {
    stop();
    return Flow::GoesOn;
  }
  if (auto *block = dyn_cast<CompoundStmt>(statement))
    return runBlock(block);
  if (auto *choice = dyn_cast<IfStmt>(statement))
    return runIf(choice);
  if (isa<ForStmt, WhileStmt, DoStmt>(statement))
    return runLoop(statement);
  if (auto *loop = dyn_cast<CXXForRangeStmt>(statement))
    return runRange(loop);
  if (auto *cases = dyn_cast<SwitchStmt>(statement))
    return runSwitch(cases);
  if (auto *end = dyn_cast<ReturnStmt>(statement)) {
    const Expr *returned = end->getRetValue();
    // It does not end here, but where the caller has it.
    if (returned && code.endCommunicates(returned->getType()))
      stop();
    if (returned)
      frame->returned =
          frame->function->getReturnType()->isReferenceType() ? place(returned) : value(returned);
    if (frame->function->isMain() && frame->returned.kind == Value::Kind::Number &&
        frame->returned.number != 0)
      course.gaveUp = true;
    return Flow::Return;
  }
  if (isa<BreakStmt>(statement))
    return Flow::Break;
  if (isa<ContinueStmt>(statement))
    return Flow::Continue;
  if (auto *declared = dyn_cast<DeclStmt>(statement)) {
    declare(declared);
    return Flow::GoesOn;
  }
  if (auto *label = dyn_cast<SwitchCase>(statement))
    return run(label->getSubStmt());
  if (auto *tried = dyn_cast<CXXTryStmt>(statement))
    return run(tried->getTryBlock());
  if (auto *attributed = dyn_cast<AttributedStmt>(statement))
    return run(attributed->getSubStmt());
  if (isa<NullStmt>(statement))
    return Flow::GoesOn;
  if (auto *expr = dyn_cast<Expr>(statement)) {
    value(expr);
    return Flow::GoesOn;
  }
  if (auto *directive = dyn_cast<OMPLoopDirective>(statement))
    return runShared(directive);
  return skip(statement); // OpenMP, labels
}

Process::Flow Process::runBlock(const CompoundStmt *block) {
  Flow flow = Flow::GoesOn;
  llvm::SmallVector<const VarDecl *, 4> declared;
  for (const Stmt *each : block->body()) {
    flow = run(each);
    if (auto *declaration = dyn_cast<DeclStmt>(each))
      for (const Decl *one : declaration->decls())
        if (auto *variable = dyn_cast<VarDecl>(one))
          declared.push_back(variable);
    if (isOver || flow != Flow::GoesOn)
      break;
  }
  for (const VarDecl *variable : llvm::reverse(declared))
    end(variable);
  return flow;
}

void Process::declare(const DeclStmt *declared) {
  for (const Decl *each : declared->decls()) {
    auto *variable = dyn_cast<VarDecl>(each);
    if (!variable || isOver)
      continue;
    if (!variable->hasLocalStorage()) {
      this->variable(variable);
      continue;
    }
    if (variable->hasAttr<CleanupAttr>())
      stop(); // at the end of the block
    const Expr *initial = variable->getInit();
    if (variable->getType()->isReferenceType()) {
      const Value bound = initial ? place(initial) : Value();
      frame->variables[variable] = make(variable);
      frame->variables[variable]->store(0, 8, bound);
      if (bound.isPlace())
        bound.object->isShared = true;
      continue;
    }
    Object *object = make(variable);
    // `int n = n;`, and a lambda that calls itself, see the new one.
    frame->variables[variable] = object;
    if (initial)
      initialize(Value::ofPointer(object), variable->getType(), initial);
  }
}

bool Process::endRuns(const DeclStmt *declared) {
  return llvm::any_of(declared->decls(), [&](const Decl *each) {
    auto *variable = dyn_cast<VarDecl>(each);
    return variable && code.endRuns(variable->getType());
  });
}

void Process::end(const VarDecl *variable) {
  QualType type = variable->getType();
  if (isOver || !variable->hasLocalStorage() || type->isReferenceType() || !code.endRuns(type))
    return;
  auto found = frame->variables.find(variable);
  if (type->isArrayType() || found == frame->variables.end())
    return endUnseen(type);
  endObject(Value::ofPointer(found->second), type);
}

void Process::endUnseen(QualType type) { code.endCommunicates(type) ? stop() : forgetShared(); }

void Process::endObject(Value place, QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const CXXDestructorDecl *destructor = record ? record->getDestructor() : nullptr;
  if (!destructor || isOver || !code.endRuns(type))
    return;
  const FunctionDecl *definition = nullptr;
  if (context.getSourceManager().isInSystemHeader(record->getLocation()) ||
      llvm::any_of(record->bases(),
                   [&](const CXXBaseSpecifier &base) { return code.endRuns(base.getType()); }) ||
      (destructor->isUserProvided() && !destructor->hasBody(definition)))
    return endUnseen(type);
  if (definition)
    enter(definition, place, {});
  const ASTRecordLayout &layout = context.getASTRecordLayout(record);
  llvm::SmallVector<const FieldDecl *, 8> fields(record->fields());
  for (const FieldDecl *field : llvm::reverse(fields))
    if (code.endRuns(field->getType()))
      endObject(place.moved(layout.getFieldOffset(field->getFieldIndex()) / 8), field->getType());
}

/// Whether the last it does is to leave the loop.
static bool leavesAtEnd(const Stmt *statement) {
  if (auto *block = dyn_cast_or_null<CompoundStmt>(statement))
    statement = block->body_empty() ? nullptr : block->body_back();
  return isa_and_nonnull<BreakStmt, ReturnStmt>(statement);
}

Process::Flow Process::runIf(const IfStmt *choice) {
  if (choice->isConsteval())
    return run(choice->isNegatedConsteval() ? choice->getThen() : choice->getElse());
  auto *begun = dyn_cast_or_null<DeclStmt>(choice->getInit());
  if (begun && endRuns(begun))
    stop(); // behind it
  run(choice->getInit());
  if (const DeclStmt *declared = choice->getConditionVariableDeclStmt())
    declare(declared);
  const std::optional<bool> answer = value(choice->getCond()).truth();
  if (isOver)
    return Flow::GoesOn;
  const Stmt *yes = choice->getThen(), *no = choice->getElse();
  if (answer)
    return run(*answer ? yes : no);
  if (surelyEnds(yes))
    return run(no);
  if (no && surelyEnds(no))
    return run(yes);
  if (leavesAtEnd(yes) != leavesAtEnd(no) && awaits())
    return run(leavesAtEnd(yes) ? yes : no);
  if (const Flow flow = skip(yes); isOver || flow != Flow::GoesOn)
    return flow;
  return skip(no);
}

Process::Flow Process::skip(const Stmt *statement) {
  if (!statement)
    return Flow::GoesOn;
  if (code.communicates(statement) || leaves(statement))
    stop();
  else
    forget(statement);
  return Flow::GoesOn;
}

bool isSimple(const Stmt *asked) {
  return !isa<CallExpr, ArraySubscriptExpr, MemberExpr, CXXConstructExpr>(asked) &&
         !(isa<UnaryOperator>(asked) && cast<UnaryOperator>(asked)->getOpcode() == UO_Deref) &&
         llvm::all_of(asked->children(), isSimple);
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
    if (!answer || (!matters && (round == kMostRounds || steps - before > kMostLoopSteps))) {
      // What it waits for may be what another process does.
      if (!answer && awaits())
        return Flow::GoesOn;
      if (matters || leaves(loop) || !condition ||
          (!answer && !(isa<ForStmt>(loop) && isSimple(condition))))
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

Process::Flow Process::runSwitch(const SwitchStmt *cases) {
  llvm::SaveAndRestore<Polling> inside(polling, {});
  run(cases->getInit());
  const Value asked = value(cases->getCond());
  auto *body = dyn_cast<CompoundStmt>(cases->getBody());
  if (isOver)
    return Flow::GoesOn;
  if (asked.kind != Value::Kind::Number || !body || cases->getConditionVariable())
    return skip(cases);
  auto chosen = chosenBy(cases, asked.number, context);
  if (!chosen)
    return skip(cases);
  if (!*chosen)
    return Flow::GoesOn;
  bool isInside = false;
  for (const Stmt *each : body->body()) {
    isInside |= isLabelled(each, *chosen);
    if (auto *declared = dyn_cast<DeclStmt>(each); declared && isInside && endRuns(declared))
      stop();
    const Flow flow = isInside ? run(each) : Flow::GoesOn;
    if (flow == Flow::Break)
      return Flow::GoesOn;
    if (flow != Flow::GoesOn)
      return flow;
  }
  if (!isInside)
    stop();
  return Flow::GoesOn;
}

} // namespace fencepost::plugin::trial
