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
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fencepost::pass {

Constant *CheckTable::check(Constant *list, unsigned shift) {
  Constant *&known = checks[{list, shift}];
  if (known)
    return known;
  SmallVector<Constant *, 6> fields;
  for (Type *type : abi.check->elements())
    fields.push_back(Constant::getNullValue(type));
  fields[kCheckList] = list;
  known = new GlobalVariable(abi.module, abi.check, false, GlobalValue::PrivateLinkage,
                             ConstantStruct::get(abi.check, fields), "fencepost.check");
  return known;
}

Instruction *CheckTable::emit(Instruction *before, Value *address, Value *check, unsigned shift) {
  IRBuilder<> builder(before);
  MDNode *none = MDNode::get(builder.getContext(), {});
  auto load = [&](Value *from) {
    LoadInst *value = builder.CreateLoad(abi.int64, from);
    value->setMetadata(LLVMContext::MD_nosanitize, none);
    return value;
  };
  auto field = [&](unsigned index) {
    return load(builder.CreateStructGEP(abi.check, check, index));
  };
  Value *at = builder.CreatePtrToInt(address, abi.int64);
  Value *offset = builder.CreateSub(at, field(0));
  Value *place = shift ? builder.CreateIntrinsic(Intrinsic::fshr, {abi.int64},
                                                 {offset, offset, builder.getInt64(shift)})
                       : offset;
  Value *isPlace = builder.CreateICmpULT(place, field(1));

  BasicBlock *entry = before->getParent();
  BasicBlock *end = SplitBlock(entry, before);
  Function *function = entry->getParent();
  auto block = [&] { return BasicBlock::Create(builder.getContext(), "", function, end); };
  BasicBlock *covered = block(), *note = block(), *call = block();
  entry->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(entry);
  builder.CreateCondBr(isPlace, covered, call);

  builder.SetInsertPoint(covered);
  Value *blocks = builder.CreateIntToPtr(field(2), abi.pointer);
  Value *first = load(builder.CreateGEP(abi.int64, blocks, builder.CreateLShr(place, kBlockShift)));
  builder.CreateCondBr(builder.CreateIsNotNull(first), note, call);

  builder.SetInsertPoint(note);
  Value *word = builder.CreateGEP(abi.int64, builder.CreateIntToPtr(first, abi.pointer),
                                  builder.CreateLShr(place, 6));
  Value *bit = builder.CreateShl(builder.getInt64(1), builder.CreateAnd(place, 63));
  StoreInst *noted = builder.CreateStore(builder.CreateOr(load(word), bit), word);
  noted->setMetadata(LLVMContext::MD_nosanitize, none);
  builder.CreateBr(end);

  builder.SetInsertPoint(call);
  return builder.CreateBr(end);
}

} // namespace fencepost::pass
