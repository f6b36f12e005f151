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
    const bool isPlace = frame->function->getReturnType()->isReferenceType();
    const Expr *made = returned && !isPlace ? madeBy(returned) : nullptr;
    if (returned)
      frame->returned = isPlace ? place(returned) : value(made ? made : returned);
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
    runExpression(expr);
    return Flow::GoesOn;
  }
  if (auto *directive = dyn_cast<OMPLoopDirective>(statement))
    return runShared(directive);
  return skip(statement); // OpenMP, labels
}

const Expr *Process::madeBy(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (auto *cleanups = dyn_cast<ExprWithCleanups>(expr))
    expr = cleanups->getSubExpr()->IgnoreParens();
  if (auto *cast = dyn_cast<CXXFunctionalCastExpr>(expr))
    expr = cast->getSubExpr()->IgnoreParens();
  auto *bound = dyn_cast<CXXBindTemporaryExpr>(expr);
  return bound ? bound->getSubExpr() : nullptr;
}

void Process::runExpression(const Expr *expr) {
  llvm::SaveAndRestore inside(whole, {frame, temporaries.size()});
  const Expr *made = madeBy(expr);
  const Value object = value(made ? made : expr);
  // An object that nobody names ends at once.
  if (made && object.isPlace())
    endObject(object, made->getType(), {});
  else if (made)
    endUnseen(made->getType());
  endTemporaries();
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
    llvm::SaveAndRestore inside(whole, {frame, temporaries.size()});
    if (variable->getType()->isReferenceType()) {
      const Value bound = initial ? place(initial) : Value();
      frame->variables[variable] = make(variable);
      frame->variables[variable]->store(0, 8, bound);
      if (bound.isPlace())
        bound.object->isShared = true;
      endTemporaries();
      continue;
    }
    measure(variable->getType());
    Object *object = make(variable);
    // `int n = n;`, and a lambda that calls itself, see the new one.
    frame->variables[variable] = object;
    if (initial)
      initialize(Value::ofPointer(object), variable->getType(), initial);
    endTemporaries();
  }
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
  if (code.communicates(statement) || code.passedOver(statement).leaves)
    stop();
  else
    forget(statement);
  return Flow::GoesOn;
}

Process::Flow Process::runSwitch(const SwitchStmt *cases) {
  llvm::SaveAndRestore<Polling> inside(polling, {});
  auto *begun = dyn_cast_or_null<DeclStmt>(cases->getInit());
  if (begun && endRuns(begun))
    stop(); // behind it
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
