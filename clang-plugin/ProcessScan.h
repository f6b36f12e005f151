//===- ProcessScan.h - what may be a rank or a number of processes --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_PROCESSSCAN_H
#define FENCEPOST_CLANG_PLUGIN_PROCESSSCAN_H

namespace clang {
class Expr;
class ValueDecl;
} // namespace clang

namespace fencepost::plugin {

/// Of a variable or member that may hold a number of processes.
bool mayHold(const clang::ValueDecl *declaration);

/// The variable or member that it is; or null.
const clang::ValueDecl *declarationIn(const clang::Expr *lvalue);

/// The variable, member or function that the number comes from.
const clang::ValueDecl *originOf(const clang::Expr *expr);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_PROCESSSCAN_H
