//===- ActionBuilder.cpp - what statements do -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ActionBuilder.h"

#include "FunctionInfo.h"
#include "Names.h"
#include "ScopeEnds.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

void ActionBuilder::block(const CFGBlock *current) {
  here = current;
  construct = nullptr;
  made.clear();
  for (const CFGElement &element : *current)
    noteMade(element);
  actions = &graph.blocks[current->getBlockID()];
  for (const CFGElement &element : elementsInOrder(*current, info.context))
    this->element(element);
  if (current == &graph.cfg->getExit())
    add(Action::Kind::End);
}

bool ActionBuilder::isCopied(const Access &access) const {
  if (!construct)
    return false;
  const Address &address = access.address;
  return construct->isOpaque || OpenMp::isCopied(address.object, construct, true) ||
         OpenMp::isCopied(address.container, construct, true) ||
         (address.base && address.base->getType()->isRecordType() &&
          OpenMp::isCopied(address.base, construct, true)) ||
         OpenMp::isCopied(address.pointer, construct, false) ||
         llvm::any_of(address.dependsOn, [&](const ValueDecl *variable) {
           return OpenMp::isCopied(variable, construct, false);
         });
}

bool ActionBuilder::isCopied(const WindowPath &path) const {
  return llvm::any_of(path.dependsOn, [&](const ValueDecl *variable) {
    return OpenMp::isCopied(variable, construct, false);
  });
}

void ActionBuilder::addAccess(std::optional<Access> access) {
  if (access && !isCopied(*access))
    add(Action::Kind::Access).access = std::move(*access);
}

void ActionBuilder::addAccesses(std::vector<Access> accesses) {
  for (Access &access : accesses)
    addAccess(std::move(access));
}

void ActionBuilder::enterConstruct(const Stmt *statement) {
  const Construct *now = info.openMp.around(statement);
  if (now != construct && ((now && now->isUncertain) || (construct && construct->isUncertain)))
    addUnseen();
  construct = now;
  if (const Construct *ended = info.openMp.of(statement); ended && !ended->isOpaque)
    for (const Expr *result : ended->results)
      addAccess(accessTo(result, true, statement, info));
  if (const Construct *shared = info.openMp.sharedStep(statement))
    add(Action::Kind::NextThread).construct = shared;
}

void ActionBuilder::element(const CFGElement &element) {
  if (auto statement = element.getAs<CFGStmt>())
    return this->statement(statement->getStmt());
  // What a member of a new object is has no other name here: it is as it is found.
  if (element.getAs<CFGInitializer>())
    return;
  if (auto end = element.getAs<CFGLifetimeEnds>()) {
    add(Action::Kind::Expire).variable = end->getVarDecl();
    return;
  }
  if (element.getAs<CFGCleanupFunction>())
    return addUnseen();
  if (auto destruction = element.getAs<CFGImplicitDtor>()) {
    auto automatic = element.getAs<CFGAutomaticObjDtor>();
    auto base = element.getAs<CFGBaseDtor>();
    auto member = element.getAs<CFGMemberDtor>();
    // Of these clang does not say which destructor it is.
    QualType type = base     ? base->getBaseSpecifier()->getType()
                    : member ? member->getFieldDecl()->getType()
                             : QualType();
    auto *record = type.isNull() ? nullptr : type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    const CXXDestructorDecl *destructor = record ? record->getDestructor()
                                          : base || member
                                              ? nullptr
                                              : destruction->getDestructorDecl(info.context);
    if (!destructor)
      return addUnseen();
    Arguments arguments{destructor};
    auto temporary = element.getAs<CFGTemporaryDtor>();
    const VarDecl *object = automatic   ? automatic->getVarDecl()
                            : temporary ? info.temporaryOf(temporary->getBindTemporaryExpr())
                                        : nullptr;
    // A temporary that lives as long as the reference to it.
    if (automatic && object->getType()->isReferenceType())
      object = object->getInit() ? info.temporaryOf(object->getInit()) : nullptr;
    if (object)
      arguments.object = pathOfVariable(object);
    if (base)
      arguments.object = WindowPath{nullptr, "*", {}};
    if (member && !type->isArrayType())
      arguments.object = pathOfMember(member->getFieldDecl());
    addEffect(summaries.ofDestruction(destructor->getParent()), destructor, &arguments);
    if (temporary)
      add(Action::Kind::Expire).variable = object;
  }
}

