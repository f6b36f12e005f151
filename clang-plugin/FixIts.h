//===- FixIts.h - changes that are certain --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_FIXITS_H
#define FENCEPOST_CLANG_PLUGIN_FIXITS_H

#include "clang/Basic/Diagnostic.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
} // namespace clang

namespace fencepost::plugin {

/// Inserts a statement (without its semicolon) where the call is a statement of its own line;
/// nothing elsewhere.
std::vector<clang::FixItHint>
insertBefore(const clang::CallExpr *call, const std::string &statement, clang::ASTContext &context);

/// Removes the call where it is a statement of its own line; nothing elsewhere.
std::vector<clang::FixItHint> removeStatement(const clang::CallExpr *call,
                                              clang::ASTContext &context);

/// Adds names of flags to an argument that is zero or names such flags; nothing within macros.
std::vector<clang::FixItHint> addFlags(const clang::Expr *flags, const std::string &names,
                                       const clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FIXITS_H
