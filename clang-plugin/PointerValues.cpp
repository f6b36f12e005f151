//===- PointerValues.cpp - what pointers hold where they are read ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerValues.h"

#include "Actions.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "Names.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Analysis/FlowSensitive/DataflowWorklist.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The value that each pointer has on all ways, by its index.
using Held = llvm::SmallDenseMap<const VarDecl *, int, 4>;
constexpr int kUnknown = -1; // or one on some way, and another one on another

const DeclRefExpr *named(const Expr *expr) { return dyn_cast<DeclRefExpr>(expr->IgnoreParens()); }

class Assigned {
public:
  Assigned(const FlowGraph &graph, const FunctionInfo &info) : graph(graph), info(info) {
    for (const std::vector<Action> &block : graph.blocks)
      for (const Action &action : block)
        if (auto *variable = dyn_cast_or_null<VarDecl>(action.variable);
            variable && action.kind == Action::Kind::Modify && isPlain(variable))
          followed.insert(variable);
  }

  std::vector<PointerValue> values() {
    if (followed.empty() || info.openMp.hasConstructs())
      return {};
    std::vector<Held> before(graph.cfg->getNumBlockIDs());
    std::vector<bool> isReached(before.size());
    PostOrderCFGView view(graph.cfg.get());
    ForwardDataflowWorklist worklist(*graph.cfg, &view);
    auto reach = [&](const CFGBlock *block, const Held &held) {
      const unsigned id = block->getBlockID();
      if (!isReached[id]) {
        isReached[id] = true;
        before[id] = held;
        worklist.enqueueBlock(block);
      } else if (join(before[id], held)) {
        worklist.enqueueBlock(block);
      }
    };
    Held given;
    for (const ParmVarDecl *parameter : info.function->parameters())
      if (isFollowed(parameter))
        set(nullptr, {parameter, nullptr}, given);
    reach(&graph.cfg->getEntry(), given);
    while (const CFGBlock *block = worklist.dequeue()) {
      Held held = before[block->getBlockID()];
      // What a handler of exceptions is reached from is not in the graph.
      if (isa_and_nonnull<CXXCatchStmt>(block->getLabel()))
        for (auto &[pointer, value] : held)
          value = kUnknown;
      pass(*block, held, false);
      for (const CFGBlock *next : block->succs())
        if (next)
          reach(next, held);
    }
    for (const CFGBlock *block : *graph.cfg)
      if (block && isReached[block->getBlockID()] &&
          !isa_and_nonnull<CXXCatchStmt>(block->getLabel()))
        pass(*block, before[block->getBlockID()], true);
    for (auto [reader, value] : readers)
      if (value != kUnknown)
        found[value].readers.push_back(reader);
    return std::move(found);
  }

private:
  const FlowGraph &graph;
  const FunctionInfo &info;
  llvm::DenseSet<const VarDecl *> followed; // that are set after their declaration
  std::vector<PointerValue> found;
  llvm::DenseMap<std::pair<const Stmt *, const VarDecl *>, int> known; // by what assigns it
  llvm::DenseMap<const DeclRefExpr *, int> readers;

  static bool join(Held &held, const Held &other) {
    bool grew = false;
    for (auto [pointer, value] : other) {
      auto [mine, isNew] = held.insert({pointer, value});
      grew |= isNew;
      if (mine->second != value && mine->second != kUnknown) {
        mine->second = kUnknown;
        grew = true;
      }
    }
    return grew;
  }

  const VarDecl *pointerOf(const Expr *expr) const {
    auto *reference = named(expr);
    auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    return variable && isFollowed(variable) ? variable : nullptr;
  }

  bool isFollowed(const VarDecl *variable) const { return followed.contains(variable); }

  bool isPlain(const VarDecl *variable) const {
    return variable->isLocalVarDeclOrParm() && variable->getType()->isPointerType() &&
           info.isStable(variable) && !info.soleValues.contains(variable);
  }

  void set(const Stmt *by, const PointerValue &value, Held &held) {
    auto [at, isNew] = known.insert({{by, value.pointer}, int(found.size())});
    if (isNew)
      found.push_back(value);
    held[value.pointer] = at->second;
  }

  void pass(const CFGBlock &block, Held &held, bool reads) {
    for (const CFGElement &element : block)
      if (auto statement = element.getAs<CFGStmt>())
        pass(statement->getStmt(), held, reads);
  }

  void pass(const Stmt *statement, Held &held, bool reads) {
    if (auto *declaration = dyn_cast<DeclStmt>(statement)) {
      for (const Decl *each : declaration->decls())
        if (auto *variable = dyn_cast<VarDecl>(each); variable && isFollowed(variable)) {
          if (variable->getInit())
            set(statement, {variable, variable->getInit()}, held);
          else
            held[variable] = kUnknown;
        }
    } else if (auto *binary = dyn_cast<BinaryOperator>(statement)) {
      const VarDecl *pointer = binary->isAssignmentOp() ? pointerOf(binary->getLHS()) : nullptr;
      if (pointer && binary->getOpcode() == BO_Assign)
        set(statement, {pointer, binary->getRHS()}, held);
      else if (pointer)
        set(statement,
            {pointer, binary->getLHS(), binary->getRHS(),
             binary->getOpcode() == BO_SubAssign ? -1 : 1},
            held);
    } else if (auto *unary = dyn_cast<UnaryOperator>(statement)) {
      const VarDecl *pointer = pointerOf(unary->getSubExpr());
      if (pointer && unary->isIncrementDecrementOp())
        set(statement, {pointer, unary->getSubExpr(), nullptr, unary->isIncrementOp() ? 1 : -1},
            held);
      else if (pointer && unary->getOpcode() == UO_AddrOf)
        held[pointer] = kUnknown;
    } else if (auto *call = dyn_cast<CallExpr>(statement)) {
      auto pair = swappedBy(call);
      const VarDecl *first = pair ? pointerOf(pair->first) : nullptr;
      const VarDecl *second = pair ? pointerOf(pair->second) : nullptr;
      if (first)
        set(statement, {first, pair->second}, held);
      if (second)
        set(statement, {second, pair->first}, held);
    } else if (auto *reference = dyn_cast<DeclRefExpr>(statement); reference && reads) {
      auto *variable = dyn_cast<VarDecl>(reference->getDecl());
      auto value = variable ? held.find(variable) : held.end();
      if (value != held.end()) {
        auto [reader, isNew] = readers.insert({reference, value->second});
        if (reader->second != value->second)
          reader->second = kUnknown;
      }
    }
  }
};

} // namespace

std::vector<PointerValue> pointerValues(const FlowGraph &graph, const FunctionInfo &info) {
  return Assigned(graph, info).values();
}

} // namespace fencepost::plugin
