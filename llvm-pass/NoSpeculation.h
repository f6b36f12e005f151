//===- NoSpeculation.h - what the optimizer must leave alone --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimizer executes a load although its condition does not hold where it
// knows that the memory is there. Such a load of window memory would be
// reported as a race that the source does not have. LLVM refrains from it in
// functions with the attribute sanitize_thread; these passes lend it to the
// functions of a module for the time of the optimization. Calls of MPI are kept
// from being merged with each other.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_NOSPECULATION_H
#define FENCEPOST_LLVM_PASS_NOSPECULATION_H

#include "llvm/IR/PassManager.h"

namespace fencepost::pass {

/// Runs before the optimizer.
class ForbidSpeculation : public llvm::PassInfoMixin<ForbidSpeculation> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
  static bool isRequired() { return true; }
};

/// Runs after it: takes back what ForbidSpeculation gave.
class AllowSpeculation : public llvm::PassInfoMixin<AllowSpeculation> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
  static bool isRequired() { return true; }
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_NOSPECULATION_H
