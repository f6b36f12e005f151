//===- checks/RaceWords.h - how races are told ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_RACEWORDS_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_RACEWORDS_H

#include "model/Event.h"

#include <string>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
} // namespace clang

namespace fencepost::plugin {

/// The expression in quotes, as the source has it.
std::string inQuotes(const clang::Expr *expr, const clang::ASTContext &context);

/// " at line 12", for a place that is not where the caret stands.
std::string atLineOf(const clang::Expr *expr, const clang::ASTContext &context);

/// Of a load or store (of a function, or null) and an operation under way, such as "another
/// process's MPI_Put at line 12".
std::string accessWhile(const std::string &what, bool writes, const clang::CallExpr *by,
                        const std::string &operation, bool operationWrites);

/// Of an operation and another one.
std::string operationWhile(const std::string &operation, const std::string &target,
                           const std::string &other, bool otherWrites);

/// Of loads and stores of two processes. `other`: by what, where that is elsewhere, or empty.
std::string accessWhileShared(const std::string &what, bool writes, const clang::CallExpr *by,
                              bool otherWrites, const std::string &other);

/// Of MPI_MODE_NOSTORE that a fence or post has, and a store in front of it.
std::string storedBefore(const std::string &what, const std::string &window,
                         const std::string &where, EventKind kind);

/// What ends an operation at its origin, where it is not known in what epoch it is.
constexpr char kLocalCompletion[] =
    "MPI_Win_flush_local, or the fence, complete or unlock that ends the epoch";

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_RACEWORDS_H
