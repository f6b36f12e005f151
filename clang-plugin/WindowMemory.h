//===- WindowMemory.h - what windows are made of --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_WINDOWMEMORY_H
#define FENCEPOST_CLANG_PLUGIN_WINDOWMEMORY_H

#include "Actions.h"

namespace fencepost::plugin {

/// The memory of the window that the call makes, where it is found at one place.
std::optional<WindowMemory> memoryOf(const MpiCall &call, unsigned window,
                                     const FunctionInfo &info);

/// What the call asks for, where it is found through a local pointer, or one of several.
std::optional<AskedMemory> askedMemoryOf(const MpiCall &query, unsigned window,
                                         const FunctionInfo &info);

/// Adds that of windows which are members or global variables, and are made elsewhere in the file.
void addMadeMemories(FlowGraph &graph, FunctionInfo &info);

/// Forgets memory whose pointer something else than the window's creation sets.
void dropMoved(FlowGraph &graph);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_WINDOWMEMORY_H
