//===- FencepostPass.h - instruments a module ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_FENCEPOSTPASS_H
#define FENCEPOST_LLVM_PASS_FENCEPOSTPASS_H

#include "model/PassEntry.h"

#include "llvm/IR/PassManager.h"

#include <memory>
#include <utility>

namespace fencepost {
struct SourceFacts;
}

namespace fencepost::pass {

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
