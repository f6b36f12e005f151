//===- Failures.h - where a process gives up ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_FAILURES_H
#define FENCEPOST_CLANG_PLUGIN_FAILURES_H

#include "Actions.h"

namespace fencepost::plugin {

/// The way that a condition on the result of a call of MPI takes when the call failed: of `rc` or
/// `rc != MPI_SUCCESS` the first, of `rc == MPI_SUCCESS` the second. Null for any other condition.
const clang::CFGBlock *failureOf(const clang::CFGBlock *block, const FunctionInfo &info);

/// Whether the block returns the result of a call that just failed.
bool returnsFailure(const clang::CFGBlock *block, const FunctionInfo &info);

/// Whether the process gives up in that block: it ends, or the function returns something else
/// than zero. `surely`: that is not for a regular end, or for one of several.
bool givesUp(const clang::CFGBlock *block, const FlowGraph &graph, const FunctionInfo &info,
             bool surely);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FAILURES_H
