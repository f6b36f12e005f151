//===- trial/Unknown.cpp - what is no longer known -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fencepost::plugin::trial {

void Process::forgetShared() {
  areStaticsForgotten = true;
  for (Object &object : course.objects)
    if (object.isShared)
      object.forget();
}

void Process::forgetMember(Value record, const MemberExpr *member) {
  auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  const QualType type = member->getType();
  auto bytes = sizeOf(type);
  auto *array = context.getAsConstantArrayType(type);
  // Arrays of no or one element at the end are as long as the memory.
  if (!field || !bytes || *bytes == 0 || field->isBitField() || type->isReferenceType() ||
      (array && array->getSize().ule(1)) || isa<CXXRecordDecl>(field->getParent()))
    return record.object->forget();
  const ASTRecordLayout &layout = context.getASTRecordLayout(field->getParent());
  const int64_t begin = record.number + layout.getFieldOffset(field->getFieldIndex()) / 8;
  record.object->forget(begin, begin + *bytes);
}

bool Process::isPath(const Expr *pointer) const {
  pointer = pointer->IgnoreParenImpCasts();
  if (auto *member = dyn_cast<MemberExpr>(pointer))
    return isa<FieldDecl>(member->getMemberDecl()) && isPath(member->getBase());
  auto *named = dyn_cast<DeclRefExpr>(pointer);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  return isa<CXXThisExpr>(pointer) ||
         (variable && !variable->getType()->isReferenceType() &&
          (!variable->hasLocalStorage() || frame->variables.count(variable)));
}

Value Process::pointedTo(const Expr *pointer) {
  if (!pointer->getType()->isPointerType())
    return {};
  // To look is not what the program does.
  std::vector<AccessEvent> ignored;
  llvm::SaveAndRestore looking(watched, &ignored);
  return value(pointer->IgnoreParens()->isLValue() ? pointer->IgnoreParens() : pointer);
}

const Expr *wholeOf(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParenCasts();
  while (true) {
    if (auto *member = dyn_cast<MemberExpr>(lvalue);
        member && !member->isArrow() && !member->getMemberDecl()->getType()->isReferenceType())
      lvalue = member->getBase()->IgnoreParenCasts();
    else if (auto *element = dyn_cast<ArraySubscriptExpr>(lvalue);
             element && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      lvalue = element->getBase()->IgnoreParenCasts();
    else
      break;
  }
  return lvalue;
}

bool Process::forgetElements(const Expr *container) {
  container = container->IgnoreParenImpCasts();
  auto *named = dyn_cast<DeclRefExpr>(container);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (!isPath(container) && !(variable && frame->variables.count(variable)))
    return false;
  std::vector<AccessEvent> ignored;
  llvm::SaveAndRestore looking(watched, &ignored);
  const auto elements = elementsIn(place(container), container->getType());
  if (!elements || !elements->first.isPlace())
    return false;
  elements->first.object->forget();
  return true;
}

void Process::forgetPlace(const Expr *lvalue, bool arePointersSame) {
  lvalue = wholeOf(lvalue);
  if (auto *call = dyn_cast<CallExpr>(lvalue); call && arePointersSame && onlyLooksUp(call))
    if (forgetElements(call->getArg(0)))
      return;
  auto *named = dyn_cast<DeclRefExpr>(lvalue);
  auto *known = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  const bool isDeclared = known && (!known->hasLocalStorage() || frame->variables.count(known));
  if (known && !isDeclared && !frame->outer && !known->getType()->isReferenceType())
    return; // of a block that was not entered
  const Expr *pointer = nullptr;
  auto *member = dyn_cast<MemberExpr>(lvalue);
  if (member && member->isArrow())
    pointer = member->getBase();
  else if (auto *element = dyn_cast<ArraySubscriptExpr>(lvalue))
    pointer = element->getBase();
  else if (auto *unary = dyn_cast<UnaryOperator>(lvalue); unary && unary->getOpcode() == UO_Deref)
    pointer = unary->getSubExpr();
  if (pointer && arePointersSame && isPath(pointer))
    if (const Value there = pointedTo(pointer); there.isPlace())
      return member ? forgetMember(there, member) : there.object->forget();
  if (!known || known->getType()->isReferenceType())
    return forgetShared();
  if (const Value at = variable(known); at.isPlace())
    at.object->forget();
}

bool onlyCalculates(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const unsigned id = callee ? callee->getBuiltinID() : 0;
  if (id == 0)
    return false;
  const Builtin::Context &builtins = callee->getASTContext().BuiltinInfo;
  return builtins.isConst(id) || builtins.isConstWithoutErrnoAndExceptions(id);
}

void Process::forgetParts(const Stmt *statement, bool arePointersSame) {
  if (!statement)
    return;
  if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    forgetPlace(binary->getLHS(), arePointersSame);
  if (auto *unary = dyn_cast<UnaryOperator>(statement);
      unary && (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf))
    forgetPlace(unary->getSubExpr(), arePointersSame);
  auto *call = dyn_cast<CallExpr>(statement);
  if (isa<CallExpr, CXXConstructExpr, AsmStmt, OMPExecutableDirective, LambdaExpr>(statement) &&
      !(call && (onlyLooksUp(call) || code.changesNothing(call)))) {
    forgetShared();
    if (auto *method = dyn_cast_or_null<CXXMemberCallExpr>(call))
      forgetPlace(method->getImplicitObjectArgument(), false);
    if (call)
      for (const Expr *argument : call->arguments())
        if (argument->isLValue())
          forgetPlace(argument, false);
  } else if (call && code.communicates(call)) // a poll, which brings something
    for (const Expr *argument : call->arguments()) {
      if (argument->isLValue())
        forgetPlace(argument, arePointersSame);
      else if (const Value there = pointedTo(argument); there.isPlace())
        there.object->forget();
    }
  if (auto *captured = dyn_cast<CapturedStmt>(statement))
    forgetParts(captured->getCapturedStmt(), arePointersSame);
  for (const Stmt *child : statement->children())
    forgetParts(child, arePointersSame);
}

/// Whether a pointer may come to point elsewhere.
bool Process::setsPointers(const Stmt *statement) {
  if (!statement)
    return false;
  auto *binary = dyn_cast<BinaryOperator>(statement);
  auto *unary = dyn_cast<UnaryOperator>(statement);
  auto *call = dyn_cast<CallExpr>(statement);
  if ((binary && binary->isAssignmentOp() && !binary->getType()->isArithmeticType()) ||
      (unary && unary->isIncrementDecrementOp() && !unary->getType()->isArithmeticType()) ||
      (call && !onlyLooksUp(call) && !code.changesNothing(call)))
    return true;
  auto *declared = dyn_cast<DeclStmt>(statement);
  if (declared && llvm::any_of(declared->decls(), [](const Decl *each) {
        auto *variable = dyn_cast<VarDecl>(each);
        return variable && variable->getInit() && !variable->getType()->isArithmeticType();
      }))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return setsPointers(child); });
}

