//===- Releases.h - where memory of the program dies --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of free, delete, realloc and munmap; and variables on the stack, at the
// end of their scope or of the function, if MPI may have been given them.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_RELEASES_H
#define FENCEPOST_LLVM_PASS_RELEASES_H

#include "llvm-pass/LibraryCalls.h"

#include <vector>

namespace llvm {
class AllocaInst;
class Function;
} // namespace llvm

namespace fencepost::pass {

class OutlinedChecks;

/// Variables that die before an instruction.
struct ScopeEnd {
  llvm::Instruction *before;
  std::vector<llvm::AllocaInst *> variables;
};

/// In the order of the function's instructions.
std::vector<ScopeEnd> findScopeEnds(llvm::Function &function, Relevance &relevance);

/// Tells them.
void emitScopeEnd(const ScopeEnd &end, llvm::Constant *site, OutlinedChecks &outlined,
                  RuntimeAbi &abi);

/// Tells what the call releases, before it does.
void emitRelease(const LibraryCallSite &release, llvm::Constant *site, OutlinedChecks &outlined,
                 RuntimeAbi &abi);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_RELEASES_H
