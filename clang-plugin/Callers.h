//===- Callers.h - which functions all processes call ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has to be the same in all processes, such as the assertions of a fence,
// can only be said of code that all of them run: main, and functions of this
// file that it calls whatever the rank.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CALLERS_H
#define FENCEPOST_CLANG_PLUGIN_CALLERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <utility>
#include <vector>

namespace clang {
class CallExpr;
class FunctionDecl;
} // namespace clang

namespace fencepost::plugin {

class Analyses;

class Callers {
public:
  explicit Callers(Analyses &analyses) : analyses(analyses) {}

  /// Whether each process is sure to call the function, and each call of it is made by all of them
  /// once: main, or a function that only this file knows and such functions call on every way.
  bool areAllProcesses(const clang::FunctionDecl *function);

  /// Whether a call of the function in this file is for some of the processes, as far as is seen:
  /// it depends on a condition, or on who gets the function's address. `if (rank == 0) root(); else
  /// others();`: what is in `others` then is not done by all. Without a call in sight: no.
  bool mayBeSomeProcesses(const clang::FunctionDecl *function);

private:
  friend class CallScan;
  Analyses &analyses;
  bool isScanned = false;
  llvm::DenseMap<const clang::FunctionDecl *,
                 std::vector<std::pair<const clang::FunctionDecl *, const clang::CallExpr *>>>
      calls;
  llvm::DenseSet<const clang::FunctionDecl *> mentioned; // otherwise than being called
  llvm::DenseMap<const clang::FunctionDecl *, bool> known, forSome;

  void scan();
  bool find(const clang::FunctionDecl *function);
  bool findCondition(const clang::FunctionDecl *function);
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CALLERS_H
