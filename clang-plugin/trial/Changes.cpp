//===- trial/Changes.cpp - what code that is not executed may change ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace fencepost::plugin::trial {

/// Whether the statement assigns to the variable, makes it anew, or takes its address.
static bool isChanged(const VarDecl *variable, const Stmt *statement) {
  if (!statement)
    return false;
  auto *binary = dyn_cast<BinaryOperator>(statement);
  auto *unary = dyn_cast<UnaryOperator>(statement);
  auto *declared = dyn_cast<DeclStmt>(statement);
  const Expr *changed =
      binary && binary->isAssignmentOp() ? binary->getLHS()
      : unary && (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf)
          ? unary->getSubExpr()
          : nullptr;
  auto *named = dyn_cast_or_null<DeclRefExpr>(changed ? changed->IgnoreParens() : nullptr);
  if ((named && named->getDecl() == variable) ||
      (declared && llvm::any_of(declared->decls(), [&](const Decl *each) {
         auto *other = dyn_cast<VarDecl>(each);
         return each == variable || (other && other->getType()->isReferenceType() &&
                                     other->getInit() && mentions(other->getInit(), variable));
       })))
    return true;
  // A reference may be bound to it, and code of its own change it.
  if (isa<LambdaExpr, OMPExecutableDirective, AsmStmt>(statement))
    return true;
  if (isa<CallExpr, CXXConstructExpr>(statement) &&
      llvm::any_of(statement->children(), [&](const Stmt *child) {
        auto *given = dyn_cast_or_null<DeclRefExpr>(child);
        return given && given->getDecl() == variable;
      }))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return isChanged(variable, child); });
}

bool Process::isPath(const Expr *pointer) const {
  pointer = pointer->IgnoreParenImpCasts();
  if (auto *member = dyn_cast<MemberExpr>(pointer))
    return isa<FieldDecl>(member->getMemberDecl()) && isPath(member->getBase());
  if (auto *element = dyn_cast<ArraySubscriptExpr>(pointer)) {
    const Expr *index = element->getIdx()->IgnoreParenImpCasts();
    auto *of = dyn_cast<DeclRefExpr>(index);
    auto *counter = of ? dyn_cast<VarDecl>(of->getDecl()) : nullptr;
    auto found = frame->variables.find(counter);
    const bool isSame = found != frame->variables.end() && !found->second->isShared &&
                        !isChanged(counter, forgotten) && counter->getType()->isIntegerType();
    return element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() &&
           (isSame || constantValue(index, context)) && isPath(element->getBase());
  }
  auto *named = dyn_cast<DeclRefExpr>(pointer);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  return isa<CXXThisExpr>(pointer) ||
         (variable && !variable->getType()->isReferenceType() &&
          (!variable->hasLocalStorage() || frame->variables.count(variable)));
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

bool declares(const Stmt *statement, const VarDecl *variable) {
  auto *declared = dyn_cast_or_null<DeclStmt>(statement);
  return statement && ((declared && llvm::is_contained(declared->decls(), variable)) ||
                       llvm::any_of(statement->children(),
                                    [&](const Stmt *child) { return declares(child, variable); }));
}

bool onlyCalculates(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const unsigned id = callee ? callee->getBuiltinID() : 0;
  if (id == 0)
    return false;
  const Builtin::Context &builtins = callee->getASTContext().BuiltinInfo;
  return builtins.isConst(id) || builtins.isConstWithoutErrnoAndExceptions(id);
}

static bool isInStd(const DeclContext *context) {
  while (context && !context->isStdNamespace())
    context = context->getParent();
  return context;
}

std::optional<llvm::SmallVector<const Expr *, 2>> changedValues(const Stmt *statement) {
  auto isValue = [](const Expr *given) {
    const QualType type = given->getType();
    return isInert(type) ||
           (type->isPointerType() && type->getPointeeType().isConstQualified() &&
            type->getPointeeType()->isAnyCharacterType()) ||
           isa<StringLiteral>(given->IgnoreParenImpCasts());
  };
  if (auto *made = dyn_cast<CXXConstructExpr>(statement)) {
    const bool isOfValues = isInert(made->getType()) && llvm::all_of(made->arguments(), isValue);
    return isOfValues ? std::optional(llvm::SmallVector<const Expr *, 2>()) : std::nullopt;
  }
  auto *call = dyn_cast<CallExpr>(statement);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || !isInStd(callee) ||
      !callee->getASTContext().getSourceManager().isInSystemHeader(callee->getLocation()) ||
      !llvm::all_of(call->arguments(), isValue))
    return std::nullopt;
  llvm::SmallVector<const Expr *, 2> changed;
  if (auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    if (!isInert(member->getObjectType()))
      return std::nullopt;
    if (!method->isConst())
      changed.push_back(member->getImplicitObjectArgument());
  }
  const bool isMember = isa<CXXOperatorCallExpr>(call) && method && !method->isStatic();
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const unsigned parameter = i - isMember;
    const bool isObject = isMember && i == 0;
    const QualType type = isObject || parameter >= callee->getNumParams()
                              ? QualType()
                              : callee->getParamDecl(parameter)->getType();
    if (isObject ? !method->isConst()
                 : !type.isNull() && type->isLValueReferenceType() &&
                       !type->getPointeeType().isConstQualified())
      changed.push_back(call->getArg(i));
  }
  return changed;
}

bool isOverContainer(const CXXForRangeStmt *loop) {
  const CXXRecordDecl *record = loop->getRangeInit()->getType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() &&
         llvm::is_contained({"vector", "deque", "list", "array", "span"}, record->getName());
}

bool readsArgument(const CallExpr *call, llvm::StringRef name) {
  static const llvm::StringSet<> kNames = {"atoi",    "atol",    "atoll",    "strtol",
                                           "strtoul", "strtoll", "strtoull", "stoi",
                                           "stol",    "stoul",   "stoll",    "stoull"};
  auto *text = kNames.contains(name) && call->getNumArgs()
                   ? dyn_cast<ArraySubscriptExpr>(call->getArg(0)->IgnoreUnlessSpelledInSource())
                   : nullptr;
  auto *of = text ? dyn_cast<DeclRefExpr>(text->getBase()->IgnoreParenImpCasts()) : nullptr;
  auto *parameter = of ? dyn_cast<ParmVarDecl>(of->getDecl()) : nullptr;
  const QualType strings = parameter ? parameter->getType() : QualType();
  return parameter && strings->isPointerType() && strings->getPointeeType()->isPointerType() &&
         strings->getPointeeType()->getPointeeType()->isCharType();
}

bool mayHoldPointers(QualType type, unsigned depth) {
  if (isInert(type))
    return false;
  auto *record = type->getAsCXXRecordDecl();
  return !record || depth == 0 || !record->hasDefinition() || record->getNumBases() != 0 ||
         llvm::any_of(record->fields(), [&](const FieldDecl *field) {
           return mayHoldPointers(field->getType(), depth - 1);
         });
}

bool isPlainCopy(const Stmt *statement) {
  if (auto *made = dyn_cast<CXXConstructExpr>(statement))
    return made->getConstructor()->isTrivial();
  auto *operation = dyn_cast<CXXOperatorCallExpr>(statement);
  auto *method = operation && operation->getOperator() == OO_Equal
                     ? dyn_cast_or_null<CXXMethodDecl>(operation->getDirectCallee())
                     : nullptr;
  return method && method->isTrivial();
}

} // namespace fencepost::plugin::trial
