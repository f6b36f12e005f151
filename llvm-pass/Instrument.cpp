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

#include "llvm-pass/AccessLists.h"
#include "llvm-pass/Accesses.h"
#include "llvm-pass/CheckTable.h"
#include "llvm-pass/KeptPlaces.h"
#include "llvm-pass/LoopAccesses.h"
#include "llvm-pass/MaskedLanes.h"
#include "llvm-pass/MpiCalls.h"
#include "llvm-pass/OutlinedChecks.h"
#include "llvm-pass/PageCheck.h"
#include "llvm-pass/RuntimeAbi.h"
#include "llvm-pass/SiteTable.h"
#include "llvm-pass/ToldRanges.h"
#include "model/Abi.h"
#include "model/Checks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <array>
#include <limits>

using namespace llvm;

namespace fencepost::pass {

namespace {
class Instrumenter {
public:
  Instrumenter(Function &function, ModuleParts &parts)
      : abi(parts.abi), sites(parts.sites), lists(parts.lists), checks(parts.checks),
        outlined(parts.outlined), check(function, abi, parts.shadow), kept(function, checks) {}

  /// Makes the sites, before the first split takes instructions from their neighbours.
  void assignSites(const Accesses &accesses, ArrayRef<ExpandedLoopAccess> loops);

  void emit(const CheckedAccesses &checked);
  void emit(const RangeAccess &range);
  void emit(const ExpandedLoopAccess &loop);
  void emit(CallBase *call);
  void emitLeft(CallBase *call);
  void emit(const MaskedAccess &masked) {
    emitMasked(masked, siteOf(*masked.instruction, masked.kind), check, abi);
  }
  void emit(const LibraryCallSite &site);
  void emitReleases(const Accesses &accesses);

  /// To be called first, and last.
  void findKept(const Accesses &accesses, ArrayRef<ExpandedLoopAccess> expanded,
                LoopAccesses &loops);
  void finish() { kept.finish(); }

private:
  void assignSite(const Instruction &instruction, SiteKind kind, StringRef call);
  Constant *siteOf(const Instruction &instruction, SiteKind kind) const {
    return assigned.lookup({&instruction, static_cast<char>(kind)});
  }
  SmallVector<CheckedAccesses::Access, 2> joinedFields(const CheckedAccesses &checked) const;
  void emitCalls(const CheckedAccesses &checked, Instruction *tracked);
  void emitList(const CheckedAccesses &checked, Instruction *before, Value *address, int64_t low);
  void emitTold(Instruction *before, Constant *site, const ToldRange &range);

