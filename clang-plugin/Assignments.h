//===- Assignments.h - which values variables get -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ASSIGNMENTS_H
#define FENCEPOST_CLANG_PLUGIN_ASSIGNMENTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <vector>

namespace clang {
class Expr;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// Collected while a function is looked at, and told when all of it has been seen.
class Assignments {
public:
  explicit Assignments(FunctionInfo &info) : info(info) {}

  void note(const clang::VarDecl *variable, const clang::Expr *value);

  /// That the call gets the variable's address as that argument.
  void noteGiven(const clang::CallExpr *call, unsigned index, const clang::VarDecl *variable);

  /// Whether it has several values one after the other.
  bool isChanging(const clang::VarDecl *variable) const;

  void finish();

  llvm::DenseSet<const clang::VarDecl *> moved; // by ++ or +=, or by a function
  /// By functions other than the one that counts processes.
  llvm::DenseSet<const clang::VarDecl *> changed;
  llvm::DenseMap<const clang::VarDecl *, unsigned> given; // how many calls get its address

private:
  FunctionInfo &info;
  /// What makes datatypes: a call, or null for anything else.
  llvm::DenseMap<const clang::VarDecl *, std::vector<const clang::Expr *>> makers;
  /// In the source's order, in which what is known of one goes on to the next.
  llvm::MapVector<const clang::VarDecl *, std::vector<const clang::Expr *>> assigned;

  void forget(const clang::VarDecl *variable);
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ASSIGNMENTS_H
