//===- Accesses.h - what memory a statement reads and writes --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ACCESSES_H
#define FENCEPOST_CLANG_PLUGIN_ACCESSES_H

#include "Address.h"
#include "MpiCall.h"

#include <vector>

namespace clang {
class Stmt;
} // namespace clang

namespace fencepost::plugin {

/// A read or write of memory of this process whose address is understood.
struct Access {
  Address address;
  /// Within a loop that counts: the address in its first iteration, and the loop.
  std::optional<Address> first = std::nullopt;
  const Induction *loop = nullptr;
  bool writes = false;
  const clang::Expr *expr = nullptr;   // the object, or the argument that points to it
  const clang::CallExpr *by = nullptr; // the function that does it, null for the code itself
  const clang::Expr *within = nullptr; // where a function in sight does it
};

/// Whether the access certainly touches the buffer of an operation that is in flight.
bool touches(const Access &access, const Access &buffer, const clang::CallExpr *operation);

/// How a call of MPI accesses local buffers, for those it surely accesses.
std::vector<Access> accessesOf(const MpiCall &call, const FunctionInfo &info);

/// The same for memcpy, printf and their like.
std::vector<Access> accessesOfLibraryCall(const clang::CallExpr *call, const FunctionInfo &info);

/// A load or store of an lvalue.
std::optional<Access> accessTo(const clang::Expr *lvalue, bool writes, const clang::Stmt *statement,
                               const FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ACCESSES_H
