//===- TellLoops.h - what loops access, before they are vectorized -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_TELLLOOPS_H
#define FENCEPOST_LLVM_PASS_TELLLOOPS_H

#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class LPMUpdater;
} // namespace llvm

namespace fencepost::pass {

/// Leaves ranges (ToldRanges.h) for what loops access at equal distances. Of a module that
/// FencepostPass instruments later.
class TellLoops : public llvm::PassInfoMixin<TellLoops> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

/// Keeps loops of few turns from being unrolled whose accesses no range stands for: each copy would
/// have the checks, and these take a loop longer than its turns do. Not where it turns arrays into
/// registers or constants.
class KeepRolled : public llvm::PassInfoMixin<KeepRolled> {
public:
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &manager,
                              llvm::LoopStandardAnalysisResults &results, llvm::LPMUpdater &);
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_TELLLOOPS_H
