//===- Counts.h - how much operations move, and when nothing --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_COUNTS_H
#define FENCEPOST_CLANG_PLUGIN_COUNTS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
struct MpiCall;
struct Operation;

/// How much an operation moves: so many, or as many as that container has elements. Null where the
/// function has no words for it.
struct Count {
  const clang::Expr *expr = nullptr;
  bool isOfElements = false;
};

/// Those of the call that are no constants.
std::vector<Count> countsOf(const MpiCall &call, const FunctionInfo &info);
Count countOf(const clang::Expr *count, const FunctionInfo &info);

/// How many elements such a view shows: `span(p, n)`, `s.first(n)`; or null.
const clang::Expr *elementsOf(const clang::Expr *view);

/// `n` of `n * sizeof(double)`, which is nothing where that is, and how often it is taken.
const clang::Expr *withoutFactors(const clang::Expr *count, const clang::ASTContext &context,
                                  int64_t *times = nullptr);

/// What variables are at least, by Question::subject.
using Facts = std::map<std::string, int64_t>;

/// What holds of the function's variables where the operation moves anything: how much, to whom,
/// and that its buffers are there.
Facts whatMoves(const Operation &operation, const FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_COUNTS_H
