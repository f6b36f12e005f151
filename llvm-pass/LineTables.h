//===- LineTables.h - as many lines as the run needs ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the user asks for no debug info, the lines of accesses and calls are all that anybody
// needs, and each other one costs the compiler its share of time.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_LINETABLES_H
#define FENCEPOST_LLVM_PASS_LINETABLES_H

#include "llvm/IR/PassManager.h"

namespace fencepost::pass {

/// Runs first: drops the lines of computations, and gives what functions of libraries do the line
/// of the function (clang-plugin/LibraryFunctions.h).
class KeepLinesOfAccesses : public llvm::PassInfoMixin<KeepLinesOfAccesses> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
  static bool isRequired() { return true; }
};

/// After instrumentation, which has noted the lines of accesses: leaves those of call paths.
void keepLinesOfCalls(llvm::Function &function);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_LINETABLES_H
