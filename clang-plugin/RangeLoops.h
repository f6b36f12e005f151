//===- RangeLoops.h - loops over all elements of an array or container -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_RANGELOOPS_H
#define FENCEPOST_CLANG_PLUGIN_RANGELOOPS_H

#include "clang/AST/Type.h"

#include <optional>

namespace clang {
class ASTContext;
class CXXForRangeStmt;
class Expr;
class ForStmt;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

/// One of which each first iteration reads or writes the first element before anything else.
struct RangeLoop {
  const clang::VarDecl *begin; // the variable, hidden perhaps, that begins at the first element
  const clang::Expr *range;    // the array or container
  clang::QualType element;
  bool writes;
};

std::optional<RangeLoop> rangeLoopOf(const clang::CXXForRangeStmt *loop,
                                     const clang::ASTContext &context);

/// The same with an iterator: for (auto it = v.begin(); it != v.end(); ++it).
std::optional<RangeLoop> rangeLoopOf(const clang::ForStmt *loop);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_RANGELOOPS_H
