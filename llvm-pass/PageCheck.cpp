//===- PageCheck.cpp - the inline check in front of an access -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/PageCheck.h"

#include "llvm-pass/RuntimeAbi.h"
#include "model/Abi.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fencepost::pass {

PageCheck::PageCheck(Function &function, RuntimeAbi &abi, GlobalVariable *shadow)
    : function(function), abi(abi), shadow(shadow),
      unlikely(MDBuilder(function.getContext()).createUnlikelyBranchWeights()) {}

/// Fixed-size allocas that stand behind the point where the entry block may be split would become
/// dynamic ones: they go to the front.
static BasicBlock::iterator afterAllocas(BasicBlock &entry) {
  BasicBlock::iterator front = entry.getFirstNonPHIOrDbgOrAlloca();
  for (Instruction &instruction : make_early_inc_range(make_range(front, entry.end())))
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction); alloca && alloca->isStaticAlloca())
      alloca->moveBefore(entry, front);
  return front;
}

/// Nosanitize: other instrumentation has no business with the two. They are not called invariant:
/// LLVM would then move one out of an instruction, for which it first makes a table of all such.
static Value *loadWhole(IRBuilder<> &builder, Type *type, Value *address, StringRef name) {
  LoadInst *load = builder.CreateLoad(type, address, name);
  load->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
  return load;
}

void PageCheck::loadShadow() {
  BasicBlock &entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, afterAllocas(entry));
  pages = loadWhole(builder, abi.pointer, shadow, "fencepost.pages");
  mask = loadWhole(builder, abi.int64, builder.CreateStructGEP(abi.pageShadow, shadow, 1),
                   "fencepost.mask");
}

Value *PageCheck::byteOfPage(IRBuilder<> &builder, Value *address) {
  Value *number = builder.CreateLShr(builder.CreatePtrToInt(address, abi.int64), kPageShift);
  Value *cell = builder.CreateGEP(builder.getInt8Ty(), pages, builder.CreateAnd(number, mask));
  LoadInst *byte = builder.CreateLoad(builder.getInt8Ty(), cell);
  byte->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
  return byte;
}

Instruction *PageCheck::emit(Instruction *before, Value *address, ArrayRef<int64_t> distances) {
  if (!pages)
    loadShadow();
  IRBuilder<> builder(before);
  Value *bytes = nullptr;
  for (int64_t distance : distances) {
    Value *at = distance ? builder.CreatePtrAdd(address, builder.getInt64(distance)) : address;
    Value *byte = byteOfPage(builder, at);
    bytes = bytes ? builder.CreateOr(bytes, byte) : byte;
  }
  Value *tracked = builder.CreateIsNotNull(bytes);
  return SplitBlockAndInsertIfThen(tracked, before->getIterator(), false, unlikely);
}

Instruction *PageCheck::emitRange(Instruction *before, Value *first, Value *last, Value *span) {
  if (!pages)
    loadShadow();
  IRBuilder<> builder(before);
  Value *bytes = builder.CreateOr(byteOfPage(builder, first), byteOfPage(builder, last));
  Value *tracked = builder.CreateIsNotNull(bytes);
  Value *hasInside = builder.CreateICmpUGT(span, builder.getInt64(uint64_t(1) << kPageShift));
  const auto *known = dyn_cast<ConstantInt>(hasInside);
  if (known && known->isZero())
    return SplitBlockAndInsertIfThen(tracked, before->getIterator(), false, unlikely);
  // Without the runtime, and while it tracks nothing, the mask is 0.
  Value *inside = builder.CreateAnd(hasInside, builder.CreateIsNotNull(mask));
  return SplitBlockAndInsertIfThen(builder.CreateOr(tracked, inside), before->getIterator(), false);
}

} // namespace fencepost::pass
