//===- NoSpeculation.cpp - what the optimizer must leave alone ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/NoSpeculation.h"

#include "llvm-pass/Computations.h"
#include "llvm-pass/Eligibility.h"
#include "llvm-pass/MpiCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr char kLent[] = "fencepost-no-speculation";

/// Calls of one MPI function in two branches are one call after the optimizer's merging, with no
/// line of its own: a finding names the line of each.
static void keepCallsApart(Function &function) {
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (!mpiFunctionWithSite(*call).empty())
        call->addFnAttr(Attribute::NoMerge);
}

/// Instructions with other tags are not merged.
static constexpr char kApart[] = "fencepost-place";

static bool isTagged(const Instruction &instruction) {
  MDNode *tags = instruction.getMetadata(LLVMContext::MD_mmra);
  return tags && MMRAMetadata(tags).hasTagWithPrefix(kApart);
}

/// The same of the last load or store in each of several branches: what is above it stays there
/// with it.
static void keepAccessesApart(Function &function) {
  for (BasicBlock &block : function) {
    const BasicBlock *next = block.getSingleSuccessor();
    if (!next || next->getSinglePredecessor())
      continue;
    auto last = llvm::find_if(llvm::reverse(block), [](const Instruction &instruction) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      return pointer && !isa<AllocaInst>(pointer);
    });
    if (last == block.rend() || last->hasMetadata(LLVMContext::MD_mmra))
      continue;
    if (const DILocation *location = last->getDebugLoc())
      last->setMetadata(
          LLVMContext::MD_mmra,
          MMRAMetadata::getTagMD(function.getContext(), kApart,
                                 std::to_string(location->getLine()) + ':' +
                                     std::to_string(location->getColumn())));
  }
}

PreservedAnalyses ForbidSpeculation::run(Module &module, ModuleAnalysisManager &) {
  if (!isEligible(module))
    return PreservedAnalyses::all();
  describeComputations(module);
  // All definitions: functions that differ in the attribute are not inlined into each other.
  for (Function &function : module) {
    keepCallsApart(function);
    keepAccessesApart(function);
    if (!function.isDeclaration() && !function.hasFnAttribute(Attribute::SanitizeThread)) {
      function.addFnAttr(Attribute::SanitizeThread);
      function.addFnAttr(kLent);
    }
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses AllowSpeculation::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    if (function.hasFnAttribute(kLent)) {
      function.removeFnAttr(Attribute::SanitizeThread);
      function.removeFnAttr(kLent);
      for (Instruction &instruction : instructions(function))
        if (isTagged(instruction))
          instruction.setMetadata(LLVMContext::MD_mmra, nullptr);
    }
  return PreservedAnalyses::all();
}

} // namespace fencepost::pass
