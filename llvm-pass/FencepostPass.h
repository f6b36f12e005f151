//===- FencepostPass.h - instruments a module ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_FENCEPOSTPASS_H
#define FENCEPOST_LLVM_PASS_FENCEPOSTPASS_H

#include "llvm-pass/SiteTable.h"
#include "model/PassEntry.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

#include <memory>
#include <utility>

namespace fencepost::pass {

using OfFunctions = llvm::function_ref<bool(const llvm::Function &)>;

/// Instruments the functions that `isInstrumented`. Of those with line tables for call paths alone
/// the lines of calls are kept.
void instrumentModule(llvm::Module &module, llvm::ModuleAnalysisManager &manager,
                      const PassOptions &options, FactsOf factsOf, OfFunctions isInstrumented,
                      OfFunctions hasOwnLines);

class FencepostPass : public llvm::PassInfoMixin<FencepostPass> {
public:
  /// Facts may be null.
  explicit FencepostPass(std::shared_ptr<const SourceFacts> facts, PassOptions options = {})
      : facts(std::move(facts)), options(options) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);

  static bool isRequired() { return true; }

private:
  std::shared_ptr<const SourceFacts> facts;
  PassOptions options;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_FENCEPOSTPASS_H
