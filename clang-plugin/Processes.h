//===- Processes.h - what a file knows of ranks and communicators ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a file has main, and no communicator but MPI_COMM_WORLD and duplicates of it, every
// window is of all processes, and what MPI_Comm_rank gave is the same rank wherever it went:
// members, global variables, parameters, results.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_PROCESSES_H
#define FENCEPOST_CLANG_PLUGIN_PROCESSES_H

#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class ParmVarDecl;
class ValueDecl;
} // namespace clang

namespace fencepost::plugin {

class Processes {
public:
  explicit Processes(clang::ASTContext &context) : context(context) {}

  /// Whether all communicators of the program surely are of all processes, in the same order.
  bool areOfOneWorld();

  /// Whether it always is the process's own rank, or the number of processes, of that world.
  bool isRank(const clang::Expr *expr);
  bool isSize(const clang::Expr *expr);

  /// The only value that the member, global variable or parameter ever gets in a program of one
  /// world, wherever that is; or null.
  const clang::Expr *soleValue(const clang::ValueDecl *origin);

  /// Whether the number may be another one for some of the processes, as far as is seen: it has to
  /// do with ranks, is given in several ways, or in ways that are not followed.
  bool mayDependOnRank(const clang::Expr *expr);

  /// The same of a parameter, where a call of the function is in sight.
  bool isGivenByRank(const clang::ParmVarDecl *parameter);

  /// Whether the program asks if there is just so many processes, or more than two.
  bool asksForNumber();

  /// Whether it asks if there is one process only: it may be meant for that.
  bool asksIfAlone();

private:
  clang::ASTContext &context;
  bool isScanned = false, isOneWorld = false;
  /// Variables, members and functions that only ever have, or return, the one or the other.
  llvm::DenseSet<const clang::ValueDecl *> ranks, sizes;
  llvm::DenseMap<const clang::ValueDecl *, std::vector<const clang::Expr *>> known; // all it gets
  llvm::DenseSet<const clang::ValueDecl *> given;   // by MPI_Comm_rank
  llvm::DenseSet<const clang::ValueDecl *> numbers; // by MPI_Comm_size alone
  llvm::DenseSet<const clang::ValueDecl *> asked;   // whether it depends on ranks, just now
  bool asksNumber = false, asksAlone = false;
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> values;

  void scan();
  friend class ProcessScan;
};

/// Who asks that of the number of processes may mean a single one: `size != 1`, `size > 1`,
/// `size == n`; not `size < 2`, nor what asks for two and more.
bool asksIfAlone(clang::BinaryOperatorKind kind, std::optional<int64_t> number);

/// The same of just so many, or of two at most: `size != 4`, `size > 2`.
bool asksForFew(clang::BinaryOperatorKind kind, std::optional<int64_t> number);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_PROCESSES_H
