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
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
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

namespace {

const CFGBlock *blockOf(const CallExpr *call, const FlowGraph &graph) {
  for (const CFGBlock *block : *graph.cfg)
    for (const CFGElement &element : *block)
      if (auto statement = element.getAs<CFGStmt>(); statement && statement->getStmt() == call)
        return block;
  return nullptr;
}

/// Whether a question decides if the block is executed, other than how often a loop runs or
/// whether to give up.
bool isConditional(const CFGBlock *place, const FlowGraph &graph, const Feasibility &feasibility) {
  for (const CFGBlock *block : *graph.cfg) {
    if (isa_and_nonnull<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(block->getTerminatorStmt()))
      continue;
    unsigned way = 0;
    bool leads = false, passes = false;
    for (const CFGBlock *next : block->succs()) {
      unsigned here = way++;
      if (!next)
        continue;
      if (feasibility.isReachable(next, place, block))
        leads = true;
      else if (!feasibility.givesUp(next) && !feasibility.isOfTooFew(block, here, "MPI_COMM_WORLD"))
        passes = true;
    }
    if (leads && passes)
      return true;
  }
  return false;
}

} // namespace

void Callers::scan() {
  if (std::exchange(isScanned, true))
    return;
  CallScan scan(*this);
  const SourceManager &sources = analyses.context.getSourceManager();
  for (Decl *declaration : analyses.context.getTranslationUnitDecl()->decls())
    if (!sources.isInSystemHeader(declaration->getLocation()))
      scan.TraverseDecl(declaration);
}

bool Callers::mayBeSomeProcesses(const FunctionDecl *function) {
  function = function->getCanonicalDecl();
  if (function->isMain())
    return false;
  auto [entry, isNew] = forSome.try_emplace(function, false);
  if (!isNew)
    return entry->second;
  scan();
  bool found = findCondition(function);
  return forSome[function] = found;
}

bool Callers::findCondition(const FunctionDecl *function) {
  if (mentioned.contains(function))
    return true;
  auto sites = calls.lookup(function);
  return llvm::any_of(sites, [&](const auto &site) {
    const auto &[caller, call] = site;
    if (caller == function) // again, for whom it was for
      return false;
    const FunctionDecl *definition = caller->getDefinition();
    const Analysis *analysis = definition ? analyses.of(definition) : nullptr;
    const CFGBlock *place = analysis ? blockOf(call, analysis->graph) : nullptr;
    return !place ||
           isConditional(place, analysis->graph, Feasibility(analysis->info, analysis->graph)) ||
           mayBeSomeProcesses(caller);
  });
}

bool Callers::areAllProcesses(const FunctionDecl *function) {
  function = function->getCanonicalDecl();
  if (function->isMain())
    return true;
  // One that calls itself is not made once by each call of it.
  auto [entry, isNew] = known.try_emplace(function, false);
  if (!isNew)
    return entry->second;
  scan();
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
    const CFGBlock *place = blockOf(call, graph);
    return place && Feasibility(info, graph).runsOnce(place);
  });
}

} // namespace fencepost::plugin
