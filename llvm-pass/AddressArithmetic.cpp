//===- AddressArithmetic.cpp - addresses as numbers -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/AddressArithmetic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;

namespace fencepost::pass {

static constexpr unsigned kMostSteps = 8;

static bool isAddress(const Value &value) {
  const auto *cast = dyn_cast<CastInst>(&value);
  return cast && cast->getSrcTy()->isPtrOrPtrVectorTy() && cast->getDestTy()->isIntOrIntVectorTy();
}

/// How many addresses are added up in a number, those that are taken away counted as -1. Nothing
/// where that depends.
static std::optional<int> addressesIn(const Value &value, unsigned steps) {
  using namespace PatternMatch;
  if (isAddress(value))
    return 1;
  if (steps == kMostSteps)
    return std::nullopt;
  const Value *a = nullptr, *b = nullptr;
  const auto of = [&](const Value *operand) { return addressesIn(*operand, steps + 1); };
  if (match(&value, m_Add(m_Value(a), m_Value(b)))) {
    const auto inA = of(a), inB = of(b);
    return inA && inB ? std::optional(*inA + *inB) : std::nullopt;
  }
  if (match(&value, m_Not(m_Value(a)))) {
    const auto inA = of(a);
    return inA ? std::optional(-*inA) : std::nullopt;
  }
  if (match(&value, m_Sub(m_Value(a), m_Value(b)))) {
    const auto inA = of(a), inB = of(b);
    return inA && inB ? std::optional(*inA - *inB) : std::nullopt;
  }
  if (const auto *choice = dyn_cast<MinMaxIntrinsic>(&value)) {
    const auto inA = of(choice->getLHS()), inB = of(choice->getRHS());
    return inA && inB && *inA == *inB ? inA : std::nullopt;
  }
  if (const auto *frozen = dyn_cast<FreezeInst>(&value))
    return of(frozen->getOperand(0));
  return 0;
}

bool isDistance(const Value &number) {
  const auto *sum = dyn_cast<BinaryOperator>(&number);
  return sum && is_contained({Instruction::Add, Instruction::Sub}, sum->getOpcode()) &&
         addressesIn(number, 0) == 0 && addressesIn(*sum->getOperand(0), 0) != 0 &&
         addressesIn(*sum->getOperand(1), 0) != 0;
}

} // namespace fencepost::pass
