//===- Requests.h - which requests a call gives or completes --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_REQUESTS_H
#define FENCEPOST_CLANG_PLUGIN_REQUESTS_H

#include <cstdint>
#include <optional>

namespace clang {
class CallExpr;
class DeclRefExpr;
class Expr;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
struct Induction;
struct MpiCall;

/// Elements of a variable that only MPI functions get, an array perhaps, or of one that others may
/// hold (null).
struct Requests {
  const clang::VarDecl *variable = nullptr;
  std::optional<int64_t> first = std::nullopt; // nothing: any of them
  std::optional<int64_t> count = std::nullopt; // nothing: any number

  bool isOne() const { return variable && first && count == 1; }
  bool isSame(const Requests &other) const {
    return isOne() && other.isOne() && variable == other.variable && first == other.first;
  }
  /// Whether there is surely none that both are.
  bool isApart(const Requests &other) const;
};

/// The request that an operation gives, or those that are waited for, tested or freed. For an
/// operation in a loop that counts up to a constant, all that it gives there.
Requests requestsOf(const MpiCall &call, const FunctionInfo &info);

/// The same of an operation in the first iteration of that loop and those within.
Requests firstRequestOf(const MpiCall &call, const Induction *loop, const FunctionInfo &info);

/// The array or container of requests, or the single one, that the expression is the address of or
/// of an element of; null for any other.
const clang::DeclRefExpr *requestsNamed(const clang::Expr *expr);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_REQUESTS_H
