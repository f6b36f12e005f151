//===- CellCheck.cpp - asks whether the segment has an access already -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/CellCheck.h"

#include "model/Cells.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fencepost::pass {

GlobalVariable *CellCheck::cells() {
  if (global)
    return global;
  Constant *zero = ConstantInt::get(abi.int64, 0);
  auto *cell = new GlobalVariable(abi.module, abi.int64, true, GlobalValue::InternalLinkage, zero,
                                  "fencepost.no.cells");
  global =
      new GlobalVariable(abi.module, abi.moduleCells, false, GlobalValue::InternalLinkage,
                         ConstantStruct::get(abi.moduleCells, cell, zero, zero), "fencepost.cells");
  return global;
}

Instruction *CellCheck::emit(Instruction *before, Value *address, Value *number) {
  IRBuilder<> builder(before);
  MDNode *none = MDNode::get(builder.getContext(), {});
  auto load = [&](Type *type, Value *from) {
    LoadInst *value = builder.CreateLoad(type, from);
    value->setMetadata(LLVMContext::MD_nosanitize, none);
    return value;
  };
  auto field = [&](Type *type, unsigned index) {
    return load(type, builder.CreateStructGEP(abi.moduleCells, cells(), index));
  };
  Value *at = builder.CreatePtrToInt(address, abi.int64);
  Value *check = builder.CreateAdd(field(abi.int64, 2), number);
  Value *tag = builder.CreateAdd(builder.CreateShl(at, kCheckBits), check);
  Value *hash = builder.CreateAdd(builder.CreateLShr(at, 3),
                                  builder.CreateMul(number, builder.getInt64(kCellStep)));
  Value *cell = builder.CreateGEP(abi.int64, field(abi.pointer, 0),
                                  builder.CreateAnd(hash, field(abi.int64, 1)));
  Value *isNew = builder.CreateICmpNE(load(abi.int64, cell), tag);
  Instruction *end = SplitBlockAndInsertIfThen(isNew, before->getIterator(), false);
  builder.SetInsertPoint(end);
  return builder.CreateCall(abi.checked(), {tag, cell});
}

void CellCheck::registerChecks(Instruction *before) {
  if (!numbers.empty())
    RuntimeAbi::callIfLinked(abi.registerCells(),
                             {global, ConstantInt::get(abi.int64, numbers.size())}, before);
}

} // namespace fencepost::pass
