//===- Accesses.cpp - the accesses and calls of a function that get a site --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Accesses.h"

#include "llvm-pass/AddressForms.h"
#include "llvm-pass/LoopAccesses.h"
#include "llvm-pass/Meeting.h"
#include "llvm-pass/MpiCalls.h"
#include "llvm-pass/Relevance.h"
#include "llvm-pass/Synchronization.h"
#include "llvm-pass/ToldRanges.h"
#include "llvm-pass/UsedLanes.h"
#include "model/Abi.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

/// Bounds what an access is compared with, and how far from it that is.
static constexpr size_t kMostJoined = 16;
static constexpr int64_t kMostApart = int64_t{1} << 30;

namespace {
class Finder {
public:
  Finder(Function &function, Relevance &relevance, LoopAccesses &loops, bool every,
         AccessCounts &counts)
      : layout(function.getParent()->getDataLayout()), relevance(relevance), loops(loops),
        every(every), counts(counts), known{AddressForms(layout), DenseMap<Value *, size_t>(), {}} {
  }

  void visitBlock(BasicBlock &block, bool withMemory);

  Accesses found;

private:
  void visitMemory(Instruction &instruction);
  void visitCall(CallBase &call);
  void visitIntrinsic(IntrinsicInst &intrinsic);
  void add(Instruction &instruction, SiteKind kind, Value *pointer, TypeSize bytes,
           uint64_t offset = 0);
  void check(Value *base, const CheckedAccesses::Access &access);
  void addLoad(LoadInst &load);
  void addLeft(CallBase &call);
  void addRange(AnyMemIntrinsic &intrinsic);
  void addMasked(IntrinsicInst &intrinsic, SiteKind kind, MaskedAccess::Shape shape, Value *pointer,
                 Value *mask, Type *type);
  void forgetSegment();

  const DataLayout &layout;
  Relevance &relevance;
  LoopAccesses &loops;
  bool every; // access by itself, whatever it is
  AccessCounts &counts;
  /// The bases, the open check of each, and the accesses of this segment.
  struct Known {
    AddressForms forms;
    DenseMap<Value *, size_t> openChecks;
    DenseSet<std::pair<Value *, std::pair<unsigned, std::pair<int64_t, uint64_t>>>> seen;
  };
  Known known;                           // in the current block
  DenseMap<BasicBlock *, Known> carried; // to blocks behind others
};
} // namespace

/// Of the pointer of a load or store, as far as is known.
static Align alignmentOf(Instruction &instruction) {
  if (isa<LoadInst, StoreInst>(instruction))
    return getLoadStoreAlignment(&instruction);
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getAlign();
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getAlign();
  return Align();
}

void Finder::forgetSegment() {
  known.openChecks.clear();
  known.seen.clear();
}

/// An access that repeats one of its segment, in kind, pointer and size, is left out: the segment
/// has it already.
void Finder::add(Instruction &instruction, SiteKind kind, Value *pointer, TypeSize bytes,
                 uint64_t offset) {
  if (bytes.isZero())
    return;
  ++counts.all;
  if (!relevance.matters(instruction, pointer)) {
    ++counts.irrelevant;
    return;
  }
  const auto begin = static_cast<int64_t>(offset);
  if (every) {
    found.checked.push_back(
        {pointer, {{&instruction, kind, begin, bytes, Align()}}, true, nullptr});
    return;
  }
  // Fields of one object have a base in common, and elements of its arrays with the same index.
  auto [base, at] = known.forms.find(pointer);
  at += begin;
  unsigned key = static_cast<unsigned>(kind) * 2 + bytes.isScalable();
  if (!known.seen.insert({base, {key, {at, bytes.getKnownMinValue()}}}).second) {
    ++counts.repeated;
    return;
  }
  bool mayHoist = isPlainAccess(instruction) && !isa<CallBase>(instruction) && !bytes.isScalable();
  if (mayHoist && loops.take(instruction, kind, pointer, offset, bytes.getFixedValue())) {
    ++counts.inLoops;
    return;
  }
  ++counts.checked;
  check(base, {&instruction, kind, at, bytes, commonAlignment(alignmentOf(instruction), offset)});
}

/// Whether the byte of its page tells whether an access matters.
static bool isShort(const CheckedAccesses::Access &access) {
  return !access.bytes.isScalable() && access.bytes.getFixedValue() <= kCheckedBytes;
}

static bool mayJoin(const CheckedAccesses &checked, const CheckedAccesses::Access &access) {
  return checked.accesses.size() < kMostJoined && isShort(access) &&
         all_of(checked.accesses, [&](const CheckedAccesses::Access &other) {
           return isShort(other) && std::abs(other.offset - access.offset) < kMostApart;
         });
}

