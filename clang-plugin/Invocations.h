//===- Invocations.h - what a callee does, in the caller's words ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_INVOCATIONS_H
#define FENCEPOST_CLANG_PLUGIN_INVOCATIONS_H

#include "WindowPath.h"

#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <optional>

#include <vector>

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
} // namespace clang

namespace fencepost::plugin {

struct Access;
struct FunctionEffect;
struct Invocation;

/// What a call gives a function to work with.
struct Arguments {
  const clang::FunctionDecl *callee;
  std::vector<const clang::Expr *> values = {};
  std::optional<WindowPath> object = std::nullopt; // of a method, where it has a path
  const clang::Expr *call = nullptr; // or the construction
  const clang::Expr *receiver = nullptr; // the object's expression, or that of its address
};

Arguments argumentsOf(const clang::CallExpr *call, const FunctionInfo &info);

/// Null when the function does something to a window for which the caller has no path.
std::shared_ptr<const Invocation> invocationOf(const FunctionEffect &effect,
                                               const Arguments &arguments, FunctionInfo &info);

/// What calling a function accesses of what its caller gives it.
std::vector<Access> accessesOfCallee(llvm::ArrayRef<Access> inner, const Arguments &arguments,
                                     const FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_INVOCATIONS_H
