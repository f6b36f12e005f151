//===- AddressForms.cpp - addresses at constant distances -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/AddressForms.h"

#include "llvm-pass/LLVMCompat.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

using namespace llvm;

namespace fencepost::pass {

AddressForms::Place AddressForms::find(Value *pointer) {
  const unsigned bits = layout->getIndexTypeSizeInBits(pointer->getType());
  APInt constant(bits, 0);
  Value *const base = pointer->stripAndAccumulateConstantOffsets(*layout, constant, true);
  const int64_t offset = constant.getSExtValue();
  GepOffsets indices;
  Value *root = base;
  while (auto *address = dyn_cast<GEPOperator>(root)) {
    if (!address->collectOffset(*layout, bits, indices, constant))
      return {base, offset};
    root = address->getPointerOperand();
  }
  if (indices.empty())
    return {base, offset};
  Form form = {root, {}};
  for (const auto &[index, scale] : indices)
    form.indices.push_back({index, scale.getSExtValue()});
  std::sort(form.indices.begin(), form.indices.end());
  const int64_t fromForm = constant.getSExtValue();
  const Place &known = first.try_emplace(form, Place{base, fromForm - offset}).first->second;
  return {known.base, fromForm - known.offset};
}

} // namespace fencepost::pass
