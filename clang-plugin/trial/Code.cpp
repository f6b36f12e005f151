//===- trial/Code.cpp - what a program says, for all of its processes ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Code.h"

#include "trial/Process.h"

#include "MpiCall.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fencepost::plugin::trial {

Code::Code(ASTContext &context) : context(context) { scan(context.getTranslationUnitDecl()); }

void Code::scan(const DeclContext *declarations) {
  for (const Decl *each : declarations->decls()) {
    if (context.getSourceManager().isInSystemHeader(each->getLocation()))
      continue;
    if (isa<NamespaceDecl, LinkageSpecDecl>(each))
      scan(cast<DeclContext>(each));
    hasConstructors |= each->hasAttr<ConstructorAttr>();
    auto *variable = dyn_cast<VarDecl>(each);
    if (variable && variable->getInit() && context.getLangOpts().CPlusPlus &&
        !variable->getType()->isDependentType() && !variable->hasConstantInitialization())
      initialized.push_back(variable);
  }
}

bool Code::communicates(const FunctionDecl *function) {
  const FunctionDecl *definition = nullptr;
  if (!function || !function->hasBody(definition) ||
      context.getSourceManager().isInSystemHeader(definition->getLocation()))
    return false;
  auto [found, isNew] = known->functions.try_emplace(definition, true); // what calls itself may
  if (!isNew)
    return found->second;
  bool does = mayCommunicate(definition->getBody());
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *each : constructor->inits())
      does |= mayCommunicate(each->getInit());
  known->functions[definition] = does;
  return does;
}

/// The class, or that of what it points to; null for anything else.
static const CXXRecordDecl *classOf(QualType type) {
  while (!type->getPointeeType().isNull())
    type = type->getPointeeType();
  const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && record->hasDefinition() ? record->getDefinition() : nullptr;
}

bool Code::hasCode(QualType type) {
  const CXXRecordDecl *record = classOf(type);
  if (!record)
    return false;
  if (!context.getSourceManager().isInSystemHeader(record->getLocation()))
    return !record->isTriviallyCopyable() || record->isLambda() ||
           llvm::any_of(record->ctors(), [](const CXXConstructorDecl *constructor) {
             return constructor->isUserProvided();
           });
  auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return instance && isAny(instance->getTemplateArgs().asArray(), &Code::hasCode);
}

bool Code::isAny(llvm::ArrayRef<TemplateArgument> arguments, bool (Code::*holds)(QualType)) {
  return llvm::any_of(arguments, [&](const TemplateArgument &argument) {
    return argument.getKind() == TemplateArgument::Type   ? (this->*holds)(argument.getAsType())
           : argument.getKind() == TemplateArgument::Pack ? isAny(argument.pack_elements(), holds)
                                                          : false;
  });
}

bool Code::endRuns(QualType type) {
  const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->hasTrivialDestructor())
    return false;
  if (context.getSourceManager().isInSystemHeader(record->getLocation()))
    return hasCode(type);
  return record->getDestructor()->isUserProvided() ||
         llvm::any_of(record->fields(),
                      [&](const FieldDecl *field) { return endRuns(field->getType()); }) ||
         llvm::any_of(record->bases(),
                      [&](const CXXBaseSpecifier &base) { return endRuns(base.getType()); });
}

bool Code::involves(QualType type) {
  const QualType plain = type.getNonReferenceType();
  if (plain->isFunctionPointerType() || plain->isFunctionType())
    return true; // any may be called
  const CXXRecordDecl *record = classOf(type);
  if (!record)
    return false;
  auto [found, isNew] = known->classes.try_emplace(record, false);
  if (!isNew)
    return found->second;
  auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const bool does = llvm::any_of(record->methods(),
                                 [&](const CXXMethodDecl *method) {
                                   return communicates(static_cast<const FunctionDecl *>(method));
                                 }) ||
                    (instance && isAny(instance->getTemplateArgs().asArray(), &Code::involves));
  known->classes[record] = does;
  return does;
}

bool Code::endCommunicates(QualType type) {
  const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->hasTrivialDestructor())
    return false;
  // What it owns ends with it, by whatever means.
  if (record->isInStdNamespace())
    return involves(type);
  if (communicates(static_cast<const FunctionDecl *>(record->getDestructor())))
    return true;
  return llvm::any_of(record->fields(),
                      [&](const FieldDecl *field) { return endCommunicates(field->getType()); }) ||
         llvm::any_of(record->bases(), [&](const CXXBaseSpecifier &base) {
           return endCommunicates(base.getType());
         });
}

bool Code::communicates(const Stmt *statement) {
  if (!statement)
    return false;
  if (auto found = known->statements.find(statement); found != known->statements.end())
    return found->second;
  const bool does = mayCommunicate(statement);
  known->statements[statement] = does;
  return does;
}

