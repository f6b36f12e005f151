//===- LeftToLink.h - instrumentation over the whole program ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With full LTO a compilation may leave its functions to the link, which knows all of the program
// and therefore of more memory that it is no window: they are marked, what the source
// calls things goes with them, and a symbol that no library has keeps a link without the pass
// from succeeding.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_LEFTTOLINK_H
#define FENCEPOST_LLVM_PASS_LEFTTOLINK_H

#include "model/PassEntry.h"

#include "llvm/IR/PassManager.h"

#include <memory>
#include <utility>

namespace fencepost::pass {

/// While compiling, in place of FencepostPass.
class LeaveToLink : public llvm::PassInfoMixin<LeaveToLink> {
public:
  /// Facts may be null.
  LeaveToLink(std::shared_ptr<const SourceFacts> facts, PassOptions options)
      : facts(std::move(facts)), options(options) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);

  static bool isRequired() { return true; }

private:
  std::shared_ptr<const SourceFacts> facts;
  PassOptions options;
};

/// While linking: instruments what was left, and nothing else.
class InstrumentLeft : public llvm::PassInfoMixin<InstrumentLeft> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);

  static bool isRequired() { return true; }
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_LEFTTOLINK_H
