//===- RangeLoops.h - loops over all elements of an array or container -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_RANGELOOPS_H
#define FENCEPOST_CLANG_PLUGIN_RANGELOOPS_H

#include "clang/AST/Type.h"

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

/// One of which each first iteration reads or writes a part of the first element before anything
/// else that matters.
struct RangeLoop {
  const clang::VarDecl *begin; // the variable, hidden perhaps, that begins at the first element
  const clang::Expr *range;    // the array or container
  clang::QualType element;     // the part's type
  int64_t offset;              // bytes from the element's begin
  bool writes;
  bool isWhole = false; // the loop does so to all elements, every byte, and calls no MPI meanwhile
};

/// Of a range-based loop, or one with an iterator: for (auto it = v.begin(); it != v.end(); ++it).
std::optional<RangeLoop> rangeLoopOf(const clang::Stmt *loop, const clang::ASTContext &context);

/// The array or container of which a range-based loop's variable stands for an element, where the
/// expression is that or a part of it; or null.
const clang::Expr *rangeBehind(const clang::Expr *lvalue);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_RANGELOOPS_H
