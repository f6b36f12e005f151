//===- MpiCall.h - recognizes calls of MPI functions ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_MPICALL_H
#define FENCEPOST_CLANG_PLUGIN_MPICALL_H

#include "model/Calls.h"

#include <optional>

namespace clang {
class ASTContext;
class Decl;
class CallExpr;
class Expr;
class FunctionDecl;
} // namespace clang

namespace fencepost::plugin {

/// A call of a function that the table knows.
struct MpiCall {
  const clang::CallExpr *expr = nullptr;
  Call call{};

  const CallInfo &info() const { return callInfo(call); }
  EventKind kind() const { return info().kind; }

  /// The argument of that role, or null.
  const clang::Expr *argument(Role role) const;

  /// The window, whether it is passed or its address. Null for a call without one.
  const clang::Expr *window() const;
};

/// Nothing when the call is not a direct one of an MPI_ or PMPI_ function of the table.
std::optional<MpiCall> mpiCall(const clang::CallExpr *expr);

/// Whether it belongs to the C++ bindings that some mpi.h have.
bool isOfBindings(const clang::Decl *declaration);

/// Whether there may be code in it: mpi.h is a thousand declarations without.
bool mayHaveCode(const clang::Decl *declaration);

/// Whether the function is MPI's: its name begins with MPI_, PMPI_ or MPIX_.
bool isMpiFunction(const clang::FunctionDecl *function);

/// Whether the function is MPI's and neither moves data nor orders anything.
bool isLocalMpiFunction(const clang::FunctionDecl *function);

/// Whether the process does not go on behind the call.
bool endsProcess(const clang::CallExpr *call);

/// Whether the call opens or closes an epoch, moves data or makes or frees a window.
bool concernsWindows(EventKind kind);

/// Whether the operation brings data to its origin: it is over when that is there.
constexpr bool bringsBack(EventKind kind) {
  return kind == EventKind::Get || (isAtomic(kind) && kind != EventKind::Accumulate);
}

/// The value of an integer constant expression.
std::optional<int64_t> constantValue(const clang::Expr *expr, const clang::ASTContext &context);

/// Whether an assertion (MPI_MODE_...) is a constant that is written with that name.
bool saysAssertion(const clang::Expr *assertion, std::string_view name,
                   const clang::ASTContext &context);

/// Whether an assertion is written as zero or by its names alone: what it does not name it does not
/// say.
bool isSpelledOut(const clang::Expr *assertion, const clang::ASTContext &context);

/// Whether the call makes a window whose memory others may load and store.
bool isShared(const MpiCall &creation);

/// Whether the call asks where the memory of one of the processes is.
bool isSharedQuery(const MpiCall &call);

/// Whether the expression is written as that macro of mpi.h, such as MPI_PROC_NULL.
bool isMacro(const clang::Expr *expr, std::string_view name, const clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_MPICALL_H
