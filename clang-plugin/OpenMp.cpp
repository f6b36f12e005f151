//===- OpenMp.cpp - OpenMP constructs of a function -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenMp.h"

#include "MpiCall.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Directives whose code this process's threads run here, from its begin to its end.
bool isFollowed(OpenMPDirectiveKind kind) {
  using namespace llvm::omp;
  return llvm::is_contained({OMPD_parallel,
                             OMPD_for,
                             OMPD_parallel_for,
                             OMPD_simd,
                             OMPD_for_simd,
                             OMPD_parallel_for_simd,
                             OMPD_single,
                             OMPD_master,
                             OMPD_masked,
                             OMPD_parallel_master,
                             OMPD_parallel_masked,
                             OMPD_sections,
                             OMPD_parallel_sections,
                             OMPD_section,
                             OMPD_critical,
                             OMPD_ordered,
                             OMPD_atomic,
                             OMPD_barrier,
                             OMPD_flush,
                             OMPD_task,
                             OMPD_taskwait,
                             OMPD_taskgroup,
                             OMPD_taskyield,
                             OMPD_taskloop,
                             OMPD_taskloop_simd},
                            kind);
}

bool isTask(OpenMPDirectiveKind kind) {
  using namespace llvm::omp;
  return llvm::is_contained({OMPD_task, OMPD_taskloop, OMPD_taskloop_simd}, kind);
}

bool isSections(OpenMPDirectiveKind kind) {
  return kind == llvm::omp::OMPD_sections || kind == llvm::omp::OMPD_parallel_sections;
}

/// What the code of a construct does that makes it hang on other threads.
struct Dealings {
  bool synchronizes = false; // opens or completes epochs, or calls who may
  bool choosesWho = false;   // the same, by some of the threads only or at any time
  bool usesWindows = false;  // calls about windows
  bool handsOver = false;    // messages and variables that threads tell each other things by
  bool waits = false;        // loops for as long as something holds
  bool mayEndEarly = false;  // cancel
};

class DealingsScan {
public:
  explicit DealingsScan(const SourceManager &sources) : sources(sources) {}
  Dealings found;

  void scan(const Stmt *statement, bool chosen) {
    if (!statement)
      return;
    if (auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
      OpenMPDirectiveKind kind = directive->getDirectiveKind();
      chosen |= isTask(kind) || isSections(kind);
      found.handsOver |= kind == llvm::omp::OMPD_flush || kind == llvm::omp::OMPD_atomic;
      found.mayEndEarly |=
          kind == llvm::omp::OMPD_cancel || kind == llvm::omp::OMPD_cancellation_point;
    }
    if (auto *captured = dyn_cast<CapturedStmt>(statement))
      return scan(captured->getCapturedStmt(), chosen);
    if (auto *call = dyn_cast<CallExpr>(statement))
      scanCall(call, chosen);
    auto *expr = dyn_cast<Expr>(statement);
    found.handsOver |=
        isa<AtomicExpr>(statement) || (expr && expr->getType().isVolatileQualified());
    found.waits |= isa<WhileStmt, DoStmt>(statement);
    chosen |= isa<IfStmt, SwitchStmt, AbstractConditionalOperator, CXXTryStmt>(statement);
    if (auto *binary = dyn_cast<BinaryOperator>(statement))
      chosen |= binary->isLogicalOp();
    for (const Stmt *child : statement->children())
      scan(child, chosen);
  }

private:
  const SourceManager &sources;

  void scanCall(const CallExpr *call, bool chosen) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (auto known = mpiCall(call)) {
      EventKind kind = known->kind();
      found.usesWindows |= concernsWindows(kind);
      found.handsOver |= !concernsWindows(kind) && kind != EventKind::Local;
      if (isOperation(kind) || !(concernsWindows(kind) || kind == EventKind::Completion ||
                                 kind == EventKind::RequestEnd))
        return;
    }
    if (callee && callee->getIdentifier()) {
      llvm::StringRef name = callee->getName();
      found.handsOver |= name.starts_with("__sync") || name.starts_with("__atomic") ||
                         name.starts_with("atomic_") || name.contains("_lock");
    }
    if (auto *method = dyn_cast_or_null<CXXMethodDecl>(callee))
      found.handsOver |= method->getParent()->getName().contains("atomic");
    if (callee && (isLocalMpiFunction(callee) || sources.isInSystemHeader(callee->getLocation())))
      return;
    found.synchronizes = true;
    found.choosesWho |= chosen;
  }
};

