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
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

std::optional<WindowMemory> memoryOf(const MpiCall &call, unsigned window,
                                     const FunctionInfo &info) {
  if (const Expr *base = call.argument(Role::Base)) {
    auto address = addressOfPointee(base, {}, info);
    bool fixed = address && address->terms.empty() &&
                 llvm::all_of(address->dependsOn, [&](const ValueDecl *part) {
                   return part == address->container ||
                          info.soleValues.contains(dyn_cast<VarDecl>(part));
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

void dropMoved(FlowGraph &graph) {
  llvm::DenseMap<const ValueDecl *, unsigned> changes;
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block)
      if (action.kind == Action::Kind::Modify)
        ++changes[action.variable];
  llvm::erase_if(graph.memories, [&](const WindowMemory &memory) {
    // A container that is changed may have other memory.
    if (memory.address.container && changes.lookup(memory.address.container) != 0)
      return true;
    return memory.isAllocated && llvm::any_of(memory.address.dependsOn, [&](const ValueDecl *part) {
             return changes.lookup(part) != 1;
           });
  });
}

} // namespace fencepost::plugin
