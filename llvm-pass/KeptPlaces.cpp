//===- KeptPlaces.cpp - places of checks that a loop keeps in registers ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/KeptPlaces.h"

#include "llvm-pass/Synchronization.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr unsigned kMostKept = 4; // of a loop: there are sixteen registers

/// Whether it may lead to the runtime otherwise than by a check.
static bool mayCallRuntime(const Instruction &instruction) {
  if (const auto *call = dyn_cast<CallBase>(&instruction)) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
    const bool saysOnly = intrinsic && intrinsic->isAssumeLikeIntrinsic() &&
                          !intrinsic->isLifetimeStartOrEnd(); // which may be told
    return !call->doesNotAccessMemory() && !saysOnly;
  }
  return maySynchronize(instruction);
}

void KeptPlaces::find(Loop &loop) {
  auto [known, isNew] = loops.insert({&loop, std::nullopt});
  BasicBlock *front = loop.getLoopPreheader();
  if (!isNew || !front)
    return;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (mayCallRuntime(instruction))
        return;
  known->second = Kept{front->getTerminator(), {}, {}};
}

KeptPlaces::Kept *KeptPlaces::keptBy(Loop *loop) {
  auto known = loops.find(loop);
  return known != loops.end() && known->second ? &*known->second : nullptr;
}

KeptPlaces::Slots KeptPlaces::makeSlots() {
  IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  auto make = [&](Type *type) { return builder.CreateAlloca(type); };
  return {make(builder.getInt64Ty()), make(builder.getInt64Ty()), make(builder.getPtrTy())};
}

NotedValues KeptPlaces::load(Instruction *before, Loop *loop, Constant *check) {
  Kept *kept = keptBy(loop);
  if (!kept || (!kept->slots.contains(check) && kept->slots.size() == kMostKept))
    return checks.load(before, check);
  if (!kept->slots.contains(check))
    kept->slots[check] = makeSlots();
  const Slots &slots = kept->slots[check];
  IRBuilder<> builder(before);
  auto load = [&](AllocaInst *slot) {
    return builder.CreateLoad(slot->getAllocatedType(), slot);
  };
  return {load(slots.first), load(slots.places), load(slots.marks)};
}

void KeptPlaces::changed(Instruction *before, Loop *loop) {
  if (Kept *kept = keptBy(loop))
    kept->changes.push_back(before);
}

void KeptPlaces::reload(Instruction *before, const Kept &kept) {
  for (const auto &[check, slots] : kept.slots) {
    const NotedValues noted = checks.load(before, check);
    IRBuilder<> builder(before);
    builder.CreateStore(noted.first, slots.first);
    builder.CreateStore(noted.places, slots.places);
    builder.CreateStore(noted.marks, slots.marks);
  }
}

void KeptPlaces::finish() {
  std::vector<AllocaInst *> all;
  for (auto &[loop, kept] : loops) {
    if (!kept || kept->slots.empty())
      continue;
    reload(kept->front, *kept);
    for (Instruction *change : kept->changes)
      reload(change, *kept);
    for (const auto &[check, slots] : kept->slots)
      all.insert(all.end(), {slots.first, slots.places, slots.marks});
  }
  if (all.empty())
    return;
  DominatorTree dominators(function);
  PromoteMemToReg(all, dominators);
}

} // namespace fencepost::pass