void Process::share(const Stmt *statement) {
  if (!statement)
    return;
  auto shareVariable = [&](const Expr *lvalue) {
    lvalue = lvalue->IgnoreParenCasts();
    while (true) {
      if (auto *member = dyn_cast<MemberExpr>(lvalue); member && !member->isArrow())
        lvalue = member->getBase()->IgnoreParenCasts();
      else if (auto *element = dyn_cast<ArraySubscriptExpr>(lvalue))
        lvalue = element->getBase()->IgnoreParenCasts();
      else
        break;
    }
    auto *named = dyn_cast<DeclRefExpr>(lvalue);
    auto *known = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    if (const Value at = known ? variable(known) : Value(); at.isPlace())
      at.object->isShared = true;
  };
  if (auto *unary = dyn_cast<UnaryOperator>(statement); unary && unary->getOpcode() == UO_AddrOf)
    shareVariable(unary->getSubExpr());
  if (auto *cast = dyn_cast<CastExpr>(statement);
      cast && cast->getCastKind() == CK_ArrayToPointerDecay)
    shareVariable(cast->getSubExpr());
  if (auto *declared = dyn_cast<DeclStmt>(statement))
    for (const Decl *each : declared->decls())
      if (auto *variable = dyn_cast<VarDecl>(each);
          variable && variable->getType()->isReferenceType() && variable->getInit())
        shareVariable(variable->getInit());
  if (auto *call = dyn_cast<CallExpr>(statement))
    for (const Expr *argument : call->arguments())
      shareVariable(argument);
  if (auto *made = dyn_cast<CXXConstructExpr>(statement))
    for (const Expr *argument : made->arguments())
      shareVariable(argument);
  if (auto *method = dyn_cast<CXXMemberCallExpr>(statement))
    shareVariable(method->getImplicitObjectArgument());
  if (auto *lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const LambdaCapture &capture : lambda->captures())
      if (auto *captured =
              capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr)
        if (const Value at = variable(captured); at.isPlace())
          at.object->isShared = true;
    return share(lambda->getBody());
  }
  for (const Stmt *child : statement->children())
    share(child);
}

void Process::forgetDeclared(const Stmt *statement) {
  if (!statement)
    return;
  if (auto *declared = dyn_cast<DeclStmt>(statement))
    for (const Decl *each : declared->decls())
      if (auto found = frame->variables.find(dyn_cast<VarDecl>(each));
          found != frame->variables.end())
        found->second->forget();
  for (const Stmt *child : statement->children())
    forgetDeclared(child);
}

bool Process::awaits() {
  if (!polling.loop || polling.since == course.calls.size())
    return false;
  course.awaits.push_back(course.calls.size());
  // Other rounds may have done what this one did not.
  forget(polling.loop);
  forgetDeclared(polling.loop);
  return true;
}

void Process::forget(const Stmt *statement) {
  course.passedOver = course.calls.size() + 1;
  share(statement);
  forgetParts(statement, !setsPointers(statement));
}

} // namespace fencepost::plugin::trial
