//===- PassEntry.cpp - adds the pass to the pipelines -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/PassEntry.h"

#include "llvm-pass/FencepostPass.h"
#include "llvm-pass/LeftToLink.h"
#include "llvm-pass/LineTables.h"
#include "llvm-pass/MpiKnowledge.h"
#include "llvm-pass/NoSpeculation.h"
#include "llvm-pass/TellLoops.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

using namespace llvm;

namespace fencepost {

/// For `opt -passes=fencepost`, `-passes='fencepost<accesses=off>'` and `accesses=every`.
static bool parsePassName(StringRef name, ModulePassManager &passes,
                          const std::shared_ptr<const SourceFacts> &facts) {
  PassOptions options;
  if (name == "fencepost<accesses=off>")
    options.accesses = InstrumentedAccesses::Off;
  else if (name == "fencepost<accesses=every>")
    options.accesses = InstrumentedAccesses::Every;
  else if (name == "fencepost<stats>")
    options.stats = true;
  else if (name != "fencepost")
    return false;
  passes.addPass(pass::FencepostPass(facts, options));
  return true;
}

void registerFencepostPass(PassBuilder &builder, std::shared_ptr<const SourceFacts> facts,
                           PassOptions options) {
  builder.registerPipelineStartEPCallback(
      [facts, options](ModulePassManager &passes, OptimizationLevel level) {
        passes.addPass(pass::NoteMpiKnowledge(facts));
        if (options.ownLineTables)
          passes.addPass(pass::KeepLinesOfAccesses());
        if (level != OptimizationLevel::O0)
          passes.addPass(pass::ForbidSpeculation());
      });
  // At the end of the optimizer: what it removed needs no check, what it vectorized needs one.
  builder.registerOptimizerLastEPCallback([facts, options](ModulePassManager &passes, auto &&...) {
    passes.addPass(pass::AllowSpeculation());
    if (options.atLink)
      passes.addPass(pass::LeaveToLink(facts, options));
    else
      passes.addPass(pass::FencepostPass(facts, options));
  });
  builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &passes, auto &&...) { passes.addPass(pass::InstrumentLeft()); });
  if (options.accesses != InstrumentedAccesses::Off)
    builder.registerLateLoopOptimizationsEPCallback(
        [](LoopPassManager &passes, OptimizationLevel) { passes.addPass(pass::KeepRolled()); });
  if (options.accesses == InstrumentedAccesses::Relevant)
    builder.registerVectorizerStartEPCallback(
        [](FunctionPassManager &passes, OptimizationLevel level) {
          if (level != OptimizationLevel::O0)
            passes.addPass(pass::TellLoops());
        });
  builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "fencepost-loops")
          passes.addPass(pass::TellLoops());
        return name == "fencepost-loops";
      });
  builder.registerPipelineParsingCallback(
      [facts](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        return parsePassName(name, passes, facts);
      });
}

} // namespace fencepost
