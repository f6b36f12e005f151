//===- trial/Unknown.cpp - what is no longer known -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fencepost::plugin::trial {

/// Of which memory for anything may be made, and which any object may be accessed by.
static bool isBytes(QualType type) { return type->isAnyCharacterType() || type->isStdByteType(); }

/// Whether objects of the type have a part that a store of the other type may go to.
static bool mayHold(QualType type, QualType stored, const ASTContext &context, unsigned depth = 4) {
  type = type.getCanonicalType();
  if (auto *array = context.getAsArrayType(type))
    return mayHold(array->getElementType(), stored, context, depth);
  if (auto *record = type->getAsRecordDecl())
    return depth == 0 || !record->isCompleteDefinition() || record->isUnion() ||
           (isa<CXXRecordDecl>(record) && cast<CXXRecordDecl>(record)->getNumBases() != 0) ||
           llvm::any_of(record->fields(), [&](const FieldDecl *field) {
             return mayHold(field->getType(), stored, context, depth - 1);
           });
  return !type->isScalarType() || !stored->isScalarType() || isBytes(type) ||
         (type->isFloatingType() == stored->isFloatingType() && !type->isPointerType() &&
          context.getTypeSize(type) == context.getTypeSize(stored));
}

/// As objects of one type are not changed through names of another one (C 6.5, C++ [basic.lval]).
Object::Kinds Process::kindsIn(QualType stored) const {
  auto *named = stored.isNull() ? nullptr : stored->getAs<TypedefType>();
  if (stored.isNull() || (named && named->getDecl()->hasAttr<MayAliasAttr>()) || isBytes(stored) ||
      stored->isReferenceType() || mayHoldPointers(stored))
    return {};
  const bool areHandlesNumbers = bindings.world.object.empty();
  if (stored->isRecordType() || !stored->isScalarType() || stored->isAnyComplexType())
    return {true, true, areHandlesNumbers};
  if (stored->isRealFloatingType())
    return {false, true, false, sizeOf(stored)};
  return {true, false, areHandlesNumbers, sizeOf(stored)};
}

void Process::forgetShared(QualType stored) {
  areStaticsForgotten = true;
  const Object::Kinds kinds = kindsIn(stored);
  for (Object &object : course.objects) {
    if (!object.isShared || object.next) // nobody knows what is there
      continue;
    if (kinds.areAll() || object.isUnion)
      object.forget();
    else // zeros are of any type
      object.forget(kinds,
                    object.variable && !mayHold(object.variable->getType(), stored, context));
  }
}

void Process::forgetMember(Value record, const MemberExpr *member) {
  auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  const QualType type = member->getType();
  auto bytes = sizeOf(type);
  auto *array = context.getAsConstantArrayType(type);
  // Arrays of no or one element at the end are as long as the memory.
  if (!field || !bytes || *bytes == 0 || field->isBitField() || type->isReferenceType() ||
      (array && array->getSize().ule(1)))
    return record.object->forget();
  const ASTRecordLayout &layout = context.getASTRecordLayout(field->getParent());
  const int64_t begin = record.number + layout.getFieldOffset(field->getFieldIndex()) / 8;
  record.object->forget(begin, begin + *bytes);
}

Value Process::pointedTo(const Expr *pointer) {
  if (!pointer->getType()->isPointerType())
    return {};
  // To look is not what the program does.
  std::vector<AccessEvent> ignored;
  llvm::SaveAndRestore looking(watched, &ignored);
  return value(pointer->IgnoreParens()->isLValue() ? pointer->IgnoreParens() : pointer);
}

Value Process::referredTo(const VarDecl *reference) const {
  auto found = frame->variables.find(reference);
  return found != frame->variables.end() ? found->second->load(0, 8) : Value();
}

Value Process::containerAt(const Expr *container) {
  container = container->IgnoreParenImpCasts();
  auto *named = dyn_cast<DeclRefExpr>(container);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (!isPath(container) && !(variable && frame->variables.count(variable)))
    return {};
  std::vector<AccessEvent> ignored;
  llvm::SaveAndRestore looking(watched, &ignored);
  return place(container);
}

bool Process::forgetElements(const Expr *container) {
  const auto elements = elementsIn(containerAt(container), container->getType());
  if (!elements || !elements->first.isPlace())
    return false;
  elements->first.object->forget();
  return true;
}

