//===- Inductions.h - loops that count ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_INDUCTIONS_H
#define FENCEPOST_CLANG_PLUGIN_INDUCTIONS_H

#include "FunctionInfo.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace clang {
class CompoundStmt;
} // namespace clang

namespace fencepost::plugin {

/// `for (i = 0; ...; ...)`.
std::optional<Induction> inductionOf(const clang::ForStmt *loop, const clang::ASTContext &context);

/// Whether it counts from one constant to another that is not behind it.
bool neverRuns(const clang::ForStmt *loop, const clang::ASTContext &context);

/// `i = 0; while (i < n) {... ++i;}`, and the same with do, for the loops of the block.
std::vector<Induction> inductionsIn(const clang::CompoundStmt *block,
                                    const clang::ASTContext &context);

/// Visits what the first iteration of the loop surely executes before the variable moves on.
void forEachInFirst(const Induction &loop, llvm::function_ref<void(const clang::Stmt *)> visit);

/// How often a loop that counts up by one surely runs; nothing where that is not constant.
std::optional<int64_t> runsOf(const Induction &loop, const clang::ASTContext &context);
/// The same of how often it runs unless it ends early.
std::optional<int64_t> mostRunsOf(const Induction &loop, const clang::ASTContext &context);

/// Whether the statement may end an iteration, or go elsewhere, before what follows it.
bool mayJump(const clang::Stmt *statement);

/// Whether the loop runs for as long in each iteration of the other.
bool isSameInEach(const Induction &outer, const Induction &loop);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_INDUCTIONS_H
