//===- Program.h - what a file that is a whole program says of windows -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a file has main and calls no function out of sight but those of MPI and of the system,
// nobody else opens or closes epochs, and a member or global variable that one call of the file
// makes a window of is that window wherever it is used.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_PROGRAM_H
#define FENCEPOST_CLANG_PLUGIN_PROGRAM_H

#include "MpiCall.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

namespace clang {
class ASTContext;
class CallExpr;
class FunctionDecl;
class ValueDecl;
} // namespace clang

namespace fencepost::plugin {

/// A window that one call makes, and nothing else gives to that member or variable.
struct MadeWindow {
  const clang::CallExpr *creation;
  /// A member of the same object, or another global variable, that is the window's memory, or
  /// always points to it; or null.
  const clang::ValueDecl *memory = nullptr;
};

class Program {
public:
  explicit Program(clang::ASTContext &context) : context(context) {}

  /// Whether no code out of sight opens or closes epochs.
  bool isWhole();

  /// Whether the program has no call of that kind but in the function (null: anywhere), if it is
  /// whole.
  bool hasNo(EventKind kind, const clang::FunctionDecl *outside = nullptr);

  /// Whether main leads to the function, if the program is whole: it may well have wrappers for all
  /// of MPI and use some of them.
  bool isReached(const clang::FunctionDecl *function);

  /// Whether another function of the file, whole program or not, calls that.
  bool isCalledOutside(EventKind kind, const clang::FunctionDecl *function);

  /// Whether the program is whole, and each call that closes an epoch so, in other functions, has
  /// its own call before it that opens one: then none closes what the function left open.
  bool closesOnlyOwn(EventKind opener, EventKind closing, const clang::FunctionDecl *outside);

  /// Whether another function of the file, whole program or not, has such a call without its own.
  bool closesOthers(EventKind opener, EventKind closing, const clang::FunctionDecl *outside);

  /// Whether something in the program ends it but the way that leads through main.
  bool mayEndEarly() { return !isWhole() || mayEnd; }

  /// Whether the file, whole program or not, starts threads by itself.
  bool makesThreads();

  /// Whether it makes attributes of MPI, which may call functions of the program when they go.
  bool makesAttributes();

  /// Whether no info says anything of any window.
  bool hasNoInfos() { return isWhole() && !setsInfos; }

  /// Whether the file, whole program or not, may order what processes do by memory that they
  /// share, or by other means than MPI: atomics, volatile objects that are pointed to, locks of
  /// threads.
  bool ordersByMemory();

  /// Of a member or global variable of a whole program; or null.
  const MadeWindow *windowIn(const clang::ValueDecl *variable);

private:
  friend class ProgramScan;
  clang::ASTContext &context;
  bool isScanned = false, whole = false, setsInfos = false, usesAtomics = false, usesLocks = false,
       mayEnd = false, startsThreads = false, hasAttributes = false;
  std::map<EventKind, llvm::DenseSet<const clang::FunctionDecl *>> callers;
  llvm::DenseMap<const clang::ValueDecl *, MadeWindow> windows;
  llvm::DenseSet<const clang::FunctionDecl *> reached; // once asked for

  void scan();
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_PROGRAM_H
