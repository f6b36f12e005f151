//===- Spelling.h - expressions as the source writes them -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_SPELLING_H
#define FENCEPOST_CLANG_PLUGIN_SPELLING_H

#include "model/SourceFacts.h"

#include <string>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
class FunctionDecl;
class SourceLocation;
} // namespace clang

namespace fencepost::plugin {

/// The expression's source text on one line, without casts, cut where it gets long.
std::string spelling(const clang::Expr *expr, const clang::ASTContext &context);

/// Whether both are made of the same operations, names and numbers.
bool areWrittenAlike(const clang::Expr *one, const clang::Expr *other,
                     const clang::ASTContext &context);

/// The called function's name; that of an object which is called is its variable's.
std::string calleeName(const clang::CallExpr *call);

/// The function's name; in C++ with the classes and namespaces it is in.
std::string functionName(const clang::FunctionDecl *function);

/// Where the debug location of code at that source location points.
Place debugPlace(clang::SourceLocation location, const clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_SPELLING_H
