//===- WindowMemory.cpp - what windows are made of ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowMemory.h"

#include "FunctionInfo.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace clang;

namespace fencepost::plugin {

std::optional<WindowMemory> memoryOf(const MpiCall &call, unsigned window,
                                     const FunctionInfo &info) {
  if (const Expr *base = call.argument(Role::Base)) {
    auto address = addressOfPointee(base, {}, info);
    bool fixed =
        address && address->terms.empty() &&
        llvm::all_of(address->dependsOn, [&](const ValueDecl *part) {
          return part == address->container || info.soleValues.contains(dyn_cast<VarDecl>(part));
        });
    if (!fixed)
      return std::nullopt;
    return WindowMemory{window, call.expr, std::move(*address)};
  }
  const Expr *pointer = call.argument(Role::NewBase);
  auto *unary = dyn_cast_or_null<UnaryOperator>(pointer ? pointer->IgnoreParenCasts() : nullptr);
  auto *named = unary && unary->getOpcode() == UO_AddrOf
                    ? dyn_cast<DeclRefExpr>(unary->getSubExpr()->IgnoreParens())
                    : nullptr;
  if (!named || !info.isStable(named->getDecl()))
    return std::nullopt;
  auto address = addressThrough(named, info);
  if (!address)
    return std::nullopt;
  return WindowMemory{window, call.expr, std::move(*address), true};
}

/// Blocks that may run after that one has.
static llvm::BitVector blocksAfter(const CFG &cfg, const CFGBlock *block) {
  llvm::BitVector after(cfg.getNumBlockIDs());
  std::vector<const CFGBlock *> pending{block};
  while (!pending.empty()) {
    const CFGBlock *from = pending.back();
    pending.pop_back();
    for (const CFGBlock *next : from->succs())
      if (next && !after.test(next->getBlockID())) {
        after.set(next->getBlockID());
        pending.push_back(next);
      }
  }
  return after;
}

/// Whether the container may have other memory some time after the window was made, other than
/// where it gives up that of the window.
static bool mayMove(const FlowGraph &graph, const WindowMemory &memory) {
  const CFGBlock *made = graph.blockOf.lookup(memory.creation);
  if (!made)
    return true;
  const llvm::BitVector after = blocksAfter(*graph.cfg, made);
  for (unsigned block = 0; block < graph.blocks.size(); ++block) {
    bool isAfter = after.test(block), isReleased = false;
    for (const Action &action : graph.blocks[block]) {
      if (action.kind == Action::Kind::Call && action.call.expr == memory.creation)
        isAfter = true;
      else if (action.kind == Action::Kind::Access && action.access.releases &&
               action.access.address.container == memory.address.container)
        isReleased = true;
      else if (action.kind == Action::Kind::Modify && action.variable == memory.address.container &&
               isAfter && !std::exchange(isReleased, false))
        return true;
    }
  }
  return false;
}

void dropMoved(FlowGraph &graph) {
  llvm::DenseMap<const ValueDecl *, unsigned> changes;
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block)
      if (action.kind == Action::Kind::Modify)
        ++changes[action.variable];
  llvm::erase_if(graph.memories, [&](const WindowMemory &memory) {
    if (memory.address.container && changes.lookup(memory.address.container) != 0 &&
        mayMove(graph, memory))
      return true;
    return memory.isAllocated && llvm::any_of(memory.address.dependsOn, [&](const ValueDecl *part) {
             return changes.lookup(part) != 1;
           });
  });
}

} // namespace fencepost::plugin
