//===- Inductions.h - loops that count ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_INDUCTIONS_H
#define FENCEPOST_CLANG_PLUGIN_INDUCTIONS_H

#include "FunctionInfo.h"

namespace fencepost::plugin {

/// `for (i = 0; ...; ...)` with a constant start.
std::optional<Induction> inductionOf(clang::ForStmt *loop, const clang::ASTContext &context);

/// How often a loop that counts up by one surely runs; nothing where that is not constant.
std::optional<int64_t> runsOf(const Induction &loop, const clang::ASTContext &context);

/// Whether the statement may end an iteration, or go elsewhere, before what follows it.
bool mayJump(const clang::Stmt *statement);

/// Whether the loop, which counts that variable, runs for as long in each iteration of the other.
bool isSameInEach(const Induction &outer, const clang::ForStmt *loop,
                  const clang::VarDecl *variable);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_INDUCTIONS_H
