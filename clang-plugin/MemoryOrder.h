//===- MemoryOrder.h - functions that order by memory ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_MEMORYORDER_H
#define FENCEPOST_CLANG_PLUGIN_MEMORYORDER_H

namespace clang {
class FunctionDecl;
} // namespace clang

namespace fencepost::plugin {

struct MemoryOrder {
  bool usesLocks = false;   // of threads
  bool usesAtomics = false; // or what else orders what processes do without MPI
};

/// What a call of the function may order by, as its name or class tells; nothing for one of the
/// program's own, which is seen from inside.
MemoryOrder memoryOrderOf(const clang::FunctionDecl *callee);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_MEMORYORDER_H
