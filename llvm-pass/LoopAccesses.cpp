//===- LoopAccesses.cpp - accesses of loops that one range describes ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/LoopAccesses.h"

#include "llvm-pass/LLVMCompat.h"
#include "llvm-pass/Synchronization.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace fencepost::pass {

LoopAccesses::LoopAccesses(Function &function, FunctionAnalysisManager &manager)
    : loops(manager.getResult<LoopAnalysis>(function)) {
  if (loops.empty())
    return;
  dominators = &manager.getResult<DominatorTreeAnalysis>(function);
  evolution = &manager.getResult<ScalarEvolutionAnalysis>(function);
}

/// A loop that is left by its latch only, after a number of iterations known in front of it, and
/// all of it in one segment.
std::optional<LoopAccesses::Trip> LoopAccesses::findTrip(Loop &loop) {
  if (!loop.getLoopLatch() || loop.getExitingBlock() != loop.getLoopLatch())
    return std::nullopt;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (maySynchronize(instruction) || !isGuaranteedToTransferExecutionToSuccessor(&instruction))
        return std::nullopt;
  const SCEV *backedges = evolution->getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(backedges) || backedges->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  // The optimizer has merged many a preheader into the block before it.
  BasicBlock *preheader = loop.getLoopPreheader();
  if (!preheader)
    preheader = InsertPreheaderForLoop(&loop, dominators, &loops, nullptr, false);
  if (!preheader)
    return std::nullopt;
  const SCEV *count = evolution->getTripCountFromExitCount(
      backedges, Type::getInt64Ty(preheader->getContext()), &loop);
  return Trip{preheader->getTerminator(), count};
}

const std::optional<LoopAccesses::Trip> &LoopAccesses::trip(Loop &loop) {
  auto [known, isNew] = trips.try_emplace(&loop);
  if (isNew)
    known->second = findTrip(loop);
  return known->second;
}

bool LoopAccesses::inInnermost(const Instruction &instruction) const {
  const Loop *loop = loops.getLoopFor(instruction.getParent());
  return loop && loop->isInnermost();
}

bool LoopAccesses::take(Instruction &instruction, SiteKind kind, Value *pointer, uint64_t offset,
                        uint64_t bytes) {
  Loop *loop = evolution ? loops.getLoopFor(instruction.getParent()) : nullptr;
  if (!loop || !trip(*loop) ||
      !dominators->dominates(instruction.getParent(), loop->getLoopLatch()))
    return false;
  const Trip &known = *trip(*loop);
  const SCEV *address = evolution->getSCEV(pointer);
  if (offset)
    address =
        evolution->getAddExpr(address, evolution->getConstant(known.count->getType(), offset));
  LoopAccess access{&instruction, kind, known.before, address, known.count, 0, bytes};
  if (evolution->isLoopInvariant(address, loop)) {
    access.count = evolution->getOne(known.count->getType());
  } else {
    const auto *advancing = dyn_cast<SCEVAddRecExpr>(address);
    if (!advancing || advancing->getLoop() != loop || !advancing->isAffine())
      return false;
    const auto *step = dyn_cast<SCEVConstant>(advancing->getStepRecurrence(*evolution));
    if (!step)
      return false;
    access.start = advancing->getStart();
    access.stride = step->getAPInt().getSExtValue();
  }
  SCEVExpander expander = makeExpander(*evolution);
  if (!expander.isSafeToExpandAt(access.start, access.before) ||
      !expander.isSafeToExpandAt(access.count, access.before))
    return false;
  taken.push_back(access);
  return true;
}

/// Where the optimizer finds that a[i + 1] is the next iteration's a[i], part of what each loads is
/// left to the other: they are told apart by their line and not by their column.
static bool isSameLine(const DebugLoc &a, const DebugLoc &b) {
  return a == b || (a && b && a.getLine() == b.getLine() && a.getScope() == b.getScope() &&
                    a.getInlinedAt() == b.getInlinedAt());
}

/// Whether both come from the same place of the source and differ in nothing but their start.
static bool isSameButForStart(const LoopAccess &a, const LoopAccess &b) {
  return a.before == b.before && a.kind == b.kind && a.count == b.count && a.stride == b.stride &&
         isSameLine(a.instruction->getDebugLoc(), b.instruction->getDebugLoc());
}

/// Joins `other` to `access` if it begins where that ends, or ends where that begins.
bool LoopAccesses::joinNeighbour(LoopAccess &access, const LoopAccess &other) {
  std::optional<APInt> distance = evolution->computeConstantDifference(other.start, access.start);
  if (!distance)
    return false;
  bool precedes = -distance->getSExtValue() == static_cast<int64_t>(other.bytes);
  if (!precedes && distance->getSExtValue() != static_cast<int64_t>(access.bytes))
    return false;
  if (precedes)
    access.start = other.start;
  access.bytes += other.bytes;
  return true;
}

/// Joins `parts` accesses, at equal distances that together make the stride, into one with that
/// distance as its stride.
bool LoopAccesses::joinInterleaved(std::size_t first, std::size_t parts) {
  LoopAccess &access = taken[first];
  int64_t distance = access.stride / static_cast<int64_t>(parts);
  if (distance * static_cast<int64_t>(parts) != access.stride || !distance)
    return false;
  for (std::size_t i = 1; i < parts; ++i) {
    const LoopAccess &other = taken[first + i];
    std::optional<APInt> offset = evolution->computeConstantDifference(other.start, access.start);
    if (!isSameButForStart(access, other) || other.bytes != access.bytes || !offset ||
        offset->getSExtValue() != distance * static_cast<int64_t>(i))
      return false;
  }
  access.stride = distance;
  access.count =
      evolution->getMulExpr(access.count, evolution->getConstant(access.count->getType(), parts));
  taken.erase(taken.begin() + first + 1, taken.begin() + first + parts);
  return true;
}

/// Vectorized and unrolled loops access several parts in each iteration. Those of one access of the
/// source become one again.
void LoopAccesses::joinUnrolled() {
  for (std::size_t i = 0; i < taken.size(); ++i)
    for (std::size_t j = i + 1; j < taken.size() && taken[j].before == taken[i].before;)
      if (isSameButForStart(taken[i], taken[j]) && joinNeighbour(taken[i], taken[j])) {
        taken.erase(taken.begin() + j);
        j = i + 1;
      } else {
        ++j;
      }
  for (std::size_t i = 0; i < taken.size(); ++i) {
    std::size_t parts = 1;
    while (i + parts < taken.size() && isSameButForStart(taken[i], taken[i + parts]))
      ++parts;
    while (parts > 1 && !joinInterleaved(i, parts))
      --parts;
  }
}

std::vector<ExpandedLoopAccess> LoopAccesses::expand() {
  std::vector<ExpandedLoopAccess> result;
  if (taken.empty())
    return result;
  joinUnrolled();
  SCEVExpander expander = makeExpander(*evolution);
  for (const LoopAccess &access : taken)
    result.push_back(
        {access, expander.expandCodeFor(access.start, access.start->getType(), access.before),
         expander.expandCodeFor(access.count, access.count->getType(), access.before)});
  return result;
}

} // namespace fencepost::pass
