//===- Operations.cpp - checks of one-sided operations --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/errors/Operations.h"

#include "runtime/access/Overlap.h"
#include "runtime/errors/Errors.h"

#include <cstdio>

namespace fencepost::runtime {

namespace {

/// The epoch that an operation on `target` is in; else what is wrong, in `error` and `other`.
bool findEpoch(Epochs &epochs, uint32_t target, bool hasRequest, uint32_t context, Error &error,
               uint32_t &other) {
  Guard guard(epochs.lock);
  auto is = [&](EpochKind kind) {
    const OpenEpoch &epoch = epochs.at(kind);
    other = epoch.open ? epoch.context : other;
    return epoch.open;
  };
  error = Error::RequestInActive;
  if (epochs.at(EpochKind::LockAll).open || epochs.locks.find(target))
    return true;
  if (is(EpochKind::Start)) {
    error = epochs.startedFor(target) ? error : Error::TargetNotStarted;
    return error == Error::RequestInActive && !hasRequest;
  }
  if (is(EpochKind::Lock)) {
    error = Error::OtherLocked;
    return false;
  }
  if (is(EpochKind::Fence)) {
    if (!hasRequest && !epochs.at(EpochKind::Operation).open)
      epochs.open(EpochKind::Operation, context);
    return !hasRequest;
  }
  error = is(EpochKind::NoSucceed) ? Error::SucceedWrong
          : is(EpochKind::Post)    ? Error::OnlyExposed
                                   : Error::NoEpochOpen;
  return false;
}

void checkEpoch(Recording &call, Window &window, const Movement &movement) {
  ErrorFacts facts = {.window = window.id, .target = static_cast<uint32_t>(movement.target)};
  Error error;
  if (!findEpoch(window.epochs, facts.target, movement.hasRequest, call.context(), error,
                 facts.other))
    reportError(call, error, facts);
}

/// First byte and end of what the operation accesses, from the displacement on.
struct Span {
  int64_t begin, end;
};
Span spanOf(const TypedData &data) {
  const int64_t last = data.map->extent * (data.count - 1);
  return {data.map->low + (last < 0 ? last : 0), data.map->high + (last > 0 ? last : 0)};
}

void checkRange(Recording &call, const Window &window, const Movement &movement) {
  const Extent *extent = window.extents.at(static_cast<uint32_t>(movement.target));
  if (!extent)
    return;
  const Span span = spanOf(movement.atTarget);
  int64_t start = 0;
  int64_t begin = 0;
  int64_t end = 0;
  const bool fits =
      !__builtin_mul_overflow(movement.displacement, static_cast<int64_t>(extent->unit), &start) &&
      !__builtin_add_overflow(start, span.begin, &begin) &&
      !__builtin_add_overflow(start, span.end, &end);
  if (fits && begin >= 0 && static_cast<uint64_t>(end) <= extent->bytes)
    return;
  char unit[24];
  snprintf(unit, sizeof(unit), "%llu", static_cast<unsigned long long>(extent->unit));
  reportError(call, Error::OutsideWindow,
              {.window = window.id,
               .target = static_cast<uint32_t>(movement.target),
               .begin = begin,
               .end = end,
               .limit = extent->bytes,
               .detail = unit});
}

/// Where two sequences of predefined types differ.
struct Mismatch {
  const char *sent, *received; // null: nowhere, as far as it is known
};

bool typesMatch(const Signature::Run &a, const Signature::Run &b) {
  if (a.basic == BasicType::Other || b.basic == BasicType::Other)
    return true;
  const bool floating = a.basic != BasicType::Integer && b.basic != BasicType::Integer;
  // A complex number is a pair of reals to all libraries.
  return a.basic == b.basic ? a.elementBytes == b.elementBytes : floating;
}

Mismatch mismatchOf(const Signature &sent, const Signature &received, uint64_t bytes) {
  if (sent.count == 0 || received.count == 0)
    return {};
  // As often as both may take to begin again together, nearly.
  constexpr uint32_t kMostSteps = 4 * Signature::kMostRuns * Signature::kMostRuns;
  uint32_t a = 0;
  uint32_t b = 0;
  uint64_t ofA = 0; // bytes of the runs that are compared
  uint64_t ofB = 0;
  for (uint32_t step = 0; bytes && step < kMostSteps; ++step) {
    const Signature::Run &here = sent.runs[a];
    const Signature::Run &there = received.runs[b];
    if (!typesMatch(here, there))
      return {here.base, there.base};
    const uint64_t restOfA = here.bytes - ofA;
    const uint64_t restOfB = there.bytes - ofB;
    uint64_t both = restOfA < restOfB ? restOfA : restOfB;
    both = both < bytes ? both : bytes;
    bytes -= both;
    ofA += both;
    ofB += both;
    if (ofA == here.bytes) {
      a = (a + 1) % sent.count;
      ofA = 0;
    }
    if (ofB == there.bytes) {
      b = (b + 1) % received.count;
      ofB = 0;
    }
  }
  return {};
}

/// Sent data must match what it is received as. The room may be larger, as that of a message, but
/// not for element-wise operations.
void checkMatch(Recording &call, const Window &window, const TypedData &sent, const TypedData &room,
                bool elementwise) {
  ErrorFacts facts = {.window = window.id};
  if (!sent.map || !room.map || (sent.map == room.map && sent.count == room.count))
    return;
  if (sent.bytes() > room.bytes() || (elementwise && sent.bytes() != room.bytes())) {
    facts.end = static_cast<int64_t>(sent.bytes());
    facts.limit = room.bytes();
    reportError(call, Error::BytesDiffer, facts);
  } else if (const Mismatch found =
                 mismatchOf(sent.map->signature, room.map->signature, sent.bytes());
             found.sent) {
    char detail[192];
    snprintf(detail, sizeof(detail), "%s is sent as %s", found.sent, found.received);
    facts.detail = detail;
    reportError(call, Error::TypesDiffer, facts);
  }
}

void checkSignatures(Recording &call, const Window &window, const Movement &movement) {
  const bool atomic = isAtomic(movement.kind);
  if (movement.kind == EventKind::Get)
    return checkMatch(call, window, movement.atTarget, movement.origin, false);
  checkMatch(call, window, movement.origin, movement.atTarget, atomic);
  checkMatch(call, window, movement.atTarget, movement.result, atomic);
}

void checkElements(Recording &call, const Window &window, const Movement &movement) {
  const TypeMap &map = *movement.atTarget.map;
  const bool single =
      movement.kind == EventKind::FetchAndOp || movement.kind == EventKind::CompareAndSwap;
  ErrorFacts facts = {.window = window.id, .detail = map.base};
  if (single && !map.predefined)
    return reportError(call, Error::NotPredefined, facts);
  if (map.mixed)
    return reportError(call, Error::MixedTypes, facts);
  if (movement.kind == EventKind::CompareAndSwap &&
      (map.basic == BasicType::Real || map.basic == BasicType::Complex))
    reportError(call, Error::SwapType, facts);
}

/// Some processors align doubles to less than their size.
uint64_t alignmentOf(const TypeMap &map) {
  switch (map.basic) {
  case BasicType::Integer:
  case BasicType::Real:
    return map.elementBytes <= sizeof(void *) ? map.elementBytes : 0;
  default:
    return 0;
  }
}

void checkAlignment(Recording &call, const Window &window, const Movement &movement) {
  const TypeMap &map = *movement.atTarget.map;
  const Extent *known = window.extents.at(static_cast<uint32_t>(movement.target));
  const uint64_t alignment = alignmentOf(map);
  if (alignment < 2 || (!known && !window.isDynamic()))
    return;
  const Extent extent = known ? *known : Extent{0, 1, 0};
  const uint64_t start = extent.unit * static_cast<uint64_t>(movement.displacement);
  for (const StridedRange &range : map.ranges) {
    const uint64_t first = start + static_cast<uint64_t>(range.start);
    if ((first + extent.start) % alignment == 0)
      continue;
    return reportError(call, Error::Misaligned,
                       {.window = window.id,
                        .target = static_cast<uint32_t>(movement.target),
                        .begin = static_cast<int64_t>(first),
                        .end = static_cast<int64_t>(first + alignment),
                        .limit = alignment,
                        .detail = map.base});
  }
}

/// Whether entries of the data could share bytes: nearly no datatype's do.
bool mayOverlap(const TypedData &data) {
  return data.map && (data.map->overlaps ||
                      (data.count > 1 && data.map->extent < data.map->high - data.map->low));
}

void checkBuffers(Recording &call, const Window &window, const Movement &movement) {
  const bool isGet = movement.kind == EventKind::Get;
  const BufferRanges &written = isGet ? *movement.originRanges : *movement.resultRanges;
  const TypedData &data = isGet ? movement.origin : movement.result;
  const ErrorFacts facts = {.window = window.id, .other = call.context()};
  if (mayOverlap(data) && overlapsItself(written.ranges(), data.bytes()))
    reportError(call, Error::BufferOverlaps, facts);
  if (!isGet && overlap(written.ranges(), movement.originRanges->ranges()))
    reportError(call, Error::ResultOverlaps, facts);
}

} // namespace

void checkTarget(Recording &call, const Window &window, int target) {
  const auto rank = static_cast<uint32_t>(target);
  if (target != MPI_PROC_NULL && rank >= window.size && checksErrors())
    reportError(call, Error::TargetOutside,
                {.window = window.id, .target = rank, .limit = window.size});
}

void checkOperation(Recording &call, Window &window, const Movement &movement) {
  if (!checksErrors() || static_cast<uint32_t>(movement.target) >= window.size)
    return;
  checkEpoch(call, window, movement);
  checkRange(call, window, movement);
  checkSignatures(call, window, movement);
  if (isAtomic(movement.kind)) {
    checkElements(call, window, movement);
    checkAlignment(call, window, movement);
  }
  checkBuffers(call, window, movement);
}

} // namespace fencepost::runtime
