//===- LibraryCalls.h - memory that functions of the C library access -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_LIBRARYCALLS_H
#define FENCEPOST_CLANG_PLUGIN_LIBRARYCALLS_H

#include <cstdint>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
} // namespace clang

namespace fencepost::plugin {

/// A pointer argument whose memory the call surely accesses.
struct LibraryArgument {
  unsigned index;
  bool writes;
  int64_t bytes;                      // at least
  const clang::Expr *count = nullptr; // if that is zero there are none
};

/// Those of a call of a function of model/libraryCalls.def; none for any other.
std::vector<LibraryArgument> libraryArguments(const clang::CallExpr *call,
                                              const clang::ASTContext &context);

/// Whether the call gives memory back.
bool isRelease(const clang::CallExpr *call, const clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_LIBRARYCALLS_H
