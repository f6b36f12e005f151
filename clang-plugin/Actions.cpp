//===- Actions.cpp - a function as a graph of what matters to the checks --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Actions.h"

#include "FunctionInfo.h"
#include "Summaries.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CFG.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Beyond these a function is generated code; the checks leave it alone rather than slow the
/// compilation down.
constexpr unsigned kMostBlocks = 4000;
constexpr std::size_t kMostOperations = 400;

class ActionBuilder {
public:
  ActionBuilder(const FunctionInfo &info, Summaries &summaries, FlowGraph &graph)
      : info(info), summaries(summaries), graph(graph) {}

  void block(const CFGBlock *current) {
    here = current;
    actions = &graph.blocks[current->getBlockID()];
    for (const CFGElement &element : *current)
      this->element(element);
    if (current == &graph.cfg->getExit())
      add(Action::Kind::End);
  }

private:
  const FunctionInfo &info;
  Summaries &summaries;
  FlowGraph &graph;
  const CFGBlock *here = nullptr;
  std::vector<Action> *actions = nullptr;

  Action &add(Action::Kind kind) { return actions->emplace_back(Action{kind}); }

  void addEffect(Effect effect) {
    if (effect != Effect::None)
      add(effect == Effect::Modifies ? Action::Kind::Modifies : Action::Kind::Synchronizes);
  }

  void addAccess(std::optional<Access> access) {
    if (access)
      add(Action::Kind::Access).access = std::move(*access);
  }

  void addAccesses(std::vector<Access> accesses) {
    for (Access &access : accesses)
      add(Action::Kind::Access).access = std::move(access);
  }

  void modify(const ValueDecl *variable) { add(Action::Kind::Modify).variable = variable; }

  void element(const CFGElement &element) {
    if (auto statement = element.getAs<CFGStmt>())
      return this->statement(statement->getStmt());
    if (auto initializer = element.getAs<CFGInitializer>()) {
      if (const FieldDecl *field = initializer->getInitializer()->getAnyMember())
        modify(field);
      return;
    }
    if (auto destruction = element.getAs<CFGImplicitDtor>()) {
      const CXXDestructorDecl *destructor = destruction->getDestructorDecl(info.context);
      addEffect(destructor ? summaries.ofDestruction(destructor->getParent())
                           : Effect::Synchronizes);
    }
  }

