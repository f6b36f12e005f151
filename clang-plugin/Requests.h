//===- Requests.h - which requests a call gives or completes --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_REQUESTS_H
#define FENCEPOST_CLANG_PLUGIN_REQUESTS_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>

namespace clang {
class CallExpr;
class DeclRefExpr;
class Expr;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
struct FlowGraph;
struct Induction;
struct MpiCall;

/// Elements of a variable that only MPI functions get, an array or struct perhaps; of another place
/// (`h->req`), as long as the function sees nothing else get there; or any that others may hold.
struct Requests {
  const clang::VarDecl *variable = nullptr;
  std::string place = {}; // which object, in the words of an address, where it is not a variable's
  llvm::SmallVector<const clang::ValueDecl *, 4> dependsOn = {}; // another place when one changes
  std::optional<int64_t> first = std::nullopt;                   // nothing: any of them
  std::optional<int64_t> count = std::nullopt;                   // nothing: any number

  bool isKnown() const { return variable || !place.empty(); }
  bool isOne() const { return isKnown() && first && count == 1; }
  bool isSame(const Requests &other) const {
    return isOne() && other.isOne() && variable == other.variable && place == other.place &&
           first == other.first;
  }
  /// Whether there is surely none that both are.
  bool isApart(const Requests &other) const;
};

/// The request that an operation gives, or those that are waited for, tested or freed. For an
/// operation in a loop that counts up to a constant, all that it gives there.
Requests requestsOf(const MpiCall &call, const FunctionInfo &info);

/// The same of an operation in the first iteration of that loop and those within.
Requests firstRequestOf(const MpiCall &call, const Induction *loop, const FunctionInfo &info);

/// Requests in places that something of the function changes, or code that it calls may, are any.
void dropMovedRequests(FlowGraph &graph, const FunctionInfo &info);

/// The array, struct or container of requests, or the single one, that the expression is the
/// address of or of an element of; null for any other.
const clang::DeclRefExpr *requestsNamed(const clang::Expr *expr);

/// What a function in sight, which does nothing else with them, is given to wait for.
llvm::SmallVector<const clang::DeclRefExpr *, 2> requestsWaitedFor(const clang::CallExpr *call);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_REQUESTS_H
