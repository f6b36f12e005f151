//===- trial/Polls.cpp - loops that wait for what others do ---------------===//
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
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fencepost::plugin::trial {

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
  if (polling.try_emplace(loop, false).second && isPolling(loop, condition))
    polling[loop] = true;
  return polling[loop];
}

bool Code::isPolling(const Stmt *loop, const Expr *condition) {
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

bool Code::isPollOfMpi(const CallExpr *call) const {
  auto row = mpiCall(call);
  if (!row)
    return false;
  const EventKind kind = row->kind();
  return kind == EventKind::FetchAndOp || kind == EventKind::GetAccumulate
             ? isMacro(row->argument(Role::Op), "MPI_NO_OP", context)
             : kind >= EventKind::Lock && kind <= EventKind::WinSync;
}

bool Code::onlyStores(const Stmt *statement, std::vector<QualType> &types) {
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
  if (call && !onlyLooksUp(call)) {
    auto changed = changedValues(call);
    if (const auto *stored = onlyStores(call))
      types.insert(types.end(), stored->begin(), stored->end());
    else if (!(changed && changed->empty()))
      return false;
  }
  const Expr *stored = binary && binary->isAssignmentOp()         ? binary->getLHS()
                       : unary && unary->isIncrementDecrementOp() ? unary->getSubExpr()
                                                                  : nullptr;
  if (stored && !isOwn(stored)) {
    if (mayHoldPointers(stored->getType()) || stored->getType()->isRecordType())
      return false;
    types.push_back(stored->getType());
  }
  if (hasEnd || isa<CXXConstructExpr, CXXBindTemporaryExpr, CXXDefaultInitExpr, CXXNewExpr,
                    CXXDeleteExpr, CXXThrowExpr, LambdaExpr, StmtExpr, AtomicExpr, AsmStmt,
                    CapturedStmt, OMPExecutableDirective, CoawaitExpr, CoyieldExpr>(statement))
    return false;
  return llvm::all_of(statement->children(),
                      [&](const Stmt *child) { return onlyStores(child, types); });
}

bool Code::changesNothing(const CallExpr *call) {
  const auto *stored = onlyStores(call);
  return stored && stored->empty();
}

/// Whether it gives numbers and text to a stream of the C library.
static bool onlyPrints(const CallExpr *call, const FunctionDecl *callee) {
  static const llvm::StringSet<> kNames = {"printf",  "fprintf", "puts",  "fputs",
                                           "putchar", "fputc",   "fflush"};
  return callee->isExternC() && callee->getIdentifier() && kNames.contains(callee->getName()) &&
         callee->getASTContext().getSourceManager().isInSystemHeader(callee->getLocation()) &&
         llvm::all_of(call->arguments(), [](const Expr *each) {
           const QualType pointee = each->getType()->getPointeeType();
           return pointee.isNull() || pointee->isAnyCharacterType() || pointee->isRecordType();
         });
}

const std::vector<QualType> *Code::onlyStores(const CallExpr *call) {
  static const std::vector<QualType> kNothing;
  if (llvm::any_of(call->arguments(), [&](const Expr *each) {
        return isa<CXXDefaultArgExpr>(each) && !constantValue(each, context);
      }))
    return nullptr;
  if (isPollOfMpi(call) || onlyCalculates(call))
    return &kNothing;
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  if (!callee)
    return nullptr;
  if (onlyPrints(call, callee))
    return &kNothing;
  // To sleep, or let others run.
  auto *space = dyn_cast<NamespaceDecl>(callee->getDeclContext());
  if (context.getSourceManager().isInSystemHeader(callee->getLocation()))
    return (space && space->getName() == "this_thread") ||
                   (!isa<CXXMethodDecl>(callee) &&
                    llvm::all_of(callee->parameters(),
                                 [](const ParmVarDecl *each) {
                                   return each->getType()->isArithmeticType();
                                 }))
               ? &kNothing
               : nullptr;
  auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!callee->hasBody(definition) || (method && method->isVirtual()))
    return nullptr;
  auto [found, isNew] = storing.try_emplace(definition);       // what calls itself may do anything
  std::optional<std::vector<QualType>> &known = found->second; // stays where it is
  if (isNew) {
    std::vector<QualType> types;
    if (onlyStores(definition->getBody(), types))
      known = std::move(types);
  }
  return known ? &*known : nullptr;
}

} // namespace fencepost::plugin::trial
