//===- Synchronization.cpp - what ends a segment ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Synchronization.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/AtomicOrdering.h"

using namespace llvm;

namespace fencepost::pass {

bool maySynchronize(const Instruction &instruction) {
  if (isa<FenceInst>(instruction))
    return true;
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    return !isa<IntrinsicInst>(call) && !call->doesNotAccessMemory() &&
           !call->hasFnAttr(Attribute::NoSync);
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return isStrongerThanMonotonic(load->getOrdering());
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return isStrongerThanMonotonic(store->getOrdering());
  return isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction);
}

} // namespace fencepost::pass
