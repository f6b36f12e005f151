//===- MemberValues.cpp - what members of local objects hold all their life ===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberValues.h"

#include "Captures.h"
#include "FunctionInfo.h"
#include "Names.h"
#include "Summaries.h"
#include "WindowPath.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

const Expr *plain(const Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  if (auto *initial = dyn_cast<CXXDefaultInitExpr>(expr))
    expr = initial->getExpr()->IgnoreParenImpCasts();
  return expr;
}

/// Whether a method may be called for the object without anybody else getting hold of it.
bool isOfItself(const FunctionDecl *method, Summaries &summaries) {
  return summaries.definition(method) && !summaries.changesOf(method).handles &&
         !summaries.givesThisAway(method);
}

/// What happens to an object, or to a variable or member, within a scope.
class Uses : public RecursiveASTVisitor<Uses> {
public:
  Uses(const ValueDecl *subject, Summaries &summaries) : subject(subject), summaries(summaries) {}

  std::set<const ValueDecl *> changedMembers; // by the object's methods
  bool isChanged = false;                     // the subject, in sight

  /// Whether all that is done with the object is to call its methods and to read its members.
  bool isByMembers() const { return mentions == memberUses; }

  bool VisitDeclRefExpr(DeclRefExpr *named) {
    mentions += named->getDecl() == subject;
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) {
    const CXXMethodDecl *method = call->getMethodDecl();
    if (!isSubject(call->getImplicitObjectArgument()) || !method || !Summaries::isBound(call) ||
        !isOfItself(method, summaries))
      return true;
    ++memberUses;
    Changes changes = summaries.changesOf(method);
    changedMembers.insert(changes.renewed.begin(), changes.renewed.end());
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    auto *member = dyn_cast<MemberExpr>(cast->getSubExpr()->IgnoreParens());
    memberUses += cast->getCastKind() == CK_LValueToRValue && member && !member->isArrow() &&
                  isSubject(member->getBase());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) {
    isChanged |= binary->isAssignmentOp() && isSubject(binary->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *unary) {
    isChanged |= (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf) &&
                 isSubject(unary->getSubExpr());
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    isChanged |= variable->getType()->isLValueReferenceType() &&
                 !variable->getType()->getPointeeType().isConstQualified() && variable->getInit() &&
                 isSubject(variable->getInit());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && summaries.definition(callee))
      isChanged |=
          summaries.changesOf(callee).names.count(subject) != 0;
    unsigned self = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
    for (unsigned i = self; i < call->getNumArgs(); ++i)
      bind(callee, i - self, call->getArg(i));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    for (unsigned i = 0; i < construction->getNumArgs(); ++i)
      bind(construction->getConstructor(), i, construction->getArg(i));
    return true;
  }

private:
  const ValueDecl *subject;
  Summaries &summaries;
  unsigned mentions = 0, memberUses = 0;

  bool isSubject(const Expr *expr) const {
    expr = expr->IgnoreParenCasts();
    if (auto *member = dyn_cast<MemberExpr>(expr))
      return member->getMemberDecl() == subject;
    auto *named = dyn_cast<DeclRefExpr>(expr);
    return named && named->getDecl() == subject && !named->refersToEnclosingVariableOrCapture();
  }

  /// A function that takes a reference may change what it refers to.
  void bind(const FunctionDecl *callee, unsigned parameter, const Expr *argument) {
    if (!argument->isLValue() || !isSubject(argument))
      return;
    if (!callee || parameter >= callee->getNumParams())
      return;
    QualType type = callee->getParamDecl(parameter)->getType();
    Changes changes = summaries.changesOf(callee);
    bool isQuiet = summaries.definition(callee) && !changes.handles && !changes.numbers;
    isChanged |= type->isReferenceType() && !type->getPointeeType().isConstQualified() && !isQuiet;
  }
};

/// Objects that a block of the function declares.
class Objects : public RecursiveASTVisitor<Objects> {
public:
  Objects(FunctionInfo &info, Summaries &summaries) : info(info), summaries(summaries) {}

  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool VisitCompoundStmt(CompoundStmt *scope) {
    for (Stmt *statement : scope->body())
      if (auto *declaration = dyn_cast<DeclStmt>(statement))
        for (Decl *declared : declaration->decls())
          if (auto *variable = dyn_cast<VarDecl>(declared))
            object(variable, scope);
    return true;
  }

private:
  FunctionInfo &info;
  Summaries &summaries;