void addVariables(const OMPClause *clause, llvm::DenseSet<const ValueDecl *> &variables) {
  for (const Stmt *item : const_cast<OMPClause *>(clause)->children())
    if (auto *named = dyn_cast_or_null<DeclRefExpr>(item))
      variables.insert(named->getDecl());
}

void readClauses(const OMPExecutableDirective *directive, Construct &construct) {
  using namespace llvm::omp;
  for (const OMPClause *clause : directive->clauses())
    switch (clause->getClauseKind()) {
    case OMPC_firstprivate:
      addVariables(clause, construct.initialized);
      break;
    case OMPC_reduction:
    case OMPC_lastprivate:
      for (const Stmt *item : const_cast<OMPClause *>(clause)->children())
        if (auto *named = dyn_cast_or_null<DeclRefExpr>(item))
          construct.results.push_back(named);
      addVariables(clause, construct.copied);
      break;
    case OMPC_private:
    case OMPC_linear:
    case OMPC_in_reduction:
    case OMPC_task_reduction:
    case OMPC_copyin:
      addVariables(clause, construct.copied);
      break;
    default:
      break;
    }
  if (auto *loop = dyn_cast<OMPLoopDirective>(directive))
    for (const Expr *counter : loop->counters())
      if (auto *named = dyn_cast_or_null<DeclRefExpr>(counter))
        construct.initialized.insert(named->getDecl());
}

} // namespace

void OpenMp::add(const OMPExecutableDirective *directive) {
  if (constructs.contains(directive))
    return;
  mark(directive, nullptr);
  places.erase(directive);
}

/// The directive is in `construct`, what it governs in one of its own.
void OpenMp::mark(const Stmt *statement, const Construct *construct) {
  if (!statement)
    return;
  if (construct)
    places[statement] = construct;
  if (auto *captured = dyn_cast<CapturedStmt>(statement))
    return mark(captured->getCapturedStmt(), construct);
  if (auto *declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl *declared : declaration->decls())
      if (auto *variable = dyn_cast<ValueDecl>(declared))
        homes[variable] = construct;
  auto *directive = dyn_cast<OMPExecutableDirective>(statement);
  if (!directive) {
    for (const Stmt *child : statement->children())
      mark(child, construct);
    return;
  }
  OpenMPDirectiveKind kind = directive->getDirectiveKind();
  auto inner = std::make_unique<Construct>();
  inner->outer = construct;
  inner->isOpaque = (construct && construct->isOpaque) || !isFollowed(kind);
  inner->isUncertain = construct && construct->isUncertain;
  inner->isParallel = isOpenMPParallelDirective(kind);
  inner->isShared = isOpenMPWorksharingDirective(kind) || isOpenMPTaskLoopDirective(kind);
  DealingsScan dealings(sources);
  dealings.scan(directive, false);
  const Dealings &found = dealings.found;
  inner->isOpaque |= found.mayEndEarly;
  inner->isUncertain |= found.choosesWho || (found.synchronizes && found.handsOver);
  // A task may begin at any time.
  if (isTask(kind))
    inner->isUncertain |= found.synchronizes || found.usesWindows || found.handsOver || found.waits;
  isBeyondUs |= inner->isOpaque && found.usesWindows;
  readClauses(directive, *inner);
  constructs[directive] = inner.get();
  if (!directive->isStandaloneDirective() && directive->hasAssociatedStmt()) {
    const Stmt *code = directive->getRawStmt();
    if (auto *loop = dyn_cast_or_null<ForStmt>(code); loop && inner->isShared && loop->getInc())
      increments[loop->getInc()] = inner.get();
    mark(code, inner.get());
  }
  all.push_back(std::move(inner));
}

bool OpenMp::isOpaque(const Stmt *statement) const {
  const Construct *construct = around(statement);
  return construct && construct->isOpaque;
}

bool OpenMp::isUncertain(const Stmt *statement) const {
  const Construct *construct = around(statement);
  return construct && (construct->isUncertain || construct->isOpaque);
}

bool OpenMp::isCopied(const ValueDecl *variable, const Construct *construct, bool object) {
  for (; variable && construct; construct = construct->outer)
    if (construct->copied.contains(variable) ||
        (object && construct->initialized.contains(variable)))
      return true;
  return false;
}

bool OpenMp::mayBeThreads(const ValueDecl *variable, const Construct *construct) const {
  if (!variable)
    return false;
  // Declared outside of the construct that makes the threads, it is one for all of them.
  const Construct *team = construct;
  while (team && !team->isParallel)
    team = team->outer;
  if (!team)
    return true;
  for (const Construct *home = homes.lookup(variable); home; home = home->outer)
    if (home == team)
      return true;
  return false;
}

} // namespace fencepost::plugin
