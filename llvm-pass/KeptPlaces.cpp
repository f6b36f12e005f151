//===- KeptPlaces.cpp - places of checks that loops keep in registers ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/KeptPlaces.h"

#include "llvm-pass/Accesses.h"
#include "llvm-pass/LoopAccesses.h"
#include "llvm-pass/Synchronization.h"
#include "llvm-pass/ToldRanges.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr unsigned kMostKept = 4; // of a loop and those in it: there are sixteen registers

/// Whether it may lead to the runtime otherwise than for an access of the loop.
static bool mayCallRuntime(const Instruction &instruction) {
  if (const auto *call = dyn_cast<CallBase>(&instruction)) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
    const bool saysOnly = intrinsic && intrinsic->isAssumeLikeIntrinsic() &&
                          !intrinsic->isLifetimeStartOrEnd(); // which may be told
    return !call->doesNotAccessMemory() && !saysOnly && !isLeftRange(*call);
  }
  return maySynchronize(instruction);
}

static bool mayCallRuntime(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &one) { return mayCallRuntime(one); });
  });
}

void KeptPlaces::find(const CheckedAccesses &checked, Loop &innermost, int64_t low, unsigned shift,
                      LoopAccesses &loopAccesses) {
  for (Loop *loop = &innermost; loop; loop = loop->getParentLoop()) {
    auto [known, isNew] = loops.insert({loop, std::nullopt});
    if (isNew && (checked.innermost || loop != &innermost)) {
      if (mayCallRuntime(*loop))
        break;
      if (BasicBlock *front = loopAccesses.front(*loop))
        known->second = Kept{front->getTerminator(), {}, {}};
    }
    if (!known->second)
      break;
    const DataLayout &layout = function.getParent()->getDataLayout();
    const auto address = indexedAddress(*loop, checked.pointer, low, layout);
    if (address && address->scale % (int64_t{1} << shift) == 0)
      indexed.insert_or_assign(&checked, Moving{loop, *address});
  }
}

KeptPlaces::Kept *KeptPlaces::keptBy(Loop *loop) {
  auto known = loops.find(loop);
  return known != loops.end() && known->second ? &*known->second : nullptr;
}

/// The loop or the next one around it that keeps any, or null.
Loop *KeptPlaces::keeping(Loop *loop) {
  while (loop && !keptBy(loop))
    loop = loop->getParentLoop();
  return loop;
}

Loop *KeptPlaces::outermost(Loop *loop) {
  while (keptBy(loop->getParentLoop()))
    loop = loop->getParentLoop();
  return loop;
}

/// None where so many are kept already.
std::optional<std::size_t> KeptPlaces::slotsOf(Loop &loop, Constant *check, unsigned shift,
                                               const Moving *moving) {
  auto &slots = keptBy(&loop)->slots;
  for (const auto &[index, known] : enumerate(slots))
    if (known.check == check && known.from.has_value() == (moving != nullptr) &&
        (!moving || known.from->startsLike(moving->address)))
      return index;
  std::size_t all = 0;
  const Loop *outer = outermost(&loop);
  for (const auto &[other, kept] : loops)
    all += kept && outer->contains(other) ? kept->slots.size() : 0;
  if (all >= kMostKept)
    return std::nullopt;
  std::optional<IndexedAddress> from;
  if (moving)
    from = moving->address;
  LLVMContext &context = function.getContext();
  Type *number = Type::getInt64Ty(context);
  slots.push_back(
      {check, shift, from, make(number), make(number), make(PointerType::getUnqual(context))});
  return slots.size() - 1;
}

AllocaInst *KeptPlaces::make(Type *type) {
  IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  made.push_back(builder.CreateAlloca(type));
  return made.back();
}

Instruction *KeptPlaces::once(Instruction *before, const CheckedAccesses &checked) {
  const auto known = indexed.find(&checked);
  if (known == indexed.end() || known->second.address.index)
    return nullptr;
  IRBuilder<> builder(before);
  AllocaInst *told = make(builder.getInt1Ty());
  IRBuilder<>(keptBy(known->second.loop)->front).CreateStore(builder.getFalse(), told);
  Value *isFirst = builder.CreateNot(builder.CreateLoad(builder.getInt1Ty(), told));
  Instruction *first =
      SplitBlockAndInsertIfThen(isFirst, before->getIterator(), false,
                                MDBuilder(builder.getContext()).createUnlikelyBranchWeights());
  IRBuilder<>(first).CreateStore(builder.getTrue(), told);
  return first;
}

std::pair<Instruction *, std::optional<KeptPlaces::Place>>
KeptPlaces::emit(Instruction *before, const CheckedAccesses &checked, Loop *loop, Value *address,
                 Constant *check, unsigned shift) {
  const auto known = indexed.find(&checked);
  const Moving *moving = known == indexed.end() ? nullptr : &known->second;
  std::optional<Place> place;
  if (Loop *known = keeping(loop)) {
    Loop *keeper = moving ? moving->loop : outermost(known);
    if (auto index = slotsOf(*keeper, check, shift, moving))
      place = {keeper, *index};
  }
  if (!place)
    return {checks.emit(before, address, checks.load(before, check), shift), place};
  const Slots &slots = keptBy(place->loop)->slots[place->slots];
  IRBuilder<> builder(before);
  auto load = [&](AllocaInst *slot) { return builder.CreateLoad(slot->getAllocatedType(), slot); };
  const NotedValues noted = {load(slots.start), load(slots.places), load(slots.marks)};
  if (!moving)
    return {checks.emit(before, address, noted, shift), place};
  Value *at = noted.first;
  if (Value *index = moving->address.index) {
    const int64_t factor = moving->address.scale >> shift;
    at = builder.CreateAdd(factor == 1 ? index : builder.CreateMul(index, builder.getInt64(factor)),
                           at);
  }
  return {checks.emitAt(before, at, noted), place};
}

void KeptPlaces::changed(const Change &change, Loop *loop) {
  for (; loop; loop = loop->getParentLoop())
    if (Kept *kept = keptBy(loop))
      kept->changes.push_back(change);
}

void KeptPlaces::reload(Instruction *before, const Slots &slots) {
  NotedValues noted = checks.load(before, slots.check);
  IRBuilder<> builder(before);
  if (slots.from)
    noted = checks.from(before, slots.from->start(builder), noted, slots.shift);
  builder.SetInsertPoint(before);
  builder.CreateStore(noted.first, slots.start);
  builder.CreateStore(noted.places, slots.places);
  builder.CreateStore(noted.marks, slots.marks);
}

/// Without places the check fails the next time: it is made by what is in memory then, and that is
/// kept again. To load it here would be most of the code of loops with many checks.
void KeptPlaces::forget(const Change &change, const Slots &slots) {
  IRBuilder<> builder(change.before);
  Value *none = builder.getInt64(0);
  if (change.unchanged)
    none =
        builder.CreateAnd(builder.CreateLoad(builder.getInt64Ty(), slots.places), change.unchanged);
  builder.CreateStore(none, slots.places);
}

void KeptPlaces::finish() {
  for (auto &[loop, kept] : loops)
    for (const auto &[index, slots] : enumerate(kept ? kept->slots : ArrayRef<Slots>())) {
      reload(kept->front, slots);
      for (const Change &change : kept->changes)
        if (change.again && change.again->loop == loop && change.again->slots == index)
          reload(change.before, slots);
        else
          forget(change, slots);
    }
  if (made.empty())
    return;
  DominatorTree dominators(function);
  PromoteMemToReg(made, dominators);
}

} // namespace fencepost::pass
