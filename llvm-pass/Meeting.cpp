//===- Meeting.cpp - where the ways from a block meet again ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Meeting.h"

#include "llvm-pass/Synchronization.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr unsigned kMostPassed = 8; // blocks on the ways, and ways that meet

static bool passesOn(const BasicBlock &block) {
  return all_of(block, [](const Instruction &instruction) {
    return !maySynchronize(instruction) && isGuaranteedToTransferExecutionToSuccessor(&instruction);
  });
}

BasicBlock *meetingOfWays(BasicBlock &from) {
  SmallPtrSet<BasicBlock *, kMostPassed + 1> passed;
  SmallVector<BasicBlock *, kMostPassed> next; // behind those
  // False at the end of a function, and where a way leads back.
  auto pass = [&](BasicBlock &block) {
    passed.insert(&block);
    for (BasicBlock *successor : successors(&block)) {
      if (passed.contains(successor))
        return false;
      if (!is_contained(next, successor))
        next.push_back(successor);
    }
    return next.size() <= kMostPassed;
  };
  auto isReached = [&](BasicBlock *block) {
    return !block->hasNPredecessorsOrMore(kMostPassed + 2) &&
           all_of(predecessors(block), [&](BasicBlock *other) { return passed.contains(other); });
  };
  for (bool goesOn = pass(from); goesOn && passed.size() <= kMostPassed;) {
    auto *reached = find_if(next, isReached);
    if (reached == next.end())
      return nullptr;
    BasicBlock *block = *reached;
    if (next.size() == 1)
      return block;
    next.erase(reached);
    goesOn = passesOn(*block) && pass(*block);
  }
  return nullptr;
}

} // namespace fencepost::pass
