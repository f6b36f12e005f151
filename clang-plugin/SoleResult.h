//===- SoleResult.h - functions that do nothing but return a value --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_SOLERESULT_H
#define FENCEPOST_CLANG_PLUGIN_SOLERESULT_H

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
} // namespace clang

namespace fencepost::plugin {

/// What the call returns, in the function's own words, where its body is in sight and does nothing
/// but return that: `MPI_Win get() const { return win; }`. Null otherwise.
const clang::Expr *soleResult(const clang::CallExpr *call, const clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_SOLERESULT_H
