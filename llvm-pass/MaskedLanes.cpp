//===- MaskedLanes.cpp - emits vectors of which lanes may be off ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/MaskedLanes.h"

#include "llvm-pass/Accesses.h"
#include "llvm-pass/PageCheck.h"
#include "llvm-pass/RuntimeAbi.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace fencepost::pass {

namespace {
struct Lanes {
  const MaskedAccess &masked;
  Constant *site;
  PageCheck &check;
  RuntimeAbi &abi;

  void emit(Instruction *before, unsigned lane, Value *address);
  void emitContiguous();
  void emitScattered();
  void emitCompressed();
};
} // namespace

/// An inactive lane has the null address, whose page is never tracked.
void Lanes::emit(Instruction *before, unsigned lane, Value *address) {
  IRBuilder<> builder(before);
  Value *active = builder.CreateSelect(builder.CreateExtractElement(masked.mask, lane), address,
                                       ConstantPointerNull::get(abi.pointer));
  if (isa<ConstantPointerNull>(active))
    return;
  abi.callAccess(check.emit(before, active), masked.kind, site, active,
             builder.getInt64(masked.laneBytes), masked.instruction->getDebugLoc());
}

/// The ends of the whole vector are checked first, its lanes only where that succeeds.
void Lanes::emitContiguous() {
  IRBuilder<> builder(masked.instruction);
  Value *width = builder.getInt64(masked.lanes * masked.laneBytes);
  Value *last =
      builder.CreatePtrAdd(masked.pointer, builder.getInt64(masked.lanes * masked.laneBytes - 1));
  Instruction *tracked = check.emitRange(masked.instruction, masked.pointer, last, width);
  for (unsigned lane = 0; lane < masked.lanes; ++lane) {
    builder.SetInsertPoint(tracked);
    Value *address =
        builder.CreatePtrAdd(masked.pointer, builder.getInt64(lane * masked.laneBytes));
    emit(tracked, lane, address);
  }
}

void Lanes::emitScattered() {
  for (unsigned lane = 0; lane < masked.lanes; ++lane) {
    IRBuilder<> builder(masked.instruction);
    emit(masked.instruction, lane, builder.CreateExtractElement(masked.pointer, lane));
  }
}

void Lanes::emitCompressed() {
  IRBuilder<> builder(masked.instruction);
  Type *integers = VectorType::get(abi.int64, masked.lanes, false);
  Value *active = builder.CreateAddReduce(builder.CreateZExt(masked.mask, integers));
  Value *bytes = builder.CreateMul(active, builder.getInt64(masked.laneBytes));
  Value *address = builder.CreateSelect(builder.CreateIsNotNull(active), masked.pointer,
                                        ConstantPointerNull::get(abi.pointer));
  Value *last = builder.CreatePtrAdd(address, builder.CreateSub(bytes, builder.getInt64(1)));
  Value *lastOrNull = builder.CreateSelect(builder.CreateIsNotNull(active), last,
                                           ConstantPointerNull::get(abi.pointer));
  Value *width = builder.getInt64(masked.lanes * masked.laneBytes);
  abi.callAccess(check.emitRange(masked.instruction, address, lastOrNull, width), masked.kind, site,
             address, bytes, masked.instruction->getDebugLoc());
}

void emitMasked(const MaskedAccess &masked, Constant *site, PageCheck &check, RuntimeAbi &abi) {
  Lanes lanes{masked, site, check, abi};
  switch (masked.shape) {
  case MaskedAccess::Shape::Contiguous:
    return lanes.emitContiguous();
  case MaskedAccess::Shape::Scattered:
    return lanes.emitScattered();
  case MaskedAccess::Shape::Compressed:
    return lanes.emitCompressed();
  }
}

} // namespace fencepost::pass
