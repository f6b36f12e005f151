//===- Instrument.cpp - emits what a function's accesses and calls need --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kind of access is emitted from the function's end to its start: a split
// moves the rest of the block, which stays short that way.
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Instrument.h"

#include "llvm-pass/Accesses.h"
#include "llvm-pass/MpiCalls.h"
#include "llvm-pass/PageCheck.h"
#include "llvm-pass/RuntimeAbi.h"
#include "llvm-pass/SiteTable.h"
#include "model/Abi.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fencepost::pass {

namespace {
class Instrumenter {
public:
  Instrumenter(Function &function, RuntimeAbi &abi, SiteTable &sites, GlobalVariable *shadow)
      : abi(abi), sites(sites), check(function, abi, shadow) {}

  /// Makes the sites, before the first split takes instructions from their neighbours.
  void assignSites(const Accesses &accesses);

  void emit(const CheckedAccesses &checked);
  void emit(const RangeAccess &range);
  void emit(const MaskedAccess &masked);
  void emit(CallBase *call);

private:
  void assignSite(const Instruction &instruction, SiteKind kind, StringRef call);
  Constant *siteOf(const Instruction &instruction, SiteKind kind) const {
    return assigned.lookup({&instruction, static_cast<char>(kind)});
  }
  void callAccess(Instruction *before, SiteKind kind, Constant *site, Value *pointer, Value *bytes,
                  const DebugLoc &location);
  void emitContiguous(const MaskedAccess &masked, Constant *site);
  void emitScattered(const MaskedAccess &masked, Constant *site);
  void emitCompressed(const MaskedAccess &masked, Constant *site);
  void emitLane(Instruction *before, const MaskedAccess &masked, Constant *site, unsigned lane,
                Value *address);

  RuntimeAbi &abi;
  SiteTable &sites;
  PageCheck check;
  DenseMap<std::pair<const Instruction *, char>, Constant *> assigned;
};
} // namespace

/// Name of the library function that the intrinsic stands for.
static StringRef libraryFunction(const Instruction &intrinsic) {
  if (isa<AnyMemSetInst>(intrinsic))
    return "memset";
  return isa<AnyMemMoveInst>(intrinsic) ? "memmove" : "memcpy";
}

void Instrumenter::assignSite(const Instruction &instruction, SiteKind kind, StringRef call) {
  assigned[{&instruction, static_cast<char>(kind)}] = sites.site(kind, call, instruction);
}

void Instrumenter::assignSites(const Accesses &accesses) {
  for (const CallBase *call : accesses.calls)
    assignSite(*call, SiteKind::Call, mpiFunctionWithSite(*call));
  for (const CheckedAccesses &checked : accesses.checked)
    for (const CheckedAccesses::Access &access : checked.accesses)
      assignSite(*access.instruction, access.kind, "");
  for (const RangeAccess &range : accesses.ranges)
    assignSite(*range.instruction, range.kind, libraryFunction(*range.instruction));
  for (const MaskedAccess &masked : accesses.masked)
    assignSite(*masked.instruction, masked.kind, "");
}

void Instrumenter::callAccess(Instruction *before, SiteKind kind, Constant *site, Value *pointer,
                              Value *bytes, const DebugLoc &location) {
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(location);
  builder.CreateCall(abi.access(kind), {site, pointer, bytes});
}

void Instrumenter::emit(const CheckedAccesses &checked) {
  Instruction *first = checked.accesses.front().instruction;
  Instruction *tracked = check.emit(first, checked.pointer);
  IRBuilder<> builder(tracked);
  for (const CheckedAccesses::Access &access : checked.accesses)
    callAccess(tracked, access.kind, siteOf(*access.instruction, access.kind), checked.pointer,
               builder.CreateTypeSize(abi.int64, access.bytes), access.instruction->getDebugLoc());
}

/// A range of a page at most touches no other pages than those of its ends, which are checked
/// here; the runtime does it for others.
void Instrumenter::emit(const RangeAccess &range) {
  Instruction *before = range.instruction;
  Constant *site = siteOf(*before, range.kind);
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(before->getDebugLoc());
  Value *bytes = builder.CreateZExtOrTrunc(range.bytes, abi.int64);
  std::array<Value *, 5> arguments{site, range.pointer, bytes, bytes, builder.getInt64(1)};
  const auto *length = dyn_cast<ConstantInt>(bytes);
  if (!length || length->getZExtValue() > (uint64_t(1) << kPageShift)) {
    RuntimeAbi::callIfLinked(abi.accessRange(range.kind), arguments, before);
    return;
  }
  Value *last = builder.CreatePtrAdd(range.pointer, builder.getInt64(length->getZExtValue() - 1));
  builder.SetInsertPoint(check.emit(before, {range.pointer, last}));
  builder.SetCurrentDebugLocation(before->getDebugLoc());
  builder.CreateCall(abi.accessRange(range.kind), arguments);
}

