//===- Conflict.cpp - which pairs of accesses are a finding ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Conflict.h"

#include "analyzer/match/ElementTypes.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

/// What is recorded of a derived type or a user's op does not tell two of them apart.
bool sameOrUnknown(std::string_view a, std::string_view b, std::string_view unknown) {
  return a == b || a == unknown || b == unknown || a.empty() || b.empty();
}

enum class Atomics { Compatible, DifferentOps, Incompatible };

/// RMA-RULES 4, first exemption.
Atomics compareAtomics(const Access &a, const Access &b, const Accessor &first,
                       const Accessor &second, const Definitions &definitions) {
  std::string_view typeA = definitions.strings[first.type],
                   typeB = definitions.strings[second.type];
  // Two windows over the same memory give no atomicity between them.
  if (first.window != second.window || !sameOrUnknown(typeA, typeB, "derived"))
    return Atomics::Incompatible;
  uint64_t extent = typeA == typeB ? elementExtent(typeA) : 1;
  if ((a.bytes.address - b.bytes.address) % extent != 0)
    return Atomics::Incompatible;
  if (first.kind == AccessKind::CompareAndSwap || second.kind == AccessKind::CompareAndSwap)
    return Atomics::Compatible;
  std::string_view opA = definitions.strings[first.op], opB = definitions.strings[second.op];
  bool besideNoOp = !first.hints.sameOp && !second.hints.sameOp;
  if (sameOrUnknown(opA, opB, "user") || (besideNoOp && (opA == "MPI_NO_OP" || opB == "MPI_NO_OP")))
    return Atomics::Compatible;
  return Atomics::DifferentOps;
}

/// RMA-RULES 4, second exemption: accumulates of one origin.
bool carriedOutInOrder(const Access &a, const Access &b, const Accessor &first,
                       const Accessor &second) {
  if (first.rank != second.rank || first.window != second.window)
    return false;
  bool forth = first.position < second.position;
  const Accessor &before = forth ? first : second, &after = forth ? second : first;
  bool writesBefore = (forth ? a : b).write, writesAfter = (forth ? b : a).write;
  auto reads = [](const Accessor &accessor) { return accessor.kind != AccessKind::Accumulate; };
  uint8_t needed = 0;
  if (writesBefore && writesAfter)
    needed |= kWriteAfterWrite;
  if (writesBefore && reads(after))
    needed |= kReadAfterWrite;
  if (reads(before) && writesAfter)
    needed |= kWriteAfterRead;
  return (before.hints.ordering & after.hints.ordering & needed) == needed;
}

/// A message or collective that is not complete, and what its own process does with the buffer
/// meanwhile. Threads that nothing orders with its start are another tool's business.
bool usesPending(const Memory &memory, const Accessor &first, const Accessor &second) {
  return (first.isPendingMessage() && memory.endedBefore(first.called, second)) ||
         (second.isPendingMessage() && memory.endedBefore(second.called, first));
}

/// RMA-RULES 3, locks: two different lock epochs, one of them exclusive.
bool excludeEachOther(const std::vector<Hold> &a, const std::vector<Hold> &b) {
  for (const Hold &first : a)
    for (const Hold &second : b)
      if (first.window == second.window && (first.exclusive || second.exclusive) && first.checked &&
          second.checked && (first.rank != second.rank || first.epoch != second.epoch))
        return true;
  return false;
}

/// One call may send and receive.
bool isOneCall(const Accessor &a, const Accessor &b) {
  bool operations = a.side != Side::Local || b.side != Side::Local;
  return a.rank == b.rank &&
         (operations ? a.position == b.position
                     : a.thread == b.thread && a.time == b.time && a.context == b.context);
}

} // namespace

std::optional<FindingId> conflict(const Memory &memory, const Access &a, const Access &b,
                                  const Definitions &definitions) {
  if (!a.write && !b.write)
    return std::nullopt;
  const Accessor &first = memory.accessors[a.accessor], &second = memory.accessors[b.accessor];
  // The two sides, or the two buffers, of one call.
  if (isOneCall(first, second))
    return std::nullopt;
  // Threads of one process among themselves are another tool's business.
  if (first.side == Side::Local && second.side == Side::Local && first.rank == second.rank)
    return usesPending(memory, first, second) ? std::optional(FindingId::LocalRace) : std::nullopt;
  if (excludeEachOther(memory.holds[first.holds], memory.holds[second.holds]))
    return std::nullopt;
  // RMA-RULES 5, separate memory model: puts and accumulates, and the owner's stores.
  if (a.whole || b.whole) {
    const Accessor &local = a.whole ? second : first;
    bool store = local.side == Side::Local && (a.whole ? b : a).write;
    return store && !(a.whole && b.whole) && memory.isSeparate(local, a.whole ? first : second)
               ? std::optional(FindingId::RemoteRace)
               : std::nullopt;
  }
  // Of two ranks: in the memory of a shared window.
  if (first.side != Side::Target && second.side != Side::Target)
    return first.rank == second.rank ? FindingId::LocalRace : FindingId::RemoteRace;
  if (!first.atomic || !second.atomic)
    return FindingId::RemoteRace;
  Atomics atomics = compareAtomics(a, b, first, second, definitions);
  if (atomics == Atomics::Compatible || carriedOutInOrder(a, b, first, second))
    return std::nullopt;
  return atomics == Atomics::DifferentOps ? FindingId::MixedAccumulate : FindingId::RemoteRace;
}

bool Memory::releasedBetween(const Access &a, const Access &b) const {
  auto [first, last] = std::minmax(accessors[a.accessor].position, accessors[b.accessor].position);
  auto release = std::upper_bound(
      releases.begin(), releases.end(), first,
      [](uint64_t position, const Released &released) { return position < released.position; });
  for (; release != releases.end() && release->position < last; ++release)
    if (overlap(release->bytes, a.bytes) && overlap(release->bytes, b.bytes))
      return true;
  return false;
}

bool Memory::seenBefore(const Accessor &earlier, const Accessor &later) const {
  auto isKnown = [&](const Stamp &end) {
    return later.visibility ? knows(visibilities[later.visibility].refreshed, end)
                            : endedBefore(end, later);
  };
  return earlier.visibility
             ? std::ranges::any_of(visibilities[earlier.visibility].published, isKnown)
             : anyEnd(earlier, isKnown);
}

bool ordered(const Memory &memory, const Accessor &a, const Accessor &b) {
  if (memory.needVisibility(a, b))
    return memory.seenBefore(a, b) || memory.seenBefore(b, a);
  // An atomic whose effect was seen is over, for those who learned of it (RMA-RULES 3): its own
  // rank knows of the call without that.
  auto over = [&](const Accessor &first, const Accessor &then) {
    return memory.endedBefore(first, then) ||
           (first.seen && first.rank != then.rank && memory.endedBefore(first.called, then));
  };
  return over(a, b) || over(b, a);
}

} // namespace fencepost::analyzer::races