void ActionBuilder::statement(const Stmt *statement) {
  if (info.unevaluated.contains(statement))
    return;
  enterConstruct(statement);
  const CXXTryStmt *handled = isa<CallExpr, CXXConstructExpr, CXXNewExpr, DeclStmt>(statement)
                                  ? info.tryAround(statement)
                                  : nullptr;
  std::size_t first = actions->size();
  if (handled)
    add(Action::Kind::Throw).handled = handled;
  execute(statement);
  if (!handled)
    return;
  bool isPartial = std::any_of(actions->begin() + first, actions->end(), [](const Action &each) {
    return each.kind == Action::Kind::Synchronizes;
  });
  Action &end = add(Action::Kind::Throw);
  end.handled = handled;
  end.isPartial = isPartial;
}

/// Whether it may be there to see what another thread has done.
static bool isAtomicRead(const Stmt *statement) {
  if (auto *cast = dyn_cast<ImplicitCastExpr>(statement))
    return cast->getCastKind() == CK_AtomicToNonAtomic ||
           (cast->getCastKind() == CK_LValueToRValue &&
            cast->getSubExpr()->getType().isVolatileQualified());
  auto *call = dyn_cast<CXXMemberCallExpr>(statement);
  const CXXRecordDecl *record = call ? call->getRecordDecl() : nullptr;
  return isa<AtomicExpr>(statement) ||
         (record && record->isInStdNamespace() && record->getIdentifier() &&
          record->getName().contains("atomic"));
}

void ActionBuilder::execute(const Stmt *statement) {
  if (isAtomicRead(statement) && info.program->makesThreads())
    addUnseen();
  if (auto *call = dyn_cast<CallExpr>(statement))
    return this->call(call);
  if (auto *construction = dyn_cast<CXXConstructExpr>(statement)) {
    const CXXConstructorDecl *constructor = construction->getConstructor();
    if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial())
      addAccess(accessTo(construction->getArg(0), false, construction, info));
    addAccesses(accessesOfCopy(construction, info));
    auto known = made.find(construction);
    if (known == made.end())
      return make(construction, std::nullopt);
    if (known->second.isVariable)
      return;
    if (known->second.temporary)
      add(Action::Kind::Redeclare).variable = known->second.temporary;
    return make(construction, known->second.object);
  }
  if (auto *bound = dyn_cast<CXXBindTemporaryExpr>(statement);
      bound && !isa<CXXConstructExpr>(bound->getSubExpr())) {
    add(Action::Kind::Redeclare).variable = info.temporaryOf(bound);
    return;
  }
  if (isa<GCCAsmStmt, MSAsmStmt, CXXInheritedCtorInitExpr>(statement))
    return addUnseen();
  if (auto *initial = dyn_cast<CXXDefaultInitExpr>(statement);
      initial && summaries.ofDefault(initial) != Effect::None)
    return addUnseen();
  if (auto *released = dyn_cast<CXXDeleteExpr>(statement)) {
    addAccess(accessOfDelete(released, info));
    if (!Summaries::isPlain(released))
      addUnseen();
    return;
  }
  if (auto *cast = dyn_cast<ImplicitCastExpr>(statement)) {
    if (cast->getCastKind() != CK_LValueToRValue)
      return;
    if (auto found = info.tests.find(variableOf(cast->getSubExpr())); found != info.tests.end())
      for (const CallExpr *test : found->second) {
        Action &answer = add(Action::Kind::Answer);
        answer.call = *mpiCall(test);
        nameWindow(answer);
      }
    return addAccess(accessTo(cast->getSubExpr(), false, cast, info));
  }
  if (auto *literal = dyn_cast<CompoundLiteralExpr>(statement))
    return addAccess(accessTo(literal, true, literal, info));
  if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    return write(binary->getLHS(), binary);
  if (auto *unary = dyn_cast<UnaryOperator>(statement); unary && unary->isIncrementDecrementOp())
    return write(unary->getSubExpr(), unary);
  if (auto *declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl *declared : declaration->decls()) {
      auto *variable = dyn_cast<VarDecl>(declared);
      if (variable && !variable->isStaticLocal())
        declare(variable);
      else if (auto *construction = variable ? constructionOf(variable) : nullptr) // once perhaps
        addEffect(summaries.ofFunction(construction->getConstructor()),
                  construction->getConstructor(), nullptr);
    }
}

