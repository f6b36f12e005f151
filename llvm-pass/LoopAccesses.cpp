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
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr unsigned kMostStrides = 2; // of a range that is told
static constexpr unsigned kMostConditions = 6;
static constexpr unsigned kFewIterations = 8; // for which nothing pays that is done in front

LoopAccesses::LoopAccesses(Function &function, FunctionAnalysisManager &manager)
    : loops(manager.getResult<LoopAnalysis>(function)) {
  if (loops.empty())
    return;
  dominators = &manager.getResult<DominatorTreeAnalysis>(function);
  evolution = &manager.getResult<ScalarEvolutionAnalysis>(function);
}

/// The optimizer has merged many a preheader into the block before it.
BasicBlock *LoopAccesses::front(Loop &loop) {
  BasicBlock *preheader = loop.getLoopPreheader();
  return preheader ? preheader : InsertPreheaderForLoop(&loop, dominators, &loops, nullptr, false);
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
  BasicBlock *preheader = front(loop);
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

Loop *LoopAccesses::around(const Instruction &instruction) const {
  return loops.getLoopFor(instruction.getParent());
}

static bool callsOthers(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      return call && !isa<IntrinsicInst>(call) && !call->onlyReadsMemory();
    });
  });
}

/// With the loops around it.
bool LoopAccesses::isShort(Loop &innermost) const {
  unsigned iterations = 1;
  for (Loop *loop = &innermost; loop; loop = loop->getParentLoop()) {
    const unsigned count = evolution->getSmallConstantTripCount(loop);
    if (!count || count > kFewIterations)
      return false;
    iterations *= count;
  }
  return iterations <= kFewIterations;
}

Loop *LoopAccesses::innermost(const Instruction &instruction) {
  Loop *loop = around(instruction);
  if (!loop || !loop->isInnermost())
    return nullptr;
  auto [known, isNew] = passing.try_emplace(loop, false);
  if (isNew)
    known->second = callsOthers(*loop) || isShort(*loop);
  return known->second ? nullptr : loop;
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
  const SCEV *one = evolution->getOne(known.count->getType());
  const Align alignment = commonAlignment(getLoadStoreAlignment(&instruction), offset);
  LoopAccess access{&instruction, kind, loop,  known.before, address, alignment,
                    one,          0,    bytes, {},           {}};
  if (!evolution->isLoopInvariant(address, loop)) {
    const auto *advancing = dyn_cast<SCEVAddRecExpr>(address);
    if (!advancing || advancing->getLoop() != loop || !advancing->isAffine())
      return false;
    const SCEV *step = advancing->getStepRecurrence(*evolution);
    access.start = advancing->getStart();
    if (const auto *constant = dyn_cast<SCEVConstant>(step)) {
      access.count = known.count;
      access.stride = constant->getAPInt().getSExtValue();
    } else {
      access.repeated.push_back({step, known.count});
    }
  }
  if (!mayExpand(access))
    return false;
  taken.push_back(access);
  return true;
}

bool LoopAccesses::mayExpand(const LoopAccess &access) const {
  SCEVExpander expander = makeExpander(*evolution);
  auto isSafe = [&](const SCEV *value) { return expander.isSafeToExpandAt(value, access.before); };
  return isSafe(access.start) && isSafe(access.count) &&
         all_of(access.repeated, [&](const LoopAccess::Repeated &repeated) {
           return isSafe(repeated.stride) && isSafe(repeated.count);
         });
}

