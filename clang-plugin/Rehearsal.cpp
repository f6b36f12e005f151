//===- Rehearsal.cpp - which window collectives a process calls -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rehearsal.h"

#include "Processes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

bool isWindowCollective(EventKind kind) {
  return kind == EventKind::Fence || kind == EventKind::WinCreate || kind == EventKind::WinFree;
}

bool Rehearsal::matters(const FunctionDecl *function, bool alsoEnds) {
  const FunctionDecl *definition = nullptr;
  if (!function->hasBody(definition))
    return false;
  auto &known = alsoEnds ? ending : calling;
  auto [found, isNew] = known.try_emplace(definition, false);
  if (!isNew)
    return found->second;
  bool does = matters(definition->getBody(), alsoEnds);
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    does |= llvm::any_of(constructor->inits(), [&](const CXXCtorInitializer *each) {
      return matters(each->getInit(), alsoEnds);
    });
  known[definition] = does;
  return does;
}

/// Any mention of a function that does counts: it may be called by whom it is given to.
bool Rehearsal::matters(const Stmt *statement, bool alsoEnds) {
  if (!statement || isa<UnaryExprOrTypeTraitExpr>(statement))
    return false;
  if (auto *call = dyn_cast<CallExpr>(statement)) {
    auto known = mpiCall(call);
    if ((known && isWindowCollective(known->kind())) || (alsoEnds && endsProcess(call)))
      return true;
  }
  if (auto *named = dyn_cast<DeclRefExpr>(statement))
    if (auto *function = dyn_cast<FunctionDecl>(named->getDecl()))
      return matters(function, alsoEnds);
  if (auto *member = dyn_cast<MemberExpr>(statement))
    if (auto *method = dyn_cast<CXXMethodDecl>(member->getMemberDecl());
        method && matters(method, alsoEnds))
      return true;
  auto ofClass = [&](QualType type) {
    const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    const CXXDestructorDecl *end =
        record && record->hasDefinition() ? record->getDestructor() : nullptr;
    return end && matters(end, alsoEnds);
  };
  if (auto *made = dyn_cast<CXXConstructExpr>(statement))
    if (matters(made->getConstructor(), alsoEnds) || ofClass(made->getType()))
      return true;
  if (auto *temporary = dyn_cast<CXXBindTemporaryExpr>(statement);
      temporary && ofClass(temporary->getType()))
    return true;
  if (auto *declared = dyn_cast<DeclStmt>(statement))
    for (const Decl *each : declared->decls())
      if (auto *variable = dyn_cast<VarDecl>(each); variable && ofClass(variable->getType()))
        return true;
  if (auto *captured = dyn_cast<CapturedStmt>(statement)) // by OpenMP
    return matters(captured->getCapturedStmt(), alsoEnds);
  if (auto *lambda = dyn_cast<LambdaExpr>(statement))
    return matters(lambda->getBody(), alsoEnds);
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return matters(child, alsoEnds); });
}

} // namespace fencepost::plugin
