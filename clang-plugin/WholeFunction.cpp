//===- WholeFunction.cpp - what holds all through a function --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeFunction.h"

#include "Actions.h"
#include "FunctionInfo.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

void findAssigned(const FlowGraph &graph, FunctionInfo &info) {
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block)
      for (Window &window : info.windows) {
        bool assigns = action.kind == Action::Kind::Modify;
        const bool isElement = window.path.steps.find('[') != std::string::npos;
        bool mayName = window.path.steps.find('*') != std::string::npos ||
                       (isElement && !info.isOnlyMpis(dyn_cast_or_null<VarDecl>(window.path.root)));
        window.isAssigned |=
            assigns && action.variable
                ? llvm::is_contained(window.path.dependsOn, action.variable)
                : (assigns || action.changesHandles) && (mayName || !window.isLocal);
      }
}

/// What is under a condition or in a loop is a block, with braces or without.
static void markLiterals(const Stmt *statement, const Stmt *block, FunctionInfo &info) {
  if (isa<CompoundLiteralExpr>(statement) && block)
    info.literalBlocks[cast<Expr>(statement)] = block;
  bool opens = isa<IfStmt, ForStmt, WhileStmt, DoStmt, SwitchStmt>(statement);
  for (const Stmt *child : statement->children())
    if (child)
      markLiterals(child, isa<CompoundStmt>(child) ? child : opens ? statement : block, info);
}

void findLiteralBlocks(FunctionInfo &info) {
  markLiterals(info.function->getBody(), nullptr, info);
}

void findAliases(const FlowGraph &graph, FunctionInfo &info) {
  llvm::DenseSet<const ValueDecl *> changed, renewed;
  bool othersChange = false, numbersChange = false;
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block) {
      bool assigns = action.kind == Action::Kind::Modify;
      bool isOther =
          action.kind == Action::Kind::Modifies || action.kind == Action::Kind::Synchronizes;
      bool isTold = action.isDescribed && !action.changesHandles &&
                    (action.invocation || action.kind == Action::Kind::Modifies);
      othersChange |= (isOther && !isTold) || (assigns && !action.variable);
      numbersChange |=
          (isOther && action.changesNumbers) || action.kind == Action::Kind::ModifyNumber;
      if (assigns && action.variable)
        changed.insert(action.variable);
      // Each pass of a declaration, too, makes a new variable.
      if (action.kind == Action::Kind::Redeclare)
        renewed.insert(action.variable);
    }
  // These are there as long as the function runs.
  llvm::DenseSet<const ValueDecl *> outermost;
  for (const Stmt *statement : info.function->getBody()->children())
    if (auto *declaration = dyn_cast_or_null<DeclStmt>(statement))
      for (const Decl *declared : declaration->decls())
        outermost.insert(dyn_cast<VarDecl>(declared));
  auto isSame = [&](const std::optional<Address> &address, bool isInitial) {
    return address && !(address->usesNumbers && numbersChange) &&
           llvm::all_of(address->dependsOn, [&](const ValueDecl *part) {
             if (isa<ParmVarDecl>(part) && address->isNamedBy(part))
               return true;
             // What is declared with the value ends before it does.
             const bool isRenewed =
                 renewed.contains(part) && !isInitial && !outermost.contains(part);
             return !changed.contains(part) && !isRenewed && (info.isStable(part) || !othersChange);
           });
  };
  auto isAlias = [&](const VarDecl *pointer, const Expr *value) {
    return isSame(pointer->getType()->isReferenceType() ? addressOfLvalue(value, {}, info)
                                                        : addressOfPointee(value, {}, info),
                  pointer->getInit() == value);
  };
  auto isAliasWhereRead = [&](const PointerValue &value) {
    const DeclRefExpr *reader = value.readers.front();
    info.valuesRead[reader] = &value;
    const bool is = isSame(addressThrough(reader, info), value.pointer->getInit() == value.value);
    info.valuesRead.erase(reader);
    return is;
  };
  info.pointerValues = pointerValues(graph, info);
  // One may be made of another, whichever is looked at first.
  for (bool grew = true; grew;) {
    grew = false;
    for (auto &[pointer, value] : info.soleValues)
      if (!info.aliases.contains(pointer) && isAlias(pointer, value))
        grew = info.aliases.insert(pointer).second;
    for (const PointerValue &value : info.pointerValues)
      if (!value.readers.empty() && !info.valuesRead.contains(value.readers.front()) &&
          isAliasWhereRead(value)) {
        for (const DeclRefExpr *reader : value.readers)
          info.valuesRead[reader] = &value;
        grew = true;
      }
  }
}

void dropUnsteady(FlowGraph &graph, const FunctionInfo &info) {
  llvm::DenseSet<const ValueDecl *> steady;
  for (const ParmVarDecl *parameter : info.function->parameters())
    steady.insert(parameter);
  for (const Stmt *statement : info.function->getBody()->children())
    if (auto *declaration = dyn_cast_or_null<DeclStmt>(statement))
      for (const Decl *declared : declaration->decls())
        steady.insert(dyn_cast<VarDecl>(declared));
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block)
      if (action.kind == Action::Kind::Modify)
        steady.erase(action.variable);
  for (std::vector<Action> &block : graph.blocks)
    llvm::erase_if(block, [&](const Action &action) {
      return action.kind == Action::Kind::Access && action.access.bound &&
             !(steady.contains(action.access.bound->variable) &&
               info.isStable(action.access.bound->variable));
    });
}

} // namespace fencepost::plugin
