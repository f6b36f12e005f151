//===- WindowPath.h - how a function names a window -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window handle lives in a variable, or is reached from one through members,
// pointers and indices: `win`, `halo->win`, `this->wins[2]`. Two equal paths
// name one window for as long as nothing changes what they are made of;
// different paths may name the same.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_WINDOWPATH_H
#define FENCEPOST_CLANG_PLUGIN_WINDOWPATH_H

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class Expr;
class QualType;
class ValueDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
struct MpiCall;

struct WindowPath {
  const clang::ValueDecl *root = nullptr;                   // null: the object of a method
  std::string steps;                                        // from there on
  llvm::SmallVector<const clang::ValueDecl *, 2> dependsOn; // another window when one changes

  bool operator==(const WindowPath &other) const {
    return root == other.root && steps == other.steps;
  }

  /// Whether a variable says which element of an array it goes through.
  bool hasVariableIndex() const;

  /// This path with its root replaced by what the caller passes for it. `root` is the path of the
  /// argument, or of what it points to, whose first step is then left out.
  WindowPath in(const WindowPath &argument, bool pointed) const;

  /// This path with what the caller passes for a parameter that is an index.
  std::optional<WindowPath> withIndex(const clang::ValueDecl *variable, const clang::Expr *value,
                                      const FunctionInfo &info) const;

  /// The same of a lambda's copy of the root, in the closure of that path.
  WindowPath inClosure(const WindowPath &closure) const;
};

/// What a member adds to the steps of a path.
std::string stepOf(const clang::ValueDecl *member);

/// The path of an lvalue, or of what a pointer points to.
std::optional<WindowPath> pathOf(const clang::Expr *lvalue, const FunctionInfo &info);
std::optional<WindowPath> pathOfPointee(const clang::Expr *pointer, const FunctionInfo &info);

/// The path of the window that the call is about.
std::optional<WindowPath> windowPath(const MpiCall &call, const FunctionInfo &info);

/// MPI_Win, where the file has it, or nothing.
clang::QualType windowType(const clang::ASTContext &context);

/// Whether the type is MPI_Win.
bool isWindowType(clang::QualType type);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_WINDOWPATH_H