  void statement(const Stmt *statement) {
    // What a thread of a parallel construct accesses may be a copy of its own.
    bool parallel = info.isInOpenMp(statement);
    if (auto *call = dyn_cast<CallExpr>(statement))
      return this->call(call, parallel);
    if (auto *construction = dyn_cast<CXXConstructExpr>(statement)) {
      const CXXConstructorDecl *constructor = construction->getConstructor();
      if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial() && !parallel)
        addAccess(accessTo(construction->getArg(0), false, construction, info));
      return addEffect(summaries.ofFunction(constructor));
    }
    if (isa<CXXDeleteExpr, GCCAsmStmt, MSAsmStmt>(statement))
      return addEffect(Effect::Synchronizes);
    if (auto *cast = dyn_cast<ImplicitCastExpr>(statement)) {
      if (cast->getCastKind() == CK_LValueToRValue && !parallel)
        addAccess(accessTo(cast->getSubExpr(), false, cast, info));
      return;
    }
    if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
      return write(binary->getLHS(), binary, parallel);
    if (auto *unary = dyn_cast<UnaryOperator>(statement); unary && unary->isIncrementDecrementOp())
      return write(unary->getSubExpr(), unary, parallel);
    if (auto *declaration = dyn_cast<DeclStmt>(statement))
      for (const Decl *declared : declaration->decls())
        if (auto *variable = dyn_cast<VarDecl>(declared); variable && !variable->isStaticLocal())
          add(Action::Kind::Redeclare).variable = variable;
  }

  void write(const Expr *lvalue, const Expr *access, bool parallel) {
    if (!parallel)
      addAccess(accessTo(lvalue, true, access, info));
    modifyLvalue(lvalue);
  }

  void modifyLvalue(const Expr *lvalue) {
    lvalue = lvalue->IgnoreParenCasts();
    if (auto *named = dyn_cast<DeclRefExpr>(lvalue))
      modify(named->getDecl());
    else if (auto *member = dyn_cast<MemberExpr>(lvalue))
      modify(member->getMemberDecl());
    else if (lvalue->getType()->isPointerType())
      modify(nullptr);
    // A whole struct brings new values for all its members.
    if (lvalue->getType()->isRecordType())
      modify(nullptr);
  }

  void call(const CallExpr *expr, bool parallel) {
    const FunctionDecl *callee = expr->getDirectCallee();
    std::optional<MpiCall> known = mpiCall(expr);
    if (known)
      mpi(*known, parallel);
    else if (isMpiFunction(callee))
      unknownMpi(expr);
    else
      other(expr, parallel);
    modifyArguments(expr);
  }

  void mpi(const MpiCall &call, bool parallel) {
    if (call.kind() == EventKind::Abort) {
      add(Action::Kind::Stop);
      return;
    }
    std::vector<Access> accesses = accessesOf(call, info);
    if (!parallel)
      addAccesses(accesses);
    graph.blockOf[call.expr] = here;
    Action &action = add(Action::Kind::Call);
    action.call = call;
    action.window = info.visibleWindow(call.window());
    if (!isOperation(call.kind()))
      return;
    action.operation = graph.operations.size();
    Operation operation{call, action.window, std::move(accesses), std::nullopt};
    operation.target = constantValue(call.argument(Role::Target), info.context);
    if (const Expr *request = call.argument(Role::Request)) {
      operation.hasRequest = true;
      operation.request = info.visibleRequest(request);
    }
    operation.block = here;
    graph.operations.push_back(std::move(operation));
  }

  /// A function of MPI that the table lacks, or one that only looks like it.
  void unknownMpi(const CallExpr *expr) {
    if (!isLocalMpiFunction(expr->getDirectCallee()))
      addEffect(Effect::Synchronizes);
  }

  void other(const CallExpr *expr, bool parallel) {
    if (!parallel)
      addAccesses(accessesOfLibraryCall(expr, info));
    addEffect(summaries.ofCall(expr));
    if (auto *operatorCall = dyn_cast<CXXOperatorCallExpr>(expr);
        operatorCall && operatorCall->isAssignmentOp())
      write(operatorCall->getArg(0), expr, /*parallel=*/true);
  }

  /// `&v` and, where the parameter is a reference, `v` come back with another value.
  void modifyArguments(const CallExpr *expr) {
    const FunctionDecl *callee = expr->getDirectCallee();
    for (unsigned i = 0; i < expr->getNumArgs(); ++i) {
      const Expr *argument = expr->getArg(i)->IgnoreParenCasts();
      if (auto *unary = dyn_cast<UnaryOperator>(argument);
          unary && unary->getOpcode() == UO_AddrOf) {
        // Open MPI's handles are addresses of objects that nobody else sees into.
        if (!unary->getSubExpr()->getType()->isIncompleteType())
          modifyLvalue(unary->getSubExpr());
        continue;
      }
      if (!callee || i >= callee->getNumParams() || isa<CXXOperatorCallExpr>(expr))
        continue;
      QualType type = callee->getParamDecl(i)->getType();
      if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified())
        modifyLvalue(argument);
    }
  }
};

} // namespace

namespace {

void fillBlocks(FlowGraph &graph, const FunctionInfo &info, Summaries &summaries) {
  graph.blocks.assign(graph.cfg->getNumBlockIDs(), {});
  graph.operations.clear();
  ActionBuilder builder(info, summaries, graph);
  for (const CFGBlock *block : *graph.cfg)
    builder.block(block);
}

/// Finds the pointers whose sole value names the same memory all through the function.
void findAliases(const FlowGraph &graph, FunctionInfo &info) {
  llvm::DenseSet<const ValueDecl *> changed;
  bool othersChange = false;
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block) {
      bool assigns = action.kind == Action::Kind::Modify;
      othersChange |= action.kind == Action::Kind::Modifies ||
                      action.kind == Action::Kind::Synchronizes || (assigns && !action.variable);
      // Each pass of a declaration, too, makes a new variable.
      if ((assigns && action.variable) || action.kind == Action::Kind::Redeclare)
        changed.insert(action.variable);
    }
  for (auto &[pointer, value] : info.soleValues) {
    auto address = pointer->getType()->isReferenceType() ? addressOfLvalue(value, nullptr, info)
                                                         : addressOfPointee(value, nullptr, info);
    bool constant = address && llvm::all_of(address->dependsOn, [&](const ValueDecl *part) {
                      return !changed.contains(part) && (info.isStable(part) || !othersChange);
                    });
    if (constant)
      info.aliases.insert(pointer);
  }
}

} // namespace

std::optional<FlowGraph> makeFlowGraph(FunctionInfo &info, Summaries &summaries) {
  CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  options.AddImplicitDtors = true;
  options.AddTemporaryDtors = true;
  options.AddInitializers = true;
  FlowGraph graph;
  graph.cfg = CFG::buildCFG(info.function, info.function->getBody(), &info.context, options);
  if (!graph.cfg || graph.cfg->getNumBlockIDs() > kMostBlocks)
    return std::nullopt;
  fillBlocks(graph, info, summaries);
  if (graph.operations.size() > kMostOperations)
    return std::nullopt;
  findAliases(graph, info);
  if (!info.aliases.empty())
    fillBlocks(graph, info, summaries);
  return graph;
}

} // namespace fencepost::plugin
