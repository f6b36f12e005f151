//===- WholeFunction.h - what holds all through a function ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_WHOLEFUNCTION_H
#define FENCEPOST_CLANG_PLUGIN_WHOLEFUNCTION_H

namespace fencepost::plugin {

class FunctionInfo;
struct FlowGraph;

/// Finds the windows whose handles are more than what creating them made them.
void findAssigned(const FlowGraph &graph, FunctionInfo &info);

/// Finds the pointers whose sole value names the same memory all through the function.
void findAliases(const FlowGraph &graph, FunctionInfo &info);

/// Forgets what callees access up to a count that is not the same all through the function.
void dropUnsteady(FlowGraph &graph, const FunctionInfo &info);

/// Sets the blocks that literals of C go with.
void findLiteralBlocks(FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_WHOLEFUNCTION_H