/// In how many places the loop ends besides its condition.
static unsigned exitsOf(const Stmt *statement, bool isInner = false) {
  if (!statement || isa<LambdaExpr>(statement))
    return 0;
  unsigned exits = isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CXXThrowExpr>(statement) ||
                   (!isInner && isa<BreakStmt>(statement));
  isInner |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(statement);
  for (const Stmt *child : statement->children())
    exits += exitsOf(child, isInner);
  return exits;
}

/// Variables and members that the statement gives another value than the round before had.
static void findChanged(const Stmt *statement, llvm::SmallPtrSetImpl<const ValueDecl *> &changed) {
  if (!statement)
    return;
  auto *binary = dyn_cast<BinaryOperator>(statement);
  auto *unary = dyn_cast<UnaryOperator>(statement);
  const Expr *lvalue = binary && binary->isAssignmentOp()         ? binary->getLHS()
                       : unary && unary->isIncrementDecrementOp() ? unary->getSubExpr()
                                                                  : nullptr;
  if (lvalue) {
    const Expr *whole = wholeOf(lvalue);
    auto *named = dyn_cast<DeclRefExpr>(whole);
    auto *member = dyn_cast<MemberExpr>(whole);
    changed.insert(named ? named->getDecl() : member ? member->getMemberDecl() : nullptr);
  }
  if (auto *declared = dyn_cast<DeclStmt>(statement))
    for (const Decl *each : declared->decls())
      if (auto *variable = dyn_cast<VarDecl>(each); variable && variable->getInit())
        changed.insert(variable);
  for (const Stmt *child : statement->children())
    findChanged(child, changed);
}

/// Whether one of them has a say in it: its address does not change.
static bool mentions(const Stmt *statement,
                     const llvm::SmallPtrSetImpl<const ValueDecl *> &changed) {
  if (!statement)
    return false;
  auto *unary = dyn_cast<UnaryOperator>(statement);
  if (unary && unary->getOpcode() == UO_AddrOf && isa<DeclRefExpr>(unary->getSubExpr()))
    return false;
  auto *named = dyn_cast<DeclRefExpr>(statement);
  auto *member = dyn_cast<MemberExpr>(statement);
  if ((named && changed.contains(named->getDecl())) ||
      (member && changed.contains(member->getMemberDecl())))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return mentions(child, changed); });
}

bool Code::areAlike(const Stmt *statement,
                    const llvm::SmallPtrSetImpl<const ValueDecl *> &changed) {
  if (!statement)
    return true;
  if (auto *call = dyn_cast<CallExpr>(statement)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const bool isLibrarys = callee &&
                            context.getSourceManager().isInSystemHeader(callee->getLocation()) &&
                            !isMpiFunction(callee);
    if ((!isLibrarys && !changesNothing(call)) || (communicates(call) && mentions(call, changed)))
      return false;
  }
  return llvm::all_of(statement->children(),
                      [&](const Stmt *child) { return areAlike(child, changed); });
}

bool Code::onlyPolls(const Stmt *loop, const Expr *condition) {
  {
    llvm::SaveAndRestore asked(known, &ofMoreThanPolls);
    if (communicates(loop))
      return false;
  }
  auto constant = condition ? constantValue(condition, context) : 1;
  unsigned exits = constant ? 0 : 1;
  for (const Stmt *child : loop->children())
    exits += exitsOf(child);
  llvm::SmallPtrSet<const ValueDecl *, 8> changed;
  findChanged(loop, changed);
  return exits == 1 && constant != 0 && areAlike(loop, changed);
}

/// Calls that change nothing but what they are given a pointer to.
static bool isPollOfMpi(const CallExpr *call, const ASTContext &context) {
  auto row = mpiCall(call);
  if (!row)
    return false;
  switch (row->kind()) {
  case EventKind::FetchAndOp:
  case EventKind::GetAccumulate:
    return isMacro(row->argument(Role::Op), "MPI_NO_OP", context);
  case EventKind::Lock:
  case EventKind::LockAll:
  case EventKind::Unlock:
  case EventKind::UnlockAll:
  case EventKind::Flush:
  case EventKind::FlushAll:
  case EventKind::FlushLocal:
  case EventKind::FlushLocalAll:
  case EventKind::WinSync:
    return true;
  default:
    return false;
  }
}

