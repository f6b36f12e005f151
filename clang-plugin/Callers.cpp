//===- Callers.cpp - which functions all processes call -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callers.h"

#include "Analyses.h"
#include "Feasibility.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

/// Finds who calls whom in a translation unit.
class CallScan : public RecursiveASTVisitor<CallScan> {
public:
  explicit CallScan(Callers &callers) : callers(callers) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseFunctionDecl(FunctionDecl *decl) {
    const FunctionDecl *outer = std::exchange(function, decl->getCanonicalDecl());
    bool result = RecursiveASTVisitor::TraverseFunctionDecl(decl);
    function = outer;
    return result;
  }

  bool VisitCallExpr(CallExpr *call) {
    auto *named = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    auto *callee = named ? dyn_cast<FunctionDecl>(named->getDecl()) : nullptr;
    if (callee && function) {
      callers.calls[callee->getCanonicalDecl()].push_back({function, call});
      called.insert(named);
    }
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *named) {
    // The call is visited before its name.
    if (auto *other = dyn_cast<FunctionDecl>(named->getDecl()); other && !called.contains(named))
      callers.mentioned.insert(other->getCanonicalDecl());
    return true;
  }

private:
  Callers &callers;
  const FunctionDecl *function = nullptr;
  llvm::DenseSet<const DeclRefExpr *> called;
};

bool Callers::areAllProcesses(const FunctionDecl *function) {
  function = function->getCanonicalDecl();
  if (function->isMain())
    return true;
  // One that calls itself is not made once by each call of it.
  auto [entry, isNew] = known.try_emplace(function, false);
  if (!isNew)
    return entry->second;
  if (!std::exchange(isScanned, true))
    CallScan(*this).TraverseDecl(analyses.context.getTranslationUnitDecl());
  bool found = find(function);
  return known[function] = found;
}

bool Callers::find(const FunctionDecl *function) {
  if (function->isExternallyVisible() || isa<CXXMethodDecl>(function) ||
      mentioned.contains(function) || !calls.contains(function))
    return false;
  auto sites = calls[function];
  return llvm::all_of(sites, [&](const auto &site) {
    const auto &[caller, call] = site;
    const FunctionDecl *definition = caller->getDefinition();
    const Analysis *analysis =
        definition && areAllProcesses(caller) ? analyses.of(definition) : nullptr;
    if (!analysis)
      return false;
    const auto &[info, graph, before] = *analysis;
    const CFGBlock *place = nullptr;
    for (const CFGBlock *block : *graph.cfg)
      for (const CFGElement &element : *block)
        if (auto statement = element.getAs<CFGStmt>(); statement && statement->getStmt() == call)
          place = block;
    return place && Feasibility(info, graph).runsOnce(place);
  });
}

} // namespace fencepost::plugin