  void object(const VarDecl *object, CompoundStmt *scope) {
    const CXXRecordDecl *record = object->getType()->getAsCXXRecordDecl();
    const Expr *initial = object->getInit() ? object->getInit()->IgnoreImplicit() : nullptr;
    auto *construction = dyn_cast_or_null<CXXConstructExpr>(initial);
    auto *list = dyn_cast_or_null<InitListExpr>(initial);
    if (!record || !record->hasDefinition() || record->isUnion() || !object->hasLocalStorage() ||
        (!construction && !list) || info.isInOpenMp(scope))
      return;
    Uses uses(object, summaries);
    uses.TraverseStmt(scope);
    if (!uses.isByMembers())
      return;
    const CXXDestructorDecl *destructor = record->getDestructor();
    bool isKept = (record->hasTrivialDestructor() || isOfItself(destructor, summaries)) &&
                  (list || isOfItself(construction->getConstructor(), summaries));
    if (!isKept)
      return;
    info.isolated.insert(object);
    std::set<const ValueDecl *> changed = std::move(uses.changedMembers);
    for (const FunctionDecl *own :
         {static_cast<const FunctionDecl *>(destructor),
          static_cast<const FunctionDecl *>(construction ? construction->getConstructor()
                                                         : nullptr)})
      if (own && summaries.definition(own)) {
        Changes changes = summaries.changesOf(own);
        changed.insert(changes.renewed.begin(), changes.renewed.end());
      }
    for (const FieldDecl *member : record->fields())
      if (const Expr *value = changed.count(member) ? nullptr : valueOf(member, construction, list))
        add(object, member, value, scope);
  }

  static const Expr *valueOf(const FieldDecl *member, const CXXConstructExpr *construction,
                             const InitListExpr *list) {
    if (list)
      return member->getFieldIndex() < list->getNumInits() ? list->getInit(member->getFieldIndex())
                                                           : nullptr;
    bool isKnown = false;
    const Expr *initial = initialValue(construction, member, isKnown);
    auto *parameter = initial ? dyn_cast_or_null<ParmVarDecl>(variableOf(initial)) : nullptr;
    if (!parameter || parameter->getDeclContext() != construction->getConstructor()->getDefinition())
      return nullptr;
    unsigned index = parameter->getFunctionScopeIndex();
    return index < construction->getNumArgs() ? construction->getArg(index) : nullptr;
  }

  void add(const VarDecl *object, const FieldDecl *member, const Expr *value, CompoundStmt *scope) {
    value = plain(value);
    if (!isWindowType(member->getType()) &&
        !member->getType().getNonReferenceType()->isIntegralOrEnumerationType())
      return;
    auto path = value->isLValue() ? pathOf(value, info) : std::nullopt;
    if (!path)
      return;
    for (const ValueDecl *part : path->dependsOn) {
      Uses uses(part, summaries);
      uses.TraverseStmt(scope);
      auto *variable = dyn_cast<VarDecl>(part);
      bool isElsewhere = variable && !variable->getType()->isReferenceType() &&
                         !isWindowType(variable->getType()) && !info.isStable(variable);
      if (uses.isChanged || isElsewhere)
        return;
    }
    info.memberValues.push_back({object, member, value});
  }
};

} // namespace

const Expr *initialValue(const CXXConstructExpr *construction, const FieldDecl *member,
                         bool &isKnown) {
  isKnown = false;
  const FunctionDecl *definition = nullptr;
  const CXXConstructorDecl *constructor = construction->getConstructor();
  if (member->getParent()->getCanonicalDecl() != constructor->getParent()->getCanonicalDecl() ||
      constructor->isCopyOrMoveConstructor())
    return nullptr;
  isKnown = constructor->isTrivial() || constructor->isDefaultConstructor();
  if (!constructor->hasBody(definition))
    return nullptr;
  constructor = cast<CXXConstructorDecl>(definition);
  isKnown = !constructor->isDelegatingConstructor();
  for (const CXXCtorInitializer *initializer : constructor->inits())
    if (initializer->getMember() == member)
      return plain(initializer->getInit());
  return nullptr;
}

void findMemberValues(FunctionInfo &info, Summaries &summaries) {
  if (info.context.getLangOpts().CPlusPlus)
    Objects(info, summaries).TraverseStmt(info.function->getBody());
}

WindowPath withMemberValue(WindowPath path, const FunctionInfo &info) {
  for (const MemberValue &each : info.memberValues) {
    llvm::StringRef rest(path.steps);
    if (each.object != path.root || !rest.consume_front(stepOf(each.member)) ||
        (!rest.empty() && isDigit(rest.front())))
      continue;
    auto from = pathOf(each.value, info);
    if (!from)
      return path;
    from->steps += rest;
    for (const ValueDecl *part : path.dependsOn)
      if (part != path.root && part != each.member)
        from->dependsOn.push_back(part);
    return std::move(*from);
  }
  return path;
}

} // namespace fencepost::plugin