/// Joins the check of the same base if one speaks for both.
void Finder::check(Value *base, const CheckedAccesses::Access &access) {
  auto [open, isNew] = known.openChecks.try_emplace(base, found.checked.size());
  if (!isNew && mayJoin(found.checked[open->second], access)) {
    found.checked[open->second].accesses.push_back(access);
    return;
  }
  open->second = found.checked.size();
  Loop *inLine =
      relevance.mayBeInLine(access.bytes) ? loops.innermost(*access.instruction) : nullptr;
  found.checked.push_back({base, {access}, false, inLine});
}

std::optional<uint64_t> checkedBytes(const ToldRange &range) {
  const auto *bytes = dyn_cast<ConstantInt>(range.bytes);
  const bool isOne = range.strides.empty() && bytes && !bytes->isZero();
  return isOne && bytes->getValue().ule(kCheckedBytes) ? std::optional(bytes->getZExtValue())
                                                       : std::nullopt;
}

void Finder::addLeft(CallBase &call) {
  found.left.push_back(&call);
  const ToldRange range = leftRange(call);
  if (const std::optional<uint64_t> bytes = checkedBytes(range)) {
    auto [base, at] = known.forms.find(range.start);
    check(base, {&call, range.kind, at, TypeSize::getFixed(*bytes), range.alignment});
  }
}

void Finder::addRange(AnyMemIntrinsic &intrinsic) {
  if (const auto *length = dyn_cast<ConstantInt>(intrinsic.getLength()); length && length->isZero())
    return;
  auto *transfer = dyn_cast<AnyMemTransferInst>(&intrinsic);
  auto ifMatters = [&](Value *pointer) {
    return pointer && relevance.matters(intrinsic, pointer) ? pointer : nullptr;
  };
  Value *reads = ifMatters(transfer ? transfer->getRawSource() : nullptr);
  Value *writes = ifMatters(intrinsic.getRawDest());
  if (reads || writes)
    found.ranges.push_back({&intrinsic, reads, writes, intrinsic.getLength()});
}

/// Scalable vectors are left out: their lanes are not known here.
void Finder::addMasked(IntrinsicInst &intrinsic, SiteKind kind, MaskedAccess::Shape shape,
                       Value *pointer, Value *mask, Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  if (vector && relevance.matters(intrinsic, pointer))
    found.masked.push_back({&intrinsic, kind, shape, pointer, mask, vector->getNumElements(),
                            layout.getTypeStoreSize(vector->getElementType())});
}

/// The masked intrinsics carry an alignment operand in some LLVM versions: the mask is the first
/// operand after the pointer that is a vector of bits.
static Value *maskOperand(const IntrinsicInst &intrinsic, unsigned after) {
  for (unsigned i = after + 1; i < intrinsic.arg_size(); ++i)
    if (intrinsic.getArgOperand(i)->getType()->isVectorTy() &&
        intrinsic.getArgOperand(i)->getType()->isIntOrIntVectorTy(1))
      return intrinsic.getArgOperand(i);
  return nullptr;
}

void Finder::visitIntrinsic(IntrinsicInst &intrinsic) {
  if (auto *memory = dyn_cast<AnyMemIntrinsic>(&intrinsic))
    return addRange(*memory);
  using Shape = MaskedAccess::Shape;
  auto masked = [&](SiteKind kind, Shape shape) {
    unsigned pointer = kind == SiteKind::Load ? 0 : 1;
    Type *type =
        kind == SiteKind::Load ? intrinsic.getType() : intrinsic.getArgOperand(0)->getType();
    addMasked(intrinsic, kind, shape, intrinsic.getArgOperand(pointer),
              maskOperand(intrinsic, pointer), type);
  };
  switch (intrinsic.getIntrinsicID()) {
  case Intrinsic::masked_load:
    return masked(SiteKind::Load, Shape::Contiguous);
  case Intrinsic::masked_store:
    return masked(SiteKind::Store, Shape::Contiguous);
  case Intrinsic::masked_gather:
    return masked(SiteKind::Load, Shape::Scattered);
  case Intrinsic::masked_scatter:
    return masked(SiteKind::Store, Shape::Scattered);
  case Intrinsic::masked_expandload:
    return masked(SiteKind::Load, Shape::Compressed);
  case Intrinsic::masked_compressstore:
    return masked(SiteKind::Store, Shape::Compressed);
  default:
    return;
  }
}