/// Adds what holds in just those turns of the loop that come to the block. False where that is not
/// known in front of the loop.
bool LoopAccesses::addConditions(BasicBlock &block, Loop &loop,
                                 SmallVectorImpl<LoopAccess::Condition> &conditions) const {
  for (BasicBlock *at = &block; !dominators->dominates(at, loop.getLoopLatch());) {
    BasicBlock *before = dominators->getNode(at)->getIDom()->getBlock();
    if (!postDominators->dominates(at, before)) {
      auto *branch = dyn_cast<BranchInst>(before->getTerminator());
      if (!branch || !branch->isConditional() || !loop.isLoopInvariant(branch->getCondition()))
        return false;
      auto leads = [&](unsigned way) {
        BasicBlock *next = branch->getSuccessor(way);
        return dominators->dominates(BasicBlockEdge(before, next), at) &&
               postDominators->dominates(at, next);
      };
      if (!leads(0) && !leads(1))
        return false;
      const LoopAccess::Condition condition = {branch->getCondition(), leads(0)};
      if (!is_contained(conditions, condition))
        conditions.push_back(condition);
      if (conditions.size() > kMostConditions)
        return false;
    }
    at = before;
  }
  return true;
}

/// Moves an access in front of the next loop around it, if a range there can stand for all its
/// turns.
bool LoopAccesses::hoist(LoopAccess &access) {
  Loop *outer = access.loop->getParentLoop();
  if (!outer || !trip(*outer))
    return false;
  auto isInvariant = [&](const SCEV *value) { return evolution->isLoopInvariant(value, outer); };
  if (!isInvariant(access.count) ||
      !all_of(access.repeated,
              [&](const auto &known) {
                return isInvariant(known.stride) && isInvariant(known.count);
              }) ||
      !all_of(access.conditions,
              [&](const auto &condition) { return outer->isLoopInvariant(condition.first); }))
    return false;
  LoopAccess hoisted = access;
  const Trip &known = *trip(*outer);
  hoisted.loop = outer;
  hoisted.before = known.before;
  if (!addConditions(*access.before->getParent(), *outer, hoisted.conditions))
    return false;
  if (!isInvariant(access.start)) {
    const auto *advancing = dyn_cast<SCEVAddRecExpr>(access.start);
    if (!advancing || advancing->getLoop() != outer || !advancing->isAffine() ||
        access.repeated.size() + access.hasGaps() == kMostStrides)
      return false;
    hoisted.start = advancing->getStart();
    hoisted.repeated.push_back({advancing->getStepRecurrence(*evolution), known.count});
  }
  if (!mayExpand(hoisted))
    return false;
  access = hoisted;
  return true;
}

/// Where the optimizer finds that a[i + 1] is the next iteration's a[i], part of what each loads is
/// left to the other: they are told apart by their line and not by their column.
static bool isSameLine(const DebugLoc &a, const DebugLoc &b) {
  return a == b || (a && b && a.getLine() == b.getLine() && a.getScope() == b.getScope() &&
                    a.getInlinedAt() == b.getInlinedAt());
}

static bool isSamePlace(const LoopAccess &a, const LoopAccess &b) {
  return a.instruction->getDebugLoc() == b.instruction->getDebugLoc();
}

/// Whether both come from the same line of the source and differ in nothing but their start.
static bool isSameButForStart(const LoopAccess &a, const LoopAccess &b) {
  return a.before == b.before && a.kind == b.kind && a.count == b.count && a.stride == b.stride &&
         a.repeated == b.repeated &&
         isSameLine(a.instruction->getDebugLoc(), b.instruction->getDebugLoc());
}

/// Joins `other` to `access` if it begins where that ends, or ends where that begins. Those of one
/// access of the source may overlap.
bool LoopAccesses::joinNeighbour(LoopAccess &access, const LoopAccess &other) {
  std::optional<APInt> difference = evolution->computeConstantDifference(other.start, access.start);
  if (!difference)
    return false;
  const int64_t distance = difference->getSExtValue();
  const auto bytes = static_cast<int64_t>(access.bytes), more = static_cast<int64_t>(other.bytes);
  const bool touches = distance == bytes || distance == -more;
  const bool overlaps = distance < bytes && distance > -more;
  if (!touches && !(overlaps && isSamePlace(access, other)))
    return false;
  if (distance < 0) {
    access.start = other.start;
    access.alignment = other.alignment;
  }
  access.bytes =
      static_cast<uint64_t>(std::max(bytes, distance + more) - std::min<int64_t>(distance, 0));
  return true;
}

