//===- checks/EarlyExits.h - ways out that leave an epoch open -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `MPI_Win_lock(...); if (n == 0) return; MPI_Put(...); MPI_Win_unlock(...);`: a
// jump that leaves an epoch open in which nothing was done, while the other way
// works in it and closes it. A function that is to open the epoch for its caller
// does not close it where it did its work.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_EARLYEXITS_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_EARLYEXITS_H

#include "checks/Check.h"

#include <optional>

namespace clang {
class Stmt;
} // namespace clang

namespace fencepost::plugin {

struct EarlyExit {
  const clang::Stmt *jump;       // return, continue, break or goto
  const clang::CallExpr *closer; // that the other way comes to
  const clang::Expr *condition;
};

/// Of the epoch that the step's call opens.
std::optional<EarlyExit> earlyExit(const Step &step);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_EARLYEXITS_H
