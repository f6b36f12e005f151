//===- TellLoops.h - what loops access, before they are vectorized -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_TELLLOOPS_H
#define FENCEPOST_LLVM_PASS_TELLLOOPS_H

#include "llvm/IR/PassManager.h"

namespace fencepost::pass {

/// Leaves ranges (ToldRanges.h) for what loops access at equal distances. Of a module that
/// FencepostPass instruments later.
class TellLoops : public llvm::PassInfoMixin<TellLoops> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_TELLLOOPS_H
