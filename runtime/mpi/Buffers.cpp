//===- Buffers.cpp - local buffers of a call ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Buffers.h"

#include "runtime/process/Options.h"

namespace fencepost::runtime {

bool wantsRanges() { return options().access != Access::off; }

BufferRanges::BufferRanges(const void *address, int64_t count, MPI_Datatype type) {
  add(address, count, type);
}

void BufferRanges::add(const void *address, int64_t count, MPI_Datatype type) {
  add(address, 0, count, type);
}

void BufferRanges::add(const void *address, int64_t offset, int64_t count, MPI_Datatype type) {
  if (count <= 0 || address == MPI_IN_PLACE)
    return;
  const TypeMap *map = typeMap(type);
  if (!map)
    return;
  bytes_ += map->size * static_cast<uint64_t>(count);
  if (!wantsRanges() || leftOut_)
    return;
  if (map->ranges.size() <= kMostRanges)
    addRanges(*map, static_cast<int64_t>(reinterpret_cast<intptr_t>(address)) + offset,
              static_cast<uint64_t>(count), ranges_);
  leftOut_ = map->ranges.size() > kMostRanges || ranges_.size() > kMostRanges;
  if (leftOut_)
    ranges_.clear();
}

namespace {

void write(Recording &call, RangeKind kind, uint32_t context, const Vector<StridedRange> &ranges) {
  Writing writing(call.thread());
  if (!writing)
    return;
  for (const StridedRange &range : ranges) {
    const RangePayload payload = {static_cast<uint64_t>(kind), static_cast<uint64_t>(range.start),
                                  range.bytes, range.stride, range.count};
    call.journal().append(RecordType::Range, context, call.end(), payload);
  }
}

} // namespace

void recordRanges(Recording &call, RangeKind kind, const Vector<StridedRange> &ranges) {
  write(call, kind, 0, ranges);
}

void recordAccesses(Recording &call, RangeKind kind, const BufferRanges &buffer) {
  write(call, kind, call.context(), buffer.ranges());
  if (buffer.leftOut())
    call.notFollowed();
}

void recordRanges(Recording &call, RangeKind kind, const BufferRanges &buffer) {
  recordRanges(call, kind, buffer.ranges());
  if (buffer.leftOut())
    call.notFollowed();
}

} // namespace fencepost::runtime
