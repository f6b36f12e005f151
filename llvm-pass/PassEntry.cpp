//===- PassEntry.cpp - adds the pass to the pipelines -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/PassEntry.h"

#include "llvm-pass/FencepostPass.h"
#include "llvm-pass/NoSpeculation.h"

#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace fencepost {

/// For `opt -passes=fencepost` and `-passes='fencepost<accesses=off>'`.
static bool parsePassName(StringRef name, ModulePassManager &passes,
                          const std::shared_ptr<const SourceFacts> &facts) {
  bool withMemory = name == "fencepost";
  if (!withMemory && name != "fencepost<accesses=off>")
    return false;
  passes.addPass(pass::FencepostPass(facts, withMemory));
  return true;
}

void registerFencepostPass(PassBuilder &builder, std::shared_ptr<const SourceFacts> facts) {
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(pass::ForbidSpeculation());
  });
  // At the end of the optimizer: what it removed needs no check, what it vectorized needs one.
  builder.registerOptimizerLastEPCallback([facts](ModulePassManager &passes, auto &&...) {
    passes.addPass(pass::AllowSpeculation());
    passes.addPass(pass::FencepostPass(facts));
  });
  builder.registerPipelineParsingCallback(
      [facts](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        return parsePassName(name, passes, facts);
      });
}

} // namespace fencepost
