//===- MemberValues.cpp - what members of local objects hold all their life ===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberValues.h"

#include "Bases.h"
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
      isChanged |= summaries.changesOf(callee).names.count(subject) != 0;
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
  /// `Guard(win, target).put(x);`
  bool VisitExprWithCleanups(ExprWithCleanups *full) {
    const Expr *whole = full->getSubExpr()->IgnoreParenCasts();
    auto *call = dyn_cast<CXXMemberCallExpr>(whole);
    const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
    if (!call || (method && Summaries::isBound(call) && isOfItself(method, summaries)))
      if (const VarDecl *temporary =
              info.temporaryOf(call ? call->getImplicitObjectArgument() : whole))
        object(temporary, full, method);
    return true;
  }

private:
  FunctionInfo &info;
  Summaries &summaries;

  /// `called`: the one method that a temporary is made for.
  void object(const VarDecl *object, Stmt *scope, const CXXMethodDecl *called = nullptr) {
    const VarDecl *name = object;
    if (object->getType()->isReferenceType())
      object = object->getInit() ? info.temporaryOf(object->getInit()) : nullptr;
    if (!object)
      return;
    const CXXRecordDecl *record = object->getType()->getAsCXXRecordDecl();
    const Expr *initial = object->getInit() ? object->getInit()->IgnoreImplicit() : nullptr;
    auto *construction = dyn_cast_or_null<CXXConstructExpr>(initial);
    auto *list = dyn_cast_or_null<InitListExpr>(initial);
    if (!record || !record->hasDefinition() || record->isUnion() || !object->hasLocalStorage() ||
        (!construction && !list) || info.isInOpenMp(scope))
      return;
    std::vector<const FieldDecl *> members;
    if (!addMembers(record, record, members))
      return;
    Uses uses(name, summaries);
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
         {static_cast<const FunctionDecl *>(called), static_cast<const FunctionDecl *>(destructor),
          static_cast<const FunctionDecl *>(construction ? construction->getConstructor()
                                                         : nullptr)})
      if (own && summaries.definition(own)) {
        Changes changes = summaries.changesOf(own);
        changed.insert(changes.renewed.begin(), changes.renewed.end());
      }
    for (const FieldDecl *member : members)
      if (const Expr *value = changed.count(member) ? nullptr : valueOf(member, construction, list))
        add(object, member, value, scope);
  }

  /// The members of the class and its bases. Whether each of these is there once.
  bool addMembers(const CXXRecordDecl *record, const CXXRecordDecl *whole,
                  std::vector<const FieldDecl *> &members) const {
    members.insert(members.end(), record->field_begin(), record->field_end());
    return llvm::all_of(record->bases(), [&](const CXXBaseSpecifier &each) {
      const CXXRecordDecl *base = each.getType()->getAsCXXRecordDecl();
      base = base ? base->getDefinition() : nullptr;
      return base && offsetOfBase(whole, base, info.context) && addMembers(base, whole, members);
    });
  }

  static const Expr *valueOf(const FieldDecl *member, const CXXConstructExpr *construction,
                             const InitListExpr *list) {
    if (list)
      return member->getParent()->getCanonicalDecl() ==
                         list->getType()->getAsCXXRecordDecl()->getCanonicalDecl() &&
                     list->getType()->getAsCXXRecordDecl()->getNumBases() == 0 &&
                     member->getFieldIndex() < list->getNumInits()
                 ? list->getInit(member->getFieldIndex())
                 : nullptr;
    const Expr *value = valueByConstructor(member, construction->getConstructor());
    return value ? argumentFor(value, construction->getConstructor(), construction) : nullptr;
  }

  /// What the constructor gives the member, of its class or of a base, in its own words.
  static const Expr *valueByConstructor(const FieldDecl *member,
                                        const CXXConstructorDecl *constructor) {
    bool isKnown = false;
    if (member->getParent()->getCanonicalDecl() == constructor->getParent()->getCanonicalDecl())
      return initialValue(constructor, member, isKnown);
    const FunctionDecl *definition = nullptr;
    if (!constructor->hasBody(definition) || constructor->isCopyOrMoveConstructor())
      return nullptr;
    for (const CXXCtorInitializer *each : cast<CXXConstructorDecl>(definition)->inits()) {
      const Expr *initial = each->isBaseInitializer() ? each->getInit()->IgnoreImplicit() : nullptr;
      if (auto *inherited = dyn_cast_or_null<CXXInheritedCtorInitExpr>(initial)) {
        const Expr *value = valueByConstructor(member, inherited->getConstructor());
        // Their parameters are the base's.
        auto *parameter = value ? dyn_cast_or_null<ParmVarDecl>(variableOf(value)) : nullptr;
        if (parameter)
          return value;
      }
      auto *base = dyn_cast_or_null<CXXConstructExpr>(initial);
      const Expr *value = base ? valueByConstructor(member, base->getConstructor()) : nullptr;
      const Expr *argument = value ? argumentFor(value, base->getConstructor(), base) : nullptr;
      if (value)
        return argument ? plain(argument) : nullptr;
    }
    return nullptr;
  }

  /// What the construction gives for that parameter of the constructor; null for anything else.
  static const Expr *argumentFor(const Expr *value, const CXXConstructorDecl *constructor,
                                 const CXXConstructExpr *construction) {
    auto *parameter = dyn_cast_or_null<ParmVarDecl>(variableOf(value));
    auto *owner = parameter ? dyn_cast<CXXConstructorDecl>(parameter->getDeclContext()) : nullptr;
    bool isOwn =
        owner && (owner == constructor->getDefinition() || constructor->isInheritingConstructor());
    unsigned index = isOwn ? parameter->getFunctionScopeIndex() : construction->getNumArgs();
    return index < construction->getNumArgs() ? construction->getArg(index) : nullptr;
  }

  void add(const VarDecl *object, const FieldDecl *member, const Expr *value, Stmt *scope) {
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

const Expr *initialValue(const CXXConstructorDecl *constructor, const FieldDecl *member,
                         bool &isKnown) {
  isKnown = false;
  const FunctionDecl *definition = nullptr;
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