/// An inactive lane has the null address, whose page is never tracked.
void Instrumenter::emitLane(Instruction *before, const MaskedAccess &masked, Constant *site,
                            unsigned lane, Value *address) {
  IRBuilder<> builder(before);
  Value *active = builder.CreateSelect(builder.CreateExtractElement(masked.mask, lane), address,
                                       ConstantPointerNull::get(abi.pointer));
  if (isa<ConstantPointerNull>(active))
    return;
  callAccess(check.emit(before, active), masked.kind, site, active,
             builder.getInt64(masked.laneBytes), masked.instruction->getDebugLoc());
}

/// The ends of the whole vector are checked first, its lanes only where that succeeds.
void Instrumenter::emitContiguous(const MaskedAccess &masked, Constant *site) {
  IRBuilder<> builder(masked.instruction);
  Value *last =
      builder.CreatePtrAdd(masked.pointer, builder.getInt64(masked.lanes * masked.laneBytes - 1));
  Instruction *tracked = check.emit(masked.instruction, {masked.pointer, last});
  for (unsigned lane = 0; lane < masked.lanes; ++lane) {
    builder.SetInsertPoint(tracked);
    Value *address =
        builder.CreatePtrAdd(masked.pointer, builder.getInt64(lane * masked.laneBytes));
    emitLane(tracked, masked, site, lane, address);
  }
}

void Instrumenter::emitScattered(const MaskedAccess &masked, Constant *site) {
  for (unsigned lane = 0; lane < masked.lanes; ++lane) {
    IRBuilder<> builder(masked.instruction);
    emitLane(masked.instruction, masked, site, lane,
             builder.CreateExtractElement(masked.pointer, lane));
  }
}

void Instrumenter::emitCompressed(const MaskedAccess &masked, Constant *site) {
  IRBuilder<> builder(masked.instruction);
  Type *integers = VectorType::get(abi.int64, masked.lanes, false);
  Value *active = builder.CreateAddReduce(builder.CreateZExt(masked.mask, integers));
  Value *bytes = builder.CreateMul(active, builder.getInt64(masked.laneBytes));
  Value *address = builder.CreateSelect(builder.CreateIsNotNull(active), masked.pointer,
                                        ConstantPointerNull::get(abi.pointer));
  Value *last = builder.CreatePtrAdd(address, builder.CreateSub(bytes, builder.getInt64(1)));
  Value *lastOrNull = builder.CreateSelect(builder.CreateIsNotNull(active), last,
                                           ConstantPointerNull::get(abi.pointer));
  callAccess(check.emit(masked.instruction, {address, lastOrNull}), masked.kind, site, address,
             bytes, masked.instruction->getDebugLoc());
}

void Instrumenter::emit(const MaskedAccess &masked) {
  Constant *site = siteOf(*masked.instruction, masked.kind);
  switch (masked.shape) {
  case MaskedAccess::Shape::Contiguous:
    return emitContiguous(masked, site);
  case MaskedAccess::Shape::Scattered:
    return emitScattered(masked, site);
  case MaskedAccess::Shape::Compressed:
    return emitCompressed(masked, site);
  }
}

void Instrumenter::emit(CallBase *call) {
  RuntimeAbi::callIfLinked(abi.call(), {siteOf(*call, SiteKind::Call)}, call);
}

void instrument(Function &function, const Accesses &accesses, RuntimeAbi &abi, SiteTable &sites,
                GlobalVariable *shadow) {
  Instrumenter instrumenter(function, abi, sites, shadow);
  instrumenter.assignSites(accesses);
  for (const CheckedAccesses &checked : reverse(accesses.checked))
    instrumenter.emit(checked);
  for (const RangeAccess &range : reverse(accesses.ranges))
    instrumenter.emit(range);
  for (const MaskedAccess &masked : reverse(accesses.masked))
    instrumenter.emit(masked);
  for (CallBase *call : reverse(accesses.calls))
    instrumenter.emit(call);
}

} // namespace fencepost::pass
