//===- PointerValues.h - what pointers hold where they are read -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A local pointer that gets several values in its life has one of them where
// all ways to the place come from one assignment: `front` is `x` in
// `front = x; MPI_Put(front, ...); swap(&front, &back);`.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_POINTERVALUES_H
#define FENCEPOST_CLANG_PLUGIN_POINTERVALUES_H

#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace clang {
class DeclRefExpr;
class Expr;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
struct FlowGraph;

/// What a pointer is set to.
struct PointerValue {
  const clang::VarDecl *pointer;
  const clang::Expr *value;           // a pointer, or the lvalue of one; null: what a caller gave
  const clang::Expr *steps = nullptr; // that are added to it
  int sign = 0;                       // -1: taken away from it; 0: none are. Null steps: one

  llvm::SmallVector<const clang::DeclRefExpr *, 2> readers = {}; // that find no other value
};

/// The assignments, in no order, to pointers that get several values; of parameters also that of
/// the call.
std::vector<PointerValue> pointerValues(const FlowGraph &graph, const FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_POINTERVALUES_H