/// Joins accesses of one place of the source that begin one stride after each other, as those of a
/// stencil's planes: they are that access with more turns.
void LoopAccesses::joinShifted(LoopAccess &access, std::size_t stride) {
  const LoopAccess original = access;
  const SCEV *const step = original.repeated[stride].stride;
  int64_t low = 0, high = 0; // strides from the original
  auto isAt = [&](const LoopAccess &other, int64_t strides) {
    const SCEV *expected = evolution->getMulExpr(
        step, evolution->getConstant(step->getType(), static_cast<uint64_t>(strides), true));
    return evolution->getMinusSCEV(other.start, original.start) == expected;
  };
  auto take = [&](const LoopAccess &other) {
    if (other.bytes != original.bytes || !isSameButForStart(original, other) ||
        !isSamePlace(original, other) || other.conditions != original.conditions)
      return false;
    if (isAt(other, high + 1))
      ++high;
    else if (isAt(other, low - 1)) {
      --low;
      access.start = other.start;
      access.alignment = other.alignment;
    } else {
      return false;
    }
    return true;
  };
  auto *const first = &access + 1;
  for (auto *other = first; other != taken.data() + taken.size();)
    if (take(*other)) {
      taken.erase(taken.begin() + (other - taken.data()));
      other = first;
    } else {
      ++other;
    }
  const SCEV *&count = access.repeated[stride].count;
  count = evolution->getAddExpr(
      count, evolution->getConstant(count->getType(), static_cast<uint64_t>(high - low)));
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

void LoopAccesses::hoistAll() {
  for (const LoopAccess &access : taken) // this makes preheaders
    for (Loop *outer = access.loop->getParentLoop(); outer && trip(*outer);)
      outer = outer->getParentLoop();
  PostDominatorTree tree(*taken.front().before->getFunction());
  postDominators = &tree;
  for (LoopAccess &access : taken)
    while (hoist(access))
      ;
  postDominators = nullptr;
}

std::vector<ExpandedLoopAccess> LoopAccesses::expand() {
  std::vector<ExpandedLoopAccess> result;
  if (taken.empty())
    return result;
  joinUnrolled();
  hoistAll();
  for (std::size_t stride = 0; stride < kMostStrides; ++stride)
    for (std::size_t i = 0; i < taken.size(); ++i)
      if (stride < taken[i].repeated.size())
        joinShifted(taken[i], stride);
  SCEVExpander expander = makeExpander(*evolution);
  for (const LoopAccess &access : taken) {
    auto expand = [&](const SCEV *value) {
      return expander.expandCodeFor(value, value->getType(), access.before);
    };
    ExpandedLoopAccess expanded{access, expand(access.start), expand(access.count), {}};
    for (const LoopAccess::Repeated &repeated : access.repeated)
      expanded.repeated.push_back({expand(repeated.stride), expand(repeated.count)});
    result.push_back(std::move(expanded));
  }
  return result;
}

ToldRange rangeOf(const ExpandedLoopAccess &loop) {
  const LoopAccess &access = loop.access;
  IRBuilder<> builder(access.before);
  ToldRange range = {access.kind, loop.start, access.alignment, builder.getInt64(access.bytes), {}};
  if (access.hasGaps()) {
    range.strides.push_back({builder.getInt64(access.stride), loop.count});
  } else if (access.stride) { // accesses that leave nothing out are one access to all of it
    Value *turns = builder.CreateSub(loop.count, builder.getInt64(1));
    Value *advance = builder.CreateMul(turns, builder.getInt64(access.stride));
    bool forward = access.stride > 0;
    range.bytes = builder.CreateAdd(forward ? advance : builder.CreateNeg(advance), range.bytes);
    range.start = forward ? range.start : builder.CreatePtrAdd(range.start, advance);
  }
  for (auto [stride, count] : loop.repeated)
    range.strides.push_back({stride, count});
  for (auto [condition, holds] : access.conditions) {
    Value *none = builder.getInt64(0);
    range.bytes =
        builder.CreateSelect(condition, holds ? range.bytes : none, holds ? none : range.bytes);
  }
  return range;
}

} // namespace fencepost::pass
