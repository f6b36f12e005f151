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
} // namespace clang

namespace fencepost::plugin {

/// Inserts a statement (without its semicolon) where the call is a statement of its own line;
/// nothing elsewhere.
std::vector<clang::FixItHint> insertBefore(const clang::CallExpr *call,
                                           const std::string &statement,
                                           clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FIXITS_H
