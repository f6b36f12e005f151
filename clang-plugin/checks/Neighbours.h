//===- checks/Neighbours.h - what comes before and after a call -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a call orders anything shows in what is done between it and its
// neighbours, the calls of MPI that come before and after it.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_NEIGHBOURS_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_NEIGHBOURS_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class CallExpr;
} // namespace clang

namespace fencepost::plugin {

struct Step;

using Neighbours = llvm::SmallVector<const clang::CallExpr *, 2>;

/// Memory that may be accessed between two calls without anybody else noticing.
enum class Between {
  LocalVariables, // whose address nobody has
  OwnMemory,      // also what the window was allocated with
};

/// The calls about the step's window that the ways to the step come from. None where on some way
/// other processes may notice something in between.
Neighbours directlyBefore(const Step &step, Between allowed);

/// Whether every way on leads to calls that free the step's window, and meets nothing before that
/// may use the window in any way.
bool leadsToFree(const Step &step);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_NEIGHBOURS_H