void Finder::visitCall(CallBase &call) {
  if (isLeftRange(call))
    return addLeft(call);
  // A structure passed by value is read at the call.
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i))
      add(call, SiteKind::Load, call.getArgOperand(i),
          layout.getTypeStoreSize(call.getParamByValType(i)));
  const LibraryCall *function = libraryCall(call);
  if (!function)
    return;
  if (function->releases()) {
    if (!relevance.isKept(call))
      found.releases.push_back({&call, function});
  } else if (auto pointers = relevantPointers(call, *function, relevance); !pointers.empty())
    found.libraryCalls.push_back({&call, function, pointers});
}

/// Whole, or lane by lane where the source reads only some of them.
void Finder::addLoad(LoadInst &load) {
  std::optional<BitVector> lanes = usedLanes(load);
  if (!lanes) {
    add(load, SiteKind::Load, load.getPointerOperand(), layout.getTypeStoreSize(load.getType()));
    return;
  }
  uint64_t laneBytes = layout.getTypeStoreSize(load.getType()->getScalarType());
  for (int first = lanes->find_first(); first >= 0;) {
    int end = lanes->find_next_unset(first);
    if (end < 0)
      end = static_cast<int>(lanes->size());
    add(load, SiteKind::Load, load.getPointerOperand(),
        TypeSize::getFixed((end - first) * laneBytes), first * laneBytes);
    first = end < static_cast<int>(lanes->size()) ? lanes->find_next(end) : -1;
  }
}

/// Accesses whose value the whole program agrees on, or that other instrumentation put there.
static bool isExempt(const Instruction &instruction) {
  return instruction.hasMetadata(LLVMContext::MD_nosanitize) ||
         instruction.hasMetadata(LLVMContext::MD_invariant_load);
}

bool isPlainAccess(const Instruction &access) {
  return !isExempt(access) && !access.isVolatile() && !access.isAtomic();
}

void Finder::visitMemory(Instruction &instruction) {
  if (isExempt(instruction))
    return;
  if (isTold(instruction)) {
    ++counts.all;
    ++counts.inLoops;
    return;
  }
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    addLoad(*load);
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    add(*store, SiteKind::Store, store->getPointerOperand(),
        layout.getTypeStoreSize(store->getValueOperand()->getType()));
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    TypeSize bytes = layout.getTypeStoreSize(update->getValOperand()->getType());
    add(*update, SiteKind::Load, update->getPointerOperand(), bytes);
    add(*update, SiteKind::Store, update->getPointerOperand(), bytes);
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    TypeSize bytes = layout.getTypeStoreSize(exchange->getNewValOperand()->getType());
    add(*exchange, SiteKind::Load, exchange->getPointerOperand(), bytes);
    add(*exchange, SiteKind::Store, exchange->getPointerOperand(), bytes);
  } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    visitIntrinsic(*intrinsic);
  } else if (auto *call = dyn_cast<CallBase>(&instruction)) {
    visitCall(*call);
  }
}

void Finder::visitBlock(BasicBlock &block, bool withMemory) {
  if (auto before = carried.find(&block); before != carried.end()) {
    known = std::move(before->second);
    carried.erase(before);
  } else {
    forgetSegment();
    known.forms.clear();
  }
  for (Instruction &instruction : block) {
    if (auto *call = dyn_cast<CallBase>(&instruction); call && !mpiFunctionWithSite(*call).empty())
      found.calls.push_back(call);
    if (!withMemory)
      continue;
    // An acquiring access itself belongs to the segment that it starts, a releasing one to that
    // which it ends: it shares with neither.
    bool synchronizes = maySynchronize(instruction);
    if (synchronizes)
      forgetSegment();
    visitMemory(instruction);
    if (synchronizes)
      forgetSegment();
    else if (!isGuaranteedToTransferExecutionToSuccessor(&instruction))
      known.openChecks.clear();
  }
  if (known.seen.empty())
    return;
  if (BasicBlock *behind = meetingOfWays(block))
    carried.try_emplace(behind, known);
}

std::string describe(const AccessCounts &counts) {
  return (Twine(counts.all) + " loads and stores: " + Twine(counts.irrelevant) +
          " cannot matter, " + Twine(counts.repeated) + " repeat another, " +
          Twine(counts.inLoops) + " in front of loops, " + Twine(counts.checked) + " one by one")
      .str();
}

Accesses findAccesses(Function &function, Relevance &relevance, LoopAccesses &loops,
                      InstrumentedAccesses which, AccessCounts &counts) {
  Finder finder(function, relevance, loops, which == InstrumentedAccesses::Every, counts);
  bool withMemory = which != InstrumentedAccesses::Off;
  for (BasicBlock &block : function)
    finder.visitBlock(block, withMemory);
  if (withMemory)
    finder.found.scopeEnds = findScopeEnds(function, relevance);
  return std::move(finder.found);
}

} // namespace fencepost::pass
