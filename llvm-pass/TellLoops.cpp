//===- TellLoops.cpp - what loops access, before they are vectorized ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/TellLoops.h"

#include "llvm-pass/Accesses.h"
#include "llvm-pass/Eligibility.h"
#include "llvm-pass/LoopAccesses.h"
#include "llvm-pass/Relevance.h"
#include "llvm-pass/ToldRanges.h"
#include "llvm-pass/UsedLanes.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

using namespace llvm;

namespace fencepost::pass {

/// Of one without a line of its own the neighbours tell the line: it is left where it is.
static bool hasLine(const Instruction &instruction) {
  const DebugLoc &location = instruction.getDebugLoc();
  return !instruction.getFunction()->getSubprogram() || (location && location.getLine());
}

static bool mayTake(Instruction &instruction) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction); load && usedLanes(*load))
    return false; // told in parts
  return isa<LoadInst, StoreInst>(instruction) && isPlainAccess(instruction) &&
         hasLine(instruction);
}

/// A loop with a check of its own gains next to nothing by being unrolled, and each copy would have
/// that check.
static void keepRolled(Loop &loop, StringRef option) {
  if (!findOptionMDForLoop(&loop, option))
    addStringMetadataToLoop(&loop, option.data(), 1);
}

static std::vector<Instruction *> takeAll(Function &function, LoopAccesses &loops) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  Relevance relevance(*function.getParent(), false, nullptr);
  std::vector<Instruction *> taken;
  for (Instruction &instruction : instructions(function)) {
    if (!mayTake(instruction))
      continue;
    const SiteKind kind = isa<LoadInst>(instruction) ? SiteKind::Load : SiteKind::Store;
    Value *pointer = getLoadStorePointerOperand(&instruction);
    const TypeSize bytes = layout.getTypeStoreSize(getLoadStoreType(&instruction));
    if (bytes.isScalable() || bytes.isZero() || !relevance.matters(instruction, pointer))
      continue;
    if (loops.take(instruction, kind, pointer, 0, bytes.getFixedValue()))
      taken.push_back(&instruction);
    else if (Loop *loop = loops.innermost(instruction))
      keepRolled(*loop, "llvm.loop.unroll.runtime.disable");
  }
  return taken;
}

PreservedAnalyses TellLoops::run(Function &function, FunctionAnalysisManager &manager) {
  Module &module = *function.getParent();
  if (!isEligible(module) || manager.getResult<LoopAnalysis>(function).empty() ||
      IgnoredFunctions(module).contains(function))
    return PreservedAnalyses::all();
  LoopAccesses loops(function, manager);
  for (Instruction *access : takeAll(function, loops))
    markTold(*access);
  for (const ExpandedLoopAccess &loop : loops.expand())
    leaveRange(loop.access.before, rangeOf(loop), *loop.access.instruction);
  PreservedAnalyses preserved;
  preserved.preserve<LoopAnalysis>();
  preserved.preserve<DominatorTreeAnalysis>();
  preserved.preserve<ScalarEvolutionAnalysis>();
  return preserved;
}

static bool isInvariant(const Instruction &access, Loop &loop, ScalarEvolution &evolution) {
  auto *address = const_cast<Value *>(getLoadStorePointerOperand(&access));
  return evolution.isLoopInvariant(evolution.getSCEV(address), &loop);
}

/// What unrolling turns into registers or constants.
static bool vanishes(const Instruction &access) {
  const Value *object = getUnderlyingObject(getLoadStorePointerOperand(&access));
  const auto *global = dyn_cast<GlobalVariable>(object);
  return isa<AllocaInst>(object) || (global && global->isConstant());
}

/// Each time, and one stride further: there a range can stand for all turns.
static bool isRegular(const Instruction &access, Loop &loop, LoopStandardAnalysisResults &results) {
  auto *address = const_cast<Value *>(getLoadStorePointerOperand(&access));
  const auto *moving = dyn_cast<SCEVAddRecExpr>(results.SE.getSCEV(address));
  return moving && moving->getLoop() == &loop && moving->isAffine() &&
         results.DT.dominates(access.getParent(), loop.getLoopLatch());
}

PreservedAnalyses KeepRolled::run(Loop &loop, LoopAnalysisManager &,
                                  LoopStandardAnalysisResults &results, LPMUpdater &) {
  const Function &function = *loop.getHeader()->getParent();
  const Module &module = *function.getParent();
  if (!loop.isInnermost() || !loop.getLoopLatch() ||
      !results.SE.getSmallConstantMaxTripCount(&loop) ||
      hasUnrollTransformation(&loop) == TM_ForcedByUser)
    return PreservedAnalyses::all();
  std::optional<Relevance> relevance;
  bool hasChecks = false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &access : *block) {
      if (!isa<LoadInst, StoreInst>(access) || isInvariant(access, loop, results.SE))
        continue; // at one address the copies are one check
      if (vanishes(access))
        return PreservedAnalyses::all();
      if (hasChecks || !isPlainAccess(access) || isRegular(access, loop, results))
        continue;
      if (!relevance)
        relevance.emplace(module, false, nullptr);
      hasChecks = relevance->matters(access, getLoadStorePointerOperand(&access));
    }
  if (hasChecks && isEligible(module) && !IgnoredFunctions(module).contains(function))
    keepRolled(loop, "llvm.loop.unroll.disable");
  return PreservedAnalyses::all();
}

} // namespace fencepost::pass
