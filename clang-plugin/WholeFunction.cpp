//===- WholeFunction.cpp - what holds all through a function --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeFunction.h"

#include "Actions.h"
#include "CalleeAccesses.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "Names.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

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

namespace {

/// What changes, or is declared anew, behind the places where a pointer gets its values, as long as
/// it lives.
class LaterChanges {
public:
  explicit LaterChanges(const FlowGraph &graph) : graph(graph) {}

  const llvm::DenseSet<const ValueDecl *> &of(const VarDecl *pointer) {
    auto [found, isNew] = known.try_emplace(pointer);
    if (isNew)
      find(pointer, found->second);
    return found->second;
  }

private:
  const FlowGraph &graph;
  std::map<const VarDecl *, llvm::DenseSet<const ValueDecl *>> known;

  /// The variable that a new window's handle goes to; or null.
  static const VarDecl *windowMadeBy(const Action &action) {
    const bool makes =
        action.kind == Action::Kind::Call && action.call.kind() == EventKind::WinCreate;
    const Expr *handle = makes ? action.call.argument(Role::NewWindow) : nullptr;
    auto *unary = handle ? dyn_cast<UnaryOperator>(handle->IgnoreParenCasts()) : nullptr;
    return unary && unary->getOpcode() == UO_AddrOf ? variableOf(unary->getSubExpr()) : nullptr;
  }

  void find(const VarDecl *pointer, llvm::DenseSet<const ValueDecl *> &changes) const {
    llvm::BitVector seen(graph.cfg->getNumBlockIDs());
    std::vector<const CFGBlock *> pending;
    auto pass = [&](llvm::ArrayRef<Action> actions, const CFGBlock *block) {
      for (const Action &action : actions) {
        if (action.kind == Action::Kind::Expire && action.variable == pointer)
          return;
        // Each pass of a declaration, too, makes a new variable.
        if (action.kind == Action::Kind::Modify || action.kind == Action::Kind::Redeclare)
          changes.insert(action.variable);
        if (const VarDecl *made = windowMadeBy(action))
          changes.insert(made);
      }
      for (const CFGBlock *next : block->succs())
        if (next && !seen.test(next->getBlockID())) {
          seen.set(next->getBlockID());
          pending.push_back(next);
        }
    };
    bool isFound = false;
    for (const CFGBlock *block : *graph.cfg) {
      llvm::ArrayRef<Action> actions = graph.blocks[block->getBlockID()];
      for (std::size_t i = 0; i < actions.size(); ++i)
        if (actions[i].variable == pointer &&
            (actions[i].kind == Action::Kind::Modify ||
             (actions[i].kind == Action::Kind::Redeclare && pointer->getInit()))) {
          isFound = true;
          pass(actions.drop_front(i + 1), block);
        }
    }
    // No edge leads to handlers of exceptions.
    for (const CFGBlock *block : *graph.cfg)
      if (!isFound || isa_and_nonnull<CXXCatchStmt>(block->getLabel()))
        pending.push_back(block);
    while (!pending.empty()) {
      const CFGBlock *block = pending.back();
      pending.pop_back();
      pass(graph.blocks[block->getBlockID()], block);
    }
  }
};

} // namespace

void findAliases(const FlowGraph &graph, FunctionInfo &info) {
  llvm::DenseSet<const ValueDecl *> changed;
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
    }
  LaterChanges laterChanges(graph);
  auto isSame = [&](const std::optional<Address> &address, const VarDecl *pointer) {
    return address && !(address->usesNumbers && numbersChange) &&
           llvm::all_of(address->dependsOn, [&](const ValueDecl *part) {
             return (isa<ParmVarDecl>(part) && address->isNamedBy(part)) ||
                    (!laterChanges.of(pointer).contains(part) &&
                     (info.isStable(part) || !othersChange));
           });
  };
  auto isAlias = [&](const VarDecl *pointer, const Expr *value) {
    const QualType type = pointer->getType();
    // What a parameter led to at first is known by its name, but no window.
    const VarDecl *copied = isWindowType(type) ? variableOf(value) : nullptr;
    if (copied && laterChanges.of(pointer).contains(copied))
      return false;
    if (isSpan(type) && (changed.contains(pointer) || !info.isStable(pointer)))
      return false;
    return isSame(type->isReferenceType() ? addressOfLvalue(value, {}, info)
                  : isSpan(type)          ? addressOfView(value, info)
                                          : addressOfPointee(value, {}, info),
                  pointer);
  };
  auto isAliasWhereRead = [&](const PointerValue &value) {
    const DeclRefExpr *reader = value.readers.front();
    info.valuesRead[reader] = &value;
    const bool is = isSame(addressThrough(reader, info), value.pointer);
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
  auto isSteady = [&](const VarDecl *variable) {
    return steady.contains(variable) && info.isStable(variable);
  };
  auto isKept = [&](const Bound &bound) {
    if (!bound.member)
      return isSteady(bound.variable);
    return leavesPointers(graph) && leavesNumbers(graph) &&
           llvm::all_of(bound.member->dependsOn, [&](const ValueDecl *part) {
             auto *variable = dyn_cast<VarDecl>(part);
             return variable && !variable->getType()->isReferenceType() ? isSteady(variable)
                                                                        : !isChanged(graph, part);
           });
  };
  for (std::vector<Action> &block : graph.blocks)
    llvm::erase_if(block, [&](const Action &action) {
      return action.kind == Action::Kind::Access && action.access.bound &&
             !isKept(*action.access.bound);
    });
}

} // namespace fencepost::plugin