  RuntimeAbi &abi;
  SiteTable &sites;
  AccessLists &lists;
  CheckTable &checks;
  OutlinedChecks &outlined;
  PageCheck check;
  KeptPlaces kept;
  DenseMap<std::pair<const Instruction *, char>, Constant *> assigned;
  DenseMap<const Instruction *, Loop *> around; // what may call the runtime in a loop that keeps
};
} // namespace

/// Name of the library function that the intrinsic stands for.
static StringRef libraryFunction(const Instruction &intrinsic) {
  if (isa<AnyMemSetInst>(intrinsic))
    return "memset";
  return isa<AnyMemMoveInst>(intrinsic) ? "memmove" : "memcpy";
}

/// A format may hold a %n.
static bool mayAccess(const LibraryCall &function, SiteKind kind) {
  bool load = kind == SiteKind::Load;
  return function.find(load ? LibraryAccess::Reads : LibraryAccess::Writes) || function.format();
}

void Instrumenter::assignSite(const Instruction &instruction, SiteKind kind, StringRef call) {
  assigned[{&instruction, static_cast<char>(kind)}] = sites.site(kind, call, instruction);
}

void Instrumenter::assignSites(const Accesses &accesses, ArrayRef<ExpandedLoopAccess> loops) {
  for (const CallBase *call : accesses.calls)
    assignSite(*call, SiteKind::Call, mpiFunctionWithSite(*call));
  for (const CheckedAccesses &checked : accesses.checked)
    for (const CheckedAccesses::Access &access : checked.accesses)
      assignSite(*access.instruction, access.kind,
                 access.instruction->isAtomic() ? StringRef(kAtomicAccess) : "");
  for (const ExpandedLoopAccess &loop : loops)
    assignSite(*loop.access.instruction, loop.access.kind, "");
  for (const CallBase *call : accesses.left)
    assignSite(*call, leftRange(*call).kind, "");
  for (const RangeAccess &range : accesses.ranges)
    for (auto [kind, pointer] :
         {std::pair(SiteKind::Load, range.reads), std::pair(SiteKind::Store, range.writes)})
      if (pointer)
        assignSite(*range.instruction, kind, libraryFunction(*range.instruction));
  for (const MaskedAccess &masked : accesses.masked)
    assignSite(*masked.instruction, masked.kind, "");
  for (const LibraryCallSite &site : accesses.libraryCalls)
    for (SiteKind kind : {SiteKind::Load, SiteKind::Store})
      if (mayAccess(*site.function, kind))
        assignSite(*site.call, kind, site.function->name);
  for (const LibraryCallSite &release : accesses.releases)
    assignSite(*release.call, SiteKind::Release, release.function->name);
  for (const ScopeEnd &end : accesses.scopeEnds)
    assignSite(*end.before, SiteKind::Release, "");
}

static int64_t lowestOffset(const CheckedAccesses &checked) {
  int64_t low = std::numeric_limits<int64_t>::max();
  for (const CheckedAccesses::Access &access : checked.accesses)
    low = std::min(low, access.offset);
  return low;
}

void Instrumenter::emit(const CheckedAccesses &checked) {
  Instruction *first = checked.accesses.front().instruction;
  if (checked.always) {
    const CheckedAccesses::Access &only = checked.accesses.front();
    Value *isLinked = IRBuilder<>(first).CreateIsNotNull(abi.access(only.kind));
    return emitCalls(checked, SplitBlockAndInsertIfThen(isLinked, first->getIterator(), false));
  }
  const int64_t low = lowestOffset(checked);
  int64_t high = std::numeric_limits<int64_t>::min();
  bool scalable = false;
  for (const CheckedAccesses::Access &access : checked.accesses) {
    high = std::max(high, access.offset + static_cast<int64_t>(access.bytes.getKnownMinValue()));
    scalable |= access.bytes.isScalable();
  }
  IRBuilder<> builder(first);
  auto at = [&](int64_t offset) {
    return offset ? builder.CreatePtrAdd(checked.pointer, builder.getInt64(offset))
                  : checked.pointer;
  };
  if (checked.accesses.size() == 1 && high - low > kCheckedBytes)
    return emitCalls(checked,
                     check.emitRange(first, at(low), at(high - 1), builder.getInt64(high - low)));
  if (scalable)
    return emitCalls(checked, check.emit(first, at(low)));
  emitList(checked, first, at(low), low);
}

/// Of how many zeros at the end of the address `low` bytes from the pointer the accesses speak.
static unsigned alignmentShift(const CheckedAccesses &checked, int64_t low) {
  Align alignment;
  for (const CheckedAccesses::Access &access : checked.accesses)
    alignment = std::max(alignment, commonAlignment(access.alignment, access.offset - low));
  return std::min(Log2(alignment), kMostCheckShift);
}

void Instrumenter::findKept(const Accesses &accesses, ArrayRef<ExpandedLoopAccess> expanded,
                            LoopAccesses &loops) {
  auto note = [&](const Instruction &instruction) {
    around[&instruction] = loops.around(instruction);
  };
  auto find = [&](const CheckedAccesses &checked, Loop *loop) {
    const int64_t low = lowestOffset(checked);
    kept.find(checked, *loop, low, alignmentShift(checked, low), loops);
  };
  for (const CheckedAccesses &checked : accesses.checked) {
    note(*checked.accesses.front().instruction);
    if (checked.innermost)
      find(checked, checked.innermost);
  }
  for (const CheckedAccesses &checked : accesses.checked)
    if (Loop *loop = around.lookup(checked.accesses.front().instruction);
        !checked.innermost && kept.keeps(loop))
      find(checked, loop);
  for (const CallBase *call : accesses.left)
    note(*call);
  for (const ExpandedLoopAccess &loop : expanded)
    note(*loop.access.before);
}

/// From the lowest access: where page checks have to be made that speak for all of them.
static SmallVector<int64_t, 4> pageDistances(const CheckedAccesses &checked, int64_t low) {
  SmallVector<const CheckedAccesses::Access *, 8> sorted;
  for (const CheckedAccesses::Access &access : checked.accesses)
    sorted.push_back(&access);
  llvm::sort(sorted, [](auto *a, auto *b) { return a->offset < b->offset; });
  SmallVector<int64_t, 4> distances = {0};
  for (const CheckedAccesses::Access *access : sorted) {
    const int64_t from = access->offset - low;
    if (from + static_cast<int64_t>(access->bytes.getFixedValue()) >
        distances.back() + int64_t{kCheckedBytes})
      distances.push_back(from);
  }
  return distances;
}

void Instrumenter::emitList(const CheckedAccesses &checked, Instruction *before, Value *address,
                            int64_t low) {
  SmallVector<ListedAccess, 4> listed;
  for (const CheckedAccesses::Access &access : joinedFields(checked))
    listed.push_back({sites.number(siteOf(*access.instruction, access.kind)),
                      static_cast<int32_t>(access.offset - low),
                      static_cast<uint32_t>(access.bytes) |
                          (access.kind == SiteKind::Store ? kListedStore : 0)});
  const unsigned shift = alignmentShift(checked, low);
  Constant *place = checks.check(lists.list(listed), shift);
  const SmallVector<int64_t, 4> distances = pageDistances(checked, low);
  Loop *loop = around.lookup(before);
  if (!checked.innermost && !kept.keeps(loop))
    return outlined.access(before, address, place, shift, distances.back());
  auto tell = [&](Instruction *at, std::optional<KeptPlaces::Place> again) {
    if (!distances.back())
      return kept.changed(outlined.tracked(at, address, place, shift), loop, again);
    outlined.access(at, address, place, shift, distances.back());
    kept.changedBefore(at, loop, again);
  };
  if (Instruction *first = kept.once(before, checked))
    return tell(first, std::nullopt);
  const auto [unknown, keptPlace] = kept.emit(before, checked, loop, address, place, shift);
  // Where the place comes from an index, the address is for the access alone, and part of that.
  if (auto *pointer = dyn_cast<GetElementPtrInst>(checked.pointer); pointer && kept.keeps(loop)) {
    Instruction *again = pointer->clone();
    again->insertBefore(unknown->getIterator());
    address =
        low ? IRBuilder<>(unknown).CreatePtrAdd(again, ConstantInt::get(abi.int64, low)) : again;
  }
  tell(check.emit(unknown, address, distances), keptPlace);
}

/// Neighbours of the same place in the source, as an unrolled loop leaves them, are one access.
SmallVector<CheckedAccesses::Access, 2>
Instrumenter::joinedFields(const CheckedAccesses &checked) const {
  SmallVector<CheckedAccesses::Access, 2> joined;
  for (const CheckedAccesses::Access &access : checked.accesses) {
    if (joined.empty() || access.bytes.isScalable()) {
      joined.push_back(access);
      continue;
    }
    CheckedAccesses::Access &last = joined.back();
    bool follows = !last.bytes.isScalable() && last.kind == access.kind &&
                   last.offset + static_cast<int64_t>(last.bytes) == access.offset &&
                   siteOf(*last.instruction, last.kind) == siteOf(*access.instruction, access.kind);
    if (follows)
      last.bytes += access.bytes;
    else
      joined.push_back(access);
  }
  return joined;
}

void Instrumenter::emitCalls(const CheckedAccesses &checked, Instruction *tracked) {
  IRBuilder<> builder(tracked);
  for (const CheckedAccesses::Access &access : joinedFields(checked)) {
    Value *address = checked.pointer;
    if (access.offset)
      address = builder.CreatePtrAdd(address, builder.getInt64(access.offset));
    abi.callAccess(tracked, access.kind, siteOf(*access.instruction, access.kind), address,
                   builder.CreateTypeSize(abi.int64, access.bytes),
                   access.instruction->getDebugLoc());
  }
  kept.changedBefore(tracked, around.lookup(checked.accesses.front().instruction));
}

void Instrumenter::emit(const RangeAccess &range) {
  Instruction *before = range.instruction;
  Value *bytes = IRBuilder<>(before).CreateZExtOrTrunc(range.bytes, abi.int64);
  Constant *reads = siteOf(*before, SiteKind::Load), *writes = siteOf(*before, SiteKind::Store);
  if (reads)
    outlined.range(before, reads, range.reads, bytes);
  if (writes)
    outlined.range(before, writes, range.writes, bytes);
}

/// A row in a loop that keeps places is told in line: what does not call the runtime changes none.
void Instrumenter::emitTold(Instruction *before, Constant *site, const ToldRange &range) {
  Loop *loop = around.lookup(before);
  if (!kept.keeps(loop))
    return outlined.range(before, site, range);
  if (range.strides.empty())
    return kept.changed(outlined.rangeInLine(before, site, range.start, range.bytes), loop);
  outlined.range(before, site, range);
  kept.changedBefore(before, loop);
}

void Instrumenter::emit(const ExpandedLoopAccess &loop) {
  emitTold(loop.access.before, siteOf(*loop.access.instruction, loop.access.kind), rangeOf(loop));
}

void Instrumenter::emitLeft(CallBase *call) {
  const ToldRange range = leftRange(*call);
  if (checkedBytes(range)) // is among those with a check
    return void(call->eraseFromParent());
  Instruction *next = call->getNextNode();
  around[next] = around.lookup(call);
  emitTold(next, siteOf(*call, range.kind), range);
  call->eraseFromParent();
}

void Instrumenter::emit(const LibraryCallSite &site) {
  auto siteOrNull = [&](SiteKind kind) {
    Constant *known = siteOf(*site.call, kind);
    return known ? known : ConstantPointerNull::get(abi.pointer);
  };
  emitLibraryCall(site, siteOrNull(SiteKind::Load), siteOrNull(SiteKind::Store), outlined, abi);
}

void Instrumenter::emitReleases(const Accesses &accesses) {
  for (const LibraryCallSite &release : reverse(accesses.releases))
    emitRelease(release, siteOf(*release.call, SiteKind::Release), outlined, abi);
  for (const ScopeEnd &end : reverse(accesses.scopeEnds))
    emitScopeEnd(end, siteOf(*end.before, SiteKind::Release), outlined, abi);
}

void Instrumenter::emit(CallBase *call) { outlined.mpiCall(call, siteOf(*call, SiteKind::Call)); }

void instrument(Function &function, const Accesses &accesses, LoopAccesses &loops,
                ModuleParts &parts) {
  Instrumenter instrumenter(function, parts);
  std::vector<ExpandedLoopAccess> expanded = loops.expand();
  instrumenter.assignSites(accesses, expanded);
  instrumenter.findKept(accesses, expanded, loops);
  for (const CheckedAccesses &checked : reverse(accesses.checked))
    instrumenter.emit(checked);
  for (const RangeAccess &range : reverse(accesses.ranges))
    instrumenter.emit(range);
  for (const MaskedAccess &masked : reverse(accesses.masked))
    instrumenter.emit(masked);
  for (const ExpandedLoopAccess &loop : expanded)
    instrumenter.emit(loop);
  for (const LibraryCallSite &site : reverse(accesses.libraryCalls))
    instrumenter.emit(site);
  instrumenter.emitReleases(accesses);
  for (CallBase *call : reverse(accesses.calls))
    instrumenter.emit(call);
  for (CallBase *call : reverse(accesses.left))
    instrumenter.emitLeft(call);
  instrumenter.finish();
}

} // namespace fencepost::pass
