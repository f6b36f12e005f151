//===- trial/PassedOver.cpp - what code that is not executed may change ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/PassedOver.h"

#include "ControlFlow.h"
#include "Names.h"
#include "trial/Code.h"
#include "trial/Kinds.h"

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

namespace {

using Kind = Change::Kind;

class Collector {
public:
  Collector(Code &code, PassedOver &passed) : code(code), passed(passed) {}

  void addChanges(const Stmt *statement);
  void addPointed(const Stmt *statement);
  bool setsPointers(const Stmt *statement);

private:
  Code &code;
  PassedOver &passed;

  void add(Kind kind, const Stmt *statement, QualType stored = {}) {
    passed.changes.push_back({kind, statement, stored});
  }
  void addCall(const Stmt *statement, const CallExpr *call);
  void addRange(const CXXForRangeStmt *loop);
  void addPointed(const VarDecl *variable) {
    if (variable && !llvm::is_contained(passed.pointed, variable))
      passed.pointed.push_back(variable);
  }
  void addPointedIn(const Expr *lvalue);
};

/// Of a loop through a container whose begin and end change nothing.
void Collector::addRange(const CXXForRangeStmt *loop) {
  if (loop->getLoopVariable()->getType()->isReferenceType())
    add(Kind::Elements, loop);
  addChanges(loop->getInit());
  addChanges(loop->getRangeInit());
  if (code.hasCode(loop->getLoopVariable()->getType()))
    add(Kind::Shared, loop);
  addChanges(loop->getBody());
}

/// Of what is no function of which more is known.
void Collector::addCall(const Stmt *statement, const CallExpr *call) {
  add(Kind::Shared, statement);
  if (auto *method = dyn_cast_or_null<CXXMemberCallExpr>(call))
    add(Kind::Given, method->getImplicitObjectArgument());
  if (call)
    for (const Expr *argument : call->arguments())
      if (argument->isLValue())
        add(Kind::Given, argument);
}

void Collector::addChanges(const Stmt *statement) {
  if (!statement)
    return;
  if (code.runsAtEnd(statement))
    add(Kind::Shared, statement);
  if (const Expr *defaulted = defaultOf(statement))
    return addChanges(defaulted);
  if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    add(Kind::Place, binary->getLHS(), binary->getLHS()->getType());
  if (auto *unary = dyn_cast<UnaryOperator>(statement)) {
    if (unary->isIncrementDecrementOp())
      add(Kind::Place, unary->getSubExpr(), unary->getType());
    else if (unary->getOpcode() == UO_AddrOf)
      add(Kind::Place, unary->getSubExpr());
  }
  auto *call = dyn_cast<CallExpr>(statement);
  const auto *stored = call && !code.communicates(call) ? code.onlyStores(call) : nullptr;
  if (call && code.onlyGrows(call))
    add(Kind::Container, call);
  else if (isPlainCopy(statement)) {
    if (call)
      add(Kind::Place, call->getArg(0), call->getArg(0)->getType());
  } else if (auto values = changedValues(statement))
    for (const Expr *each : *values)
      add(each->getType()->isPointerType() ? Kind::Pointee : Kind::Place, each); // of `->`
  else if (stored)
    for (QualType type : *stored)
      add(Kind::Shared, call, type);
  else if (isa<CallExpr, CXXConstructExpr, AsmStmt, OMPExecutableDirective, LambdaExpr>(
               statement) &&
           !(call && (onlyLooksUp(call) || code.changesNothing(call))))
    addCall(statement, call);
  else if (call && code.communicates(call)) // a poll, which brings something
    for (const Expr *argument : call->arguments())
      add(argument->isLValue() ? Kind::Place : Kind::Received, argument);
  if (auto *captured = dyn_cast<CapturedStmt>(statement))
    addChanges(captured->getCapturedStmt());
  if (auto *loop = dyn_cast<CXXForRangeStmt>(statement); loop && isOverContainer(loop))
    return addRange(loop);
  for (const Stmt *child : statement->children()) {
    const Expr *given =
        stored && isa_and_nonnull<Expr>(child) ? addressedIn(cast<Expr>(child)) : nullptr;
    addChanges(given ? given : child);
  }
}

void Collector::addPointedIn(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParenCasts();
  while (true) {
    if (auto *member = dyn_cast<MemberExpr>(lvalue); member && !member->isArrow())
      lvalue = member->getBase()->IgnoreParenCasts();
    else if (auto *element = dyn_cast<ArraySubscriptExpr>(lvalue))
      lvalue = element->getBase()->IgnoreParenCasts();
    else
      break;
  }
  if (auto *named = dyn_cast<DeclRefExpr>(lvalue))
    addPointed(dyn_cast<VarDecl>(named->getDecl()));
}

void Collector::addPointed(const Stmt *statement) {
  if (!statement)
    return;
  if (auto *unary = dyn_cast<UnaryOperator>(statement); unary && unary->getOpcode() == UO_AddrOf)
    addPointedIn(unary->getSubExpr());
  if (auto *cast = dyn_cast<CastExpr>(statement);
      cast && cast->getCastKind() == CK_ArrayToPointerDecay)
    addPointedIn(cast->getSubExpr());
  if (auto *declared = dyn_cast<DeclStmt>(statement))
    for (const Decl *each : declared->decls())
      if (auto *variable = dyn_cast<VarDecl>(each);
          variable && variable->getType()->isReferenceType() && variable->getInit())
        addPointedIn(variable->getInit());
  if (auto *call = dyn_cast<CallExpr>(statement))
    for (const Expr *argument : call->arguments())
      addPointedIn(argument);
  if (auto *made = dyn_cast<CXXConstructExpr>(statement))
    for (const Expr *argument : made->arguments())
      addPointedIn(argument);
  if (auto *list = dyn_cast<InitListExpr>(statement)) // of members that are references
    for (const Expr *each : list->inits())
      addPointedIn(each);
  if (const Expr *defaulted = defaultOf(statement))
    return addPointed(defaulted);
  if (auto *method = dyn_cast<CXXMemberCallExpr>(statement))
    addPointedIn(method->getImplicitObjectArgument());
  if (auto *lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        addPointed(dyn_cast<VarDecl>(capture.getCapturedVar()));
    return addPointed(lambda->getBody());
  }
  for (const Stmt *child : statement->children())
    addPointed(child);
}

bool Collector::setsPointers(const Stmt *statement) {
  if (!statement)
    return false;
  auto *binary = dyn_cast<BinaryOperator>(statement);
  auto *unary = dyn_cast<UnaryOperator>(statement);
  auto *call = dyn_cast<CallExpr>(statement);
  const bool isCopy = isPlainCopy(statement);
  if ((((binary && binary->isAssignmentOp()) || (call && isCopy) ||
        (unary && unary->isIncrementDecrementOp())) &&
       mayHoldPointers(cast<Expr>(statement)->getType())) ||
      (call && !isCopy && !onlyLooksUp(call) && !code.onlyStores(call) && !code.onlyGrows(call) &&
       !changedValues(call)) ||
      code.runsAtEnd(statement))
    return true;
  if (const Expr *defaulted = defaultOf(statement))
    return setsPointers(defaulted);
  auto *declared = dyn_cast<DeclStmt>(statement);
  if (declared && llvm::any_of(declared->decls(), [](const Decl *each) {
        auto *variable = dyn_cast<VarDecl>(each);
        return variable && variable->getInit() && mayHoldPointers(variable->getType());
      }))
    return true;
  if (auto *loop = dyn_cast<CXXForRangeStmt>(statement); loop && isOverContainer(loop))
    return mayHoldPointers(loop->getLoopVariable()->getType().getNonReferenceType()) ||
           setsPointers(loop->getRangeInit()) || setsPointers(loop->getBody());
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return setsPointers(child); });
}

} // namespace

const PassedOver &Code::passedOver(const Stmt *statement) {
  std::unique_ptr<PassedOver> &known = passed[statement];
  if (!known) {
    known = std::make_unique<PassedOver>();
    Collector collector(*this, *known);
    collector.addChanges(statement);
    collector.addPointed(statement);
    known->setsPointers = collector.setsPointers(statement);
    known->leaves = leaves(statement);
  }
  return *known;
}

} // namespace fencepost::plugin::trial