void ActionBuilder::modify(const ValueDecl *name, std::optional<const VarDecl *> object) {
  Action &action = add(Action::Kind::Modify);
  action.variable = name;
  action.isOfOthers = object.has_value();
  action.object = object.value_or(nullptr);
}

void ActionBuilder::setFlag(const VarDecl *object, const FieldDecl *member, int64_t value) {
  Action &action = add(Action::Kind::Flag);
  action.object = object;
  action.variable = member;
  action.value = value;
}

void ActionBuilder::declare(const VarDecl *variable) {
  add(Action::Kind::Redeclare).variable = variable;
  addAccess(accessToRange(variable, info));
  const CXXConstructExpr *construction = constructionOf(variable);
  if (!construction)
    return;
  const CXXConstructorDecl *constructor = construction->getConstructor();
  if (info.isolated.contains(variable))
    for (const FieldDecl *member : flagsOf(constructor->getParent())) {
      bool isKnown = false;
      const Expr *initial = initialValue(constructor, member, isKnown);
      if (auto value = initial && isKnown ? flagValue(initial, info.context) : std::nullopt)
        setFlag(variable, member, *value);
    }
  make(construction, pathOfVariable(variable));
}

void ActionBuilder::make(const CXXConstructExpr *construction, std::optional<WindowPath> object) {
  const CXXConstructorDecl *constructor = construction->getConstructor();
  // One that is inherited does what the base's does, if there is nothing else to make.
  if (const CXXConstructorDecl *inherited = constructor->getInheritedConstructor().getConstructor();
      inherited && constructor->getParent()->getNumBases() == 1 &&
      llvm::none_of(constructor->getParent()->fields(), [](const FieldDecl *member) {
        return member->hasInClassInitializer() || member->getType()->isRecordType();
      }))
    constructor = inherited;
  Arguments arguments{constructor, {}, std::move(object), construction};
  arguments.values.assign(construction->arg_begin(), construction->arg_end());
  addEffect(summaries.ofFunction(constructor), constructor, &arguments);
}

WindowPath ActionBuilder::pathOfMember(const FieldDecl *member) {
  return {nullptr, "*" + stepOf(member), {member}};
}

void ActionBuilder::noteMade(const CFGElement &element) {
  auto note = [&](const Expr *initial, Made what) {
    if (auto *construction = dyn_cast_or_null<CXXConstructExpr>(initial))
      made.try_emplace(construction, std::move(what));
  };
  if (auto initializer = element.getAs<CFGInitializer>()) {
    const CXXCtorInitializer *one = initializer->getInitializer();
    if (one->isIndirectMemberInitializer() || !one->getInit())
      return;
    // A base's members are the object's own.
    return note(one->getInit()->IgnoreImplicit(),
                {one->getMember() ? pathOfMember(one->getMember()) : WindowPath{nullptr, "*", {}}});
  }
  auto statement = element.getAs<CFGStmt>();
  if (auto *bound = statement ? dyn_cast<CXXBindTemporaryExpr>(statement->getStmt()) : nullptr) {
    const VarDecl *temporary = info.temporaryOf(bound);
    return note(bound->getSubExpr(), {pathOfVariable(temporary), false, temporary});
  }
  if (auto *declaration = statement ? dyn_cast<DeclStmt>(statement->getStmt()) : nullptr)
    for (const Decl *one : declaration->decls())
      if (auto *variable = dyn_cast<VarDecl>(one))
        note(constructionOf(variable), {pathOfVariable(variable), true});
}

