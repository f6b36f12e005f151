//===- Conflict.cpp - which pairs of accesses are a finding ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Conflict.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

/// Bytes of a predefined type, where elements of concurrent atomics must coincide; 1: unknown.
uint64_t elementSize(std::string_view type) {
  constexpr std::pair<std::string_view, uint64_t> sizes[] = {
      {"MPI_SHORT", 2},         {"MPI_UNSIGNED_SHORT", 2}, {"MPI_INT", 4},
      {"MPI_UNSIGNED", 4},      {"MPI_LONG", 8},           {"MPI_UNSIGNED_LONG", 8},
      {"MPI_LONG_LONG", 8},     {"MPI_FLOAT", 4},          {"MPI_DOUBLE", 8},
      {"MPI_LONG_LONG_INT", 8}, {"MPI_AINT", 8},           {"MPI_OFFSET", 8},
      {"MPI_INT16_T", 2},       {"MPI_UINT16_T", 2},       {"MPI_INT32_T", 4},
      {"MPI_UINT32_T", 4},      {"MPI_INT64_T", 8},        {"MPI_UINT64_T", 8},
      {"MPI_COUNT", 8},         {"MPI_2INT", 8},           {"MPI_UNSIGNED_LONG_LONG", 8},
      {"MPI_WCHAR", 4},
  };
  for (auto [name, size] : sizes)
    if (name == type)
      return size;
  return 1;
}

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
  uint64_t size = typeA == typeB ? elementSize(typeA) : 1;
  if ((a.bytes.address - b.bytes.address) % size != 0)
    return Atomics::Incompatible;
  if (first.kind == AccessKind::CompareAndSwap || second.kind == AccessKind::CompareAndSwap)
    return Atomics::Compatible;
  std::string_view opA = definitions.strings[first.op], opB = definitions.strings[second.op];
  if (sameOrUnknown(opA, opB, "user") || opA == "MPI_NO_OP" || opB == "MPI_NO_OP")
    return Atomics::Compatible;
  return Atomics::DifferentOps;
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

} // namespace

std::optional<FindingId> conflict(const Memory &memory, const Access &a, const Access &b,
                                  const Definitions &definitions) {
  if (!a.write && !b.write)
    return std::nullopt;
  const Accessor &first = memory.accessors[a.accessor], &second = memory.accessors[b.accessor];
  // Threads of one process among themselves are another tool's business.
  if (first.side == Side::Local && second.side == Side::Local && first.rank == second.rank)
    return std::nullopt;
  // The two sides, or the two buffers, of one call.
  if (first.rank == second.rank && first.position == second.position)
    return std::nullopt;
  if (excludeEachOther(memory.holds[first.holds], memory.holds[second.holds]))
    return std::nullopt;
  // Of two ranks: in the memory of a shared window.
  if (first.side != Side::Target && second.side != Side::Target)
    return first.rank == second.rank ? FindingId::LocalRace : FindingId::RemoteRace;
  if (!first.atomic || !second.atomic)
    return FindingId::RemoteRace;
  // RMA-RULES 4, second exemption: accumulate_ordering is by origin and target.
  if (first.rank == second.rank && first.window == second.window)
    return std::nullopt;
  switch (compareAtomics(a, b, first, second, definitions)) {
  case Atomics::Compatible:
    return std::nullopt;
  case Atomics::DifferentOps:
    return FindingId::MixedAccumulate;
  case Atomics::Incompatible:
    break;
  }
  return FindingId::RemoteRace;
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

bool ordered(const Memory &memory, const Accessor &a, const Accessor &b) {
  // An atomic whose effect was seen is over, for those who learned of it (RMA-RULES 3).
  auto over = [&](const Accessor &first, const Accessor &then) {
    return memory.endedBefore(first, then) ||
           (first.seen && memory.endedBefore(first.called, then));
  };
  return over(a, b) || over(b, a);
}

} // namespace fencepost::analyzer::races
