//===- FunctionScan.h - one look at all of a function ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_FUNCTIONSCAN_H
#define FENCEPOST_CLANG_PLUGIN_FUNCTIONSCAN_H

namespace clang {
class ASTContext;
class Expr;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// Finds what the function does with its variables.
void scanFunction(FunctionInfo &info);

/// The variable, when the expression is nothing but its name.
const clang::VarDecl *variableOf(const clang::Expr *expr);

/// Whether the expression is MPI_WIN_NULL, MPI_REQUEST_NULL or an empty initializer.
bool isNullHandle(const clang::Expr *expr, const clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FUNCTIONSCAN_H
