//===- OpenMp.h - OpenMP constructs of a function -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The control flow graph runs the code of a construct as a team of one thread
// does. What is wrong there is wrong, unless other threads may do in between
// what this one does later or never: then only code without any branch is
// followed.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_OPENMP_H
#define FENCEPOST_CLANG_PLUGIN_OPENMP_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>
#include <vector>

namespace clang {
class Expr;
class OMPExecutableDirective;
class SourceManager;
class Stmt;
class ValueDecl;
} // namespace clang

namespace fencepost::plugin {

struct Construct {
  const Construct *outer = nullptr;
  bool isOpaque = false;    // runs elsewhere, or may be cancelled: nothing in it is followed
  bool isUncertain = false; // other threads may open and complete epochs wherever this one waits
  bool isParallel = false;
  bool isShared = false; // a loop whose iterations are shared out among threads
  llvm::DenseSet<const clang::ValueDecl *> copied;      // each thread has another object
  llvm::DenseSet<const clang::ValueDecl *> initialized; // the same, that is set first
  std::vector<const clang::Expr *> results;             // variables that are set at its end
};

class OpenMp {
public:
  explicit OpenMp(const clang::SourceManager &sources) : sources(sources) {}

  /// Takes in a construct with all that is in it; those within another are in already.
  void add(const clang::OMPExecutableDirective *directive);

  /// The innermost construct that the statement is in, or null.
  bool hasConstructs() const { return !places.empty(); }

  const Construct *around(const clang::Stmt *statement) const { return places.lookup(statement); }
  bool isOpaque(const clang::Stmt *statement) const;
  bool isUncertain(const clang::Stmt *statement) const;

  /// Whether the variable (or what it holds, where that is asked for) is another one in the
  /// construct than outside of it.
  static bool isCopied(const clang::ValueDecl *variable, const Construct *construct, bool object);

  /// Whether the variable belongs to one thread in that construct, as far as this function shows.
  bool mayBeThreads(const clang::ValueDecl *variable, const Construct *construct) const;

  /// The construct that the directive itself makes, or null.
  const Construct *of(const clang::Stmt *directive) const { return constructs.lookup(directive); }

  /// The construct of the loop whose next iteration the expression leads to, when another thread
  /// may run that; or null.
  const Construct *sharedStep(const clang::Stmt *increment) const {
    return increments.lookup(increment);
  }

  /// Calls about windows in opaque constructs.
  bool isBeyondUs = false;

private:
  const clang::SourceManager &sources;
  llvm::DenseMap<const clang::Stmt *, const Construct *> places, constructs, increments;
  llvm::DenseMap<const clang::ValueDecl *, const Construct *> homes; // of variables declared there
  std::vector<std::unique_ptr<Construct>> all;

  void mark(const clang::Stmt *statement, const Construct *construct);
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_OPENMP_H