void ActionBuilder::write(const Expr *lvalue, const Expr *access) {
  addAccess(accessTo(lvalue, true, access, info));
  auto *assignment = dyn_cast<BinaryOperator>(access);
  // A handle that becomes null names no other window: what was done to the one that it named is
  // done.
  if (!(assignment && isWindowType(lvalue->getType()) &&
        isNullHandle(assignment->getRHS(), info.context)))
    modifyLvalue(lvalue);
  auto flag = flagOf(lvalue, info);
  if (!flag || !assignment || assignment->getOpcode() != BO_Assign)
    return;
  if (auto value = flagValue(assignment->getRHS(), info.context))
    setFlag(flag->first, flag->second, *value);
}

bool ActionBuilder::modifyNamed(const Expr *object) {
  object = object->IgnoreParenCasts();
  if (const Expr *bound = boundTo(object))
    return modifyNamed(bound);
  if (auto *element = dyn_cast<ArraySubscriptExpr>(object)) {
    const Expr *array = element->getBase()->IgnoreParenImpCasts();
    return array->getType()->isArrayType() && modifyNamed(array);
  }
  if (auto *named = dyn_cast<DeclRefExpr>(object))
    modify(named->getDecl());
  else if (auto *member = dyn_cast<MemberExpr>(object))
    modify(member->getMemberDecl());
  else
    return false;
  return true;
}

/// Whether there are no pointers or handles in the struct, as in an MPI_Status.
static bool isOfNumbers(const RecordDecl *record) {
  auto isNumber = [](const FieldDecl *part) {
    QualType type(part->getType()->getBaseElementTypeUnsafe(), 0);
    if (const RecordDecl *within = type->getAsRecordDecl())
      return isOfNumbers(within);
    auto *named = part->getType()->getAs<TypedefType>();
    return type->isArithmeticType() && !(named && named->getDecl()->getName().starts_with("MPI_"));
  };
  auto *derived = dyn_cast<CXXRecordDecl>(record);
  return record->isCompleteDefinition() && !record->isUnion() && !record->field_empty() &&
         !(derived && derived->getNumBases() != 0) && llvm::all_of(record->fields(), isNumber);
}

void ActionBuilder::modifyParts(const RecordDecl *record) {
  for (const FieldDecl *part : record->fields()) {
    modify(part);
    if (QualType type(part->getType()->getBaseElementTypeUnsafe(), 0); type->isRecordType())
      modifyParts(type->getAsRecordDecl());
  }
}

static bool isReference(const Expr *lvalue) {
  auto *named = dyn_cast<DeclRefExpr>(lvalue);
  auto *member = dyn_cast<MemberExpr>(lvalue);
  const ValueDecl *declared = named ? named->getDecl() : member ? member->getMemberDecl() : nullptr;
  return declared && declared->getType()->isReferenceType();
}

void ActionBuilder::modifyLvalue(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParenCasts();
  if (const Expr *bound = boundTo(lvalue))
    return modifyLvalue(bound);
  QualType type = lvalue->getType();
  // A reference is another name of what changes.
  bool isNamed = modifyNamed(lvalue) && !isReference(lvalue);
  bool isElement = isa<ArraySubscriptExpr>(lvalue);
  if ((!isNamed || isElement) && (type->isPointerType() || isWindowType(type)))
    modify(nullptr);
  else if (!isNamed && type->isIntegralOrEnumerationType())
    add(Action::Kind::ModifyNumber);
  // A whole struct brings new values for all its members, one of a union for the others.
  auto *member = dyn_cast<MemberExpr>(lvalue);
  bool isOfUnion = member && isInUnion(member->getMemberDecl()->getDeclContext());
  if (const RecordDecl *numbers = type->getAsRecordDecl(); numbers && isOfNumbers(numbers)) {
    modifyParts(numbers);
    add(Action::Kind::ModifyNumber);
  } else if (type->isRecordType()) {
    modify(nullptr);
  }
  if (isOfUnion) {
    modify(nullptr);
    add(Action::Kind::ModifyNumber);
  }
}

const CXXConstructExpr *ActionBuilder::constructionOf(const VarDecl *variable) {
  const Expr *initial = variable->getType()->isReferenceType() ? nullptr : variable->getInit();
  return initial ? dyn_cast<CXXConstructExpr>(initial->IgnoreImplicit()) : nullptr;
}

} // namespace fencepost::plugin