bool Code::keepsToItself(const Stmt *statement) {
  if (!statement)
    return true;
  auto isOwn = [](const Expr *lvalue) {
    auto *named = dyn_cast<DeclRefExpr>(wholeOf(lvalue));
    auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
           !named->refersToEnclosingVariableOrCapture();
  };
  auto *call = dyn_cast<CallExpr>(statement);
  auto *binary = dyn_cast<BinaryOperator>(statement);
  auto *unary = dyn_cast<UnaryOperator>(statement);
  auto row = call ? mpiCall(call) : std::nullopt;
  if (const Expr *result = row ? row->argument(Role::ResultBuffer) : nullptr) {
    result = result->IgnoreParenCasts();
    auto *address = dyn_cast<UnaryOperator>(result);
    auto *named = dyn_cast<DeclRefExpr>(result);
    if (!(address && address->getOpcode() == UO_AddrOf && isOwn(address->getSubExpr())) &&
        !(named && (isa<ParmVarDecl>(named->getDecl()) ||
                    (named->getType()->isArrayType() && isOwn(named)))))
      return false;
  }
  auto *declared = dyn_cast<DeclStmt>(statement);
  const bool hasEnd =
      declared && llvm::any_of(declared->decls(), [&](const Decl *each) {
        auto *variable = dyn_cast<VarDecl>(each);
        return variable && (variable->hasAttr<CleanupAttr>() ||
                            variable->needsDestruction(context) != QualType::DK_none);
      });
  if (hasEnd || (call && !changesNothing(call)) ||
      isa<CXXConstructExpr, CXXBindTemporaryExpr, CXXDefaultInitExpr, CXXNewExpr, CXXDeleteExpr,
          CXXThrowExpr, LambdaExpr, StmtExpr, AtomicExpr, AsmStmt, CapturedStmt,
          OMPExecutableDirective, CoawaitExpr, CoyieldExpr>(statement) ||
      (binary && binary->isAssignmentOp() && !isOwn(binary->getLHS())) ||
      (unary && unary->isIncrementDecrementOp() && !isOwn(unary->getSubExpr())))
    return false;
  return llvm::all_of(statement->children(),
                      [&](const Stmt *child) { return keepsToItself(child); });
}

bool Code::changesNothing(const CallExpr *call) {
  if (llvm::any_of(call->arguments(), [&](const Expr *each) {
        return isa<CXXDefaultArgExpr>(each) && !constantValue(each, context);
      }))
    return false;
  if (isPollOfMpi(call, context) || onlyCalculates(call))
    return true;
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  if (!callee)
    return false;
  // To sleep, or let others run.
  auto *space = dyn_cast<NamespaceDecl>(callee->getDeclContext());
  if (context.getSourceManager().isInSystemHeader(callee->getLocation()))
    return (space && space->getName() == "this_thread") ||
           (!isa<CXXMethodDecl>(callee) &&
            llvm::all_of(callee->parameters(), [](const ParmVarDecl *each) {
              return each->getType()->isArithmeticType();
            }));
  auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!callee->hasBody(definition) || (method && method->isVirtual()))
    return false;
  auto [found, isNew] = keeping.try_emplace(definition, false);
  if (!isNew)
    return found->second;
  const bool keeps = keepsToItself(definition->getBody());
  keeping[definition] = keeps;
  return keeps;
}

bool Code::mayCommunicate(const Stmt *statement) {
  if (!statement || isa<UnaryExprOrTypeTraitExpr>(statement))
    return false;
  if (auto *call = dyn_cast<CallExpr>(statement)) {
    const FunctionDecl *callee = call->getDirectCallee();
    // A pointer may be to any function.
    if (!callee || endsProcess(call))
      return true;
    if (isMpiFunction(callee)) {
      auto row = mpiCall(call);
      if ((row ? row->kind() != EventKind::Local : !isLocalMpiFunction(callee)) &&
          !(known == &ofMoreThanPolls && isPollOfMpi(call, context)))
        return true;
    }
    if (auto *method = dyn_cast<CXXMethodDecl>(callee); method && method->isVirtual())
      return true;
  }
  if (auto *named = dyn_cast<DeclRefExpr>(statement))
    if (communicates(dyn_cast<FunctionDecl>(named->getDecl())))
      return true;
  if (auto *member = dyn_cast<MemberExpr>(statement))
    if (communicates(dyn_cast<FunctionDecl>(member->getMemberDecl())))
      return true;
  if (auto *made = dyn_cast<CXXConstructExpr>(statement))
    if (communicates(made->getConstructor()) || endCommunicates(made->getType()))
      return true;
  if (auto *inherited = dyn_cast<CXXInheritedCtorInitExpr>(statement);
      inherited && communicates(inherited->getConstructor()))
    return true;
  if (auto *initial = dyn_cast<CXXDefaultInitExpr>(statement))
    return mayCommunicate(initial->getExpr());
  if (auto *captured = dyn_cast<CapturedStmt>(statement))
    return mayCommunicate(captured->getCapturedStmt());
  if (auto *lambda = dyn_cast<LambdaExpr>(statement))
    return mayCommunicate(lambda->getBody());
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return mayCommunicate(child); });
}

bool isInert(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  constexpr const char *kInert[] = {
      "basic_ostream", "basic_string", "basic_string_view", "basic_ostringstream", "duration",
      "time_point",    "complex"};
  return type->isArithmeticType() || type->isEnumeralType() ||
         (record && record->getIdentifier() && llvm::is_contained(kInert, record->getName()));
}

} // namespace fencepost::plugin::trial