void Process::forgetPlace(const Expr *lvalue, bool arePointersSame, QualType stored) {
  lvalue = wholeOf(lvalue);
  if (auto *chosen = dyn_cast<AbstractConditionalOperator>(lvalue)) {
    forgetPlace(chosen->getTrueExpr(), arePointersSame, stored);
    return forgetPlace(chosen->getFalseExpr(), arePointersSame, stored);
  }
  if (auto *binary = dyn_cast<BinaryOperator>(lvalue); binary && binary->isPtrMemOp())
    return binary->getOpcode() == BO_PtrMemD ? forgetPlace(binary->getLHS(), arePointersSame)
                                             : forgetShared();
  if (auto *binary = dyn_cast<BinaryOperator>(lvalue))
    return forgetPlace(binary->isAssignmentOp() ? binary->getLHS() : binary->getRHS(),
                       arePointersSame, stored);
  if (auto *unary = dyn_cast<UnaryOperator>(lvalue); unary && unary->isIncrementDecrementOp())
    return forgetPlace(unary->getSubExpr(), arePointersSame, stored);
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
  if (known && forgottenElements.contains(known))
    return;
  if (known && known->getType()->isReferenceType() && !declares(forgotten, known))
    if (const Value at = referredTo(known); at.isPlace())
      return at.object->forget();
  if (!known || known->getType()->isReferenceType())
    return forgetShared(stored);
  if (const Value at = variable(known); at.isPlace())
    at.object->forget();
}

void Process::forgetGrown(const CXXMemberCallExpr *call, bool arePointersSame) {
  const bool isSwap = call->getMethodDecl()->getName() == "swap";
  auto forgetContainer = [&](const Expr *container) {
    // Those of others have no place of which anything is known.
    const bool hasPlace = keepsElements(call->getObjectType());
    const bool isArrow = container->getType()->isPointerType();
    const Value at = !hasPlace || !arePointersSame ? Value()
                     : !isArrow                    ? containerAt(container)
                     : isPath(container)           ? pointedTo(container)
                                                   : Value();
    const Value elements = at.isPlace() ? at.object->load(at.number, 8) : Value();
    if (hasPlace && !elements.isPlace())
      forgetShared();
    if (isArrow && at.isPlace())
      at.object->forget();
    else if (!isArrow)
      forgetPlace(container, arePointersSame);
    if (!elements.isPlace())
      return;
    // They may lie elsewhere now, those of another container even.
    Object *moved = make();
    moved->isShared = true;
    elements.object->moveTo(moved);
    at.object->store(at.number, 8, isSwap ? Value() : Value::ofPointer(moved));
  };
  forgetContainer(call->getImplicitObjectArgument());
  if (isSwap)
    forgetContainer(call->getArg(0));
}

void Process::forget(const Change &change, bool arePointersSame) {
  using Kind = Change::Kind;
  if (change.kind == Kind::Shared)
    return forgetShared(change.stored);
  if (change.kind == Kind::Container)
    return forgetGrown(cast<CXXMemberCallExpr>(change.statement), arePointersSame);
  if (change.kind == Kind::Elements) {
    auto *loop = cast<CXXForRangeStmt>(change.statement);
    const Expr *range = loop->getRangeInit();
    if (keepsElements(range->getType()) && !(arePointersSame && forgetElements(range)))
      forgetShared();
    forgottenElements.insert(loop->getLoopVariable());
    return;
  }
  auto *expr = cast<Expr>(change.statement);
  if (change.kind == Kind::Place || change.kind == Kind::Given)
    return forgetPlace(expr, arePointersSame && change.kind == Kind::Place, change.stored);
  const bool isReceived = change.kind == Kind::Received;
  const bool isKnown = isReceived || (arePointersSame && isPath(expr));
  if (const Value at = isKnown ? pointedTo(expr) : Value(); at.isPlace())
    at.object->forget();
  else if (!isReceived)
    forgetShared();
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
  llvm::SaveAndRestore inside(forgotten, statement);
  forgottenElements.clear();
  const PassedOver &passed = code.passedOver(statement);
  for (const VarDecl *each : passed.pointed)
    if (const Value at = variable(each); at.isPlace())
      at.object->isShared = true;
  for (const Change &change : passed.changes)
    forget(change, !passed.setsPointers);
}

} // namespace fencepost::plugin::trial
