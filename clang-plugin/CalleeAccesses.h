//===- CalleeAccesses.h - what calling a function surely reads and writes -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CALLEEACCESSES_H
#define FENCEPOST_CLANG_PLUGIN_CALLEEACCESSES_H

#include "Accesses.h"

#include <vector>

namespace clang {
class ValueDecl;
} // namespace clang

namespace fencepost::plugin {

struct Analysis;
struct FlowGraph;

/// What every call of the function accesses before it opens or completes anything, of what its
/// caller can tell.
std::vector<Access> surelyAccessed(const Analysis &analysis);

/// Whether nothing in the function changes memory through which others find their buffers.
bool leavesPointers(const FlowGraph &graph);

/// The same of numbers, other than by their names.
bool leavesNumbers(const FlowGraph &graph);

/// Whether the function gives the variable another value.
bool isChanged(const FlowGraph &graph, const clang::ValueDecl *variable);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CALLEEACCESSES_H
