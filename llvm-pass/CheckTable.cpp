//===- CheckTable.cpp - the checks of a module, and what they note ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/CheckTable.h"

#include "model/Checks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fencepost::pass {

/// Of an access to a place, against one to any other memory: rare enough to stand elsewhere, but
/// not as rare as calls of the runtime are. Registers are saved for those, not for what is behind
/// it.
static constexpr uint32_t kLikelyPlace = 400;

Constant *CheckTable::check(Constant *list, unsigned shift) {
  Constant *&known = checks[{list, shift}];
  if (known)
    return known;
  Constant *zero = ConstantInt::get(abi.int64, 0);
  Constant *fresh = ConstantStruct::get(abi.check, none, list, sites, zero, zero);
  known = new GlobalVariable(abi.module, abi.check, false, GlobalValue::PrivateLinkage, fresh,
                             "fencepost.check");
  return known;
}

NotedValues CheckTable::load(Instruction *before, Value *check) {
  IRBuilder<> builder(before);
  MDNode *none = MDNode::get(builder.getContext(), {});
  auto load = [&](Type *type, Value *from) {
    LoadInst *value = builder.CreateLoad(type, from);
    value->setMetadata(LLVMContext::MD_nosanitize, none);
    return value;
  };
  Value *noted = load(abi.pointer, check);
  auto field = [&](unsigned index) {
    return load(abi.notedPlaces->getElementType(index),
                builder.CreateStructGEP(abi.notedPlaces, noted, index));
  };
  return {field(0), field(1), field(2)};
}

NotedValues CheckTable::from(Instruction *before, Value *start, const NotedValues &noted,
                             unsigned shift) {
  IRBuilder<> builder(before);
  Value *offset = builder.CreateSub(start, noted.first);
  if (!shift)
    return {offset, noted.places, noted.marks};
  // Of the two, as a load with one use becomes part of the subtraction, and where that is the only
  // such one in a module, code generation makes a table of all such instructions for it.
  Value *differing = builder.CreateXor(start, noted.first);
  Value *rest = builder.CreateAnd(differing, builder.getInt64((1U << shift) - 1));
  // Not a select, which code generation thinks about for long: all ones if there is no rest.
  Value *isStart = builder.CreateAShr(builder.CreateSub(rest, builder.getInt64(1)), 63);
  return {builder.CreateAShr(offset, shift), builder.CreateAnd(noted.places, isStart), noted.marks};
}

Instruction *CheckTable::emit(Instruction *before, Value *address, const NotedValues &noted,
                              unsigned shift) {
  IRBuilder<> builder(before);
  Value *offset = builder.CreateSub(builder.CreatePtrToInt(address, abi.int64), noted.first);
  Value *place = shift ? builder.CreateIntrinsic(Intrinsic::fshr, {abi.int64},
                                                 {offset, offset, builder.getInt64(shift)})
                       : offset;
  return emitAt(before, place, noted);
}

Instruction *CheckTable::emitAt(Instruction *before, Value *place, const NotedValues &noted) {
  IRBuilder<> builder(before);
  Value *isPlace = builder.CreateICmpULT(place, noted.places);

  Instruction *note = nullptr, *other = nullptr;
  SplitBlockAndInsertIfThenElse(
      isPlace, before->getIterator(), &note, &other,
      MDBuilder(builder.getContext()).createBranchWeights(kLikelyPlace, 1));
  builder.SetInsertPoint(note);
  Value *mark = builder.CreateGEP(builder.getInt8Ty(), noted.marks, place);
  StoreInst *set = builder.CreateStore(builder.getInt8(1), mark);
  set->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
  return other;
}

} // namespace fencepost::pass
