//===- UsedLanes.cpp - which lanes of a loaded vector anybody uses ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/UsedLanes.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

/// Bounds the chain of operations that is followed; behind it all lanes count.
static constexpr unsigned kMaxDepth = 8;

static BitVector usedLanesOf(const Value &vector, unsigned depth);

/// Whether lane i of the result depends on lane i of the operands alone.
static bool isLanewise(const User &user) {
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&user))
    return isTriviallyVectorizable(intrinsic->getIntrinsicID());
  return isa<BinaryOperator>(user) || isa<UnaryOperator>(user) || isa<CmpInst>(user) ||
         isa<SelectInst>(user) || (isa<CastInst>(user) && !isa<BitCastInst>(user));
}

/// Lanes of `vector`, of which there are `count`, that one of its users takes.
static BitVector lanesOf(const Value &vector, const User &user, unsigned count, unsigned depth) {
  BitVector lanes(count);
  if (const auto *shuffle = dyn_cast<ShuffleVectorInst>(&user)) {
    BitVector wanted = usedLanesOf(*shuffle, depth + 1);
    for (unsigned lane : wanted.set_bits()) {
      int index = shuffle->getMaskValue(lane);
      bool second = index >= static_cast<int>(count);
      if (index >= 0 && shuffle->getOperand(second) == &vector)
        lanes.set(second ? index - count : index);
    }
    return lanes;
  }
  if (const auto *extract = dyn_cast<ExtractElementInst>(&user)) {
    const auto *index = dyn_cast<ConstantInt>(extract->getIndexOperand());
    if (index && index->getValue().ult(count))
      return lanes.set(index->getZExtValue());
  }
  const auto *result = dyn_cast<FixedVectorType>(user.getType());
  if (isLanewise(user) && result && result->getNumElements() == count)
    return usedLanesOf(user, depth + 1);
  return lanes.set();
}

static BitVector usedLanesOf(const Value &vector, unsigned depth) {
  unsigned count = cast<FixedVectorType>(vector.getType())->getNumElements();
  BitVector lanes(count);
  if (depth == kMaxDepth)
    return lanes.set();
  for (const User *user : vector.users()) {
    lanes |= lanesOf(vector, *user, count, depth);
    if (lanes.all())
      break;
  }
  return lanes;
}

std::optional<BitVector> usedLanes(const LoadInst &load) {
  const auto *type = dyn_cast<FixedVectorType>(load.getType());
  if (!type || load.isVolatile() || load.use_empty() ||
      !load.getModule()->getDataLayout().typeSizeEqualsStoreSize(type->getElementType()))
    return std::nullopt;
  BitVector lanes = usedLanesOf(load, 0);
  if (lanes.all() || lanes.none())
    return std::nullopt;
  return lanes;
}

} // namespace fencepost::pass
