//===- IndexedAddress.cpp - how an address moves in a loop ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/IndexedAddress.h"

#include "llvm-pass/LLVMCompat.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace fencepost::pass {

Value *IndexedAddress::start(IRBuilder<> &builder) const {
  Value *sum = builder.CreatePtrToInt(root, builder.getInt64Ty());
  for (auto [value, factor] : fixed)
    sum = builder.CreateAdd(sum, builder.CreateMul(value, builder.getInt64(factor)));
  return offset ? builder.CreateAdd(sum, builder.getInt64(offset)) : sum;
}

std::optional<IndexedAddress> indexedAddress(const Loop &loop, Value *pointer, int64_t offset,
                                             const DataLayout &layout) {
  constexpr unsigned kBits = 64;
  GepOffsets indices;
  APInt constant(kBits, 0);
  Value *root = pointer;
  while (!loop.isLoopInvariant(root)) {
    auto *address = dyn_cast<GEPOperator>(root);
    if (!address || !address->collectOffset(layout, kBits, indices, constant))
      return std::nullopt;
    root = address->getPointerOperand();
  }
  if (!root->getType()->isPointerTy())
    return std::nullopt;
  IndexedAddress found = {root, {}, constant.getSExtValue() + offset, nullptr, 0};
  for (const auto &[value, factor] : indices) {
    if (!value->getType()->isIntegerTy(kBits))
      return std::nullopt;
    if (loop.isLoopInvariant(value)) {
      found.fixed.push_back({value, factor.getSExtValue()});
    } else if (!found.index) {
      found.index = value;
      found.scale = factor.getSExtValue();
    } else {
      return std::nullopt;
    }
  }
  return found;
}

} // namespace fencepost::pass
