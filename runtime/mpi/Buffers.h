//===- Buffers.h - local buffers of a call --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_BUFFERS_H
#define FENCEPOST_RUNTIME_MPI_BUFFERS_H

#include "runtime/access/Tracked.h"
#include "runtime/base/Vector.h"
#include "runtime/mpi/TypeMap.h"
#include "runtime/process/Recording.h"

namespace fencepost::runtime {

/// docs/trace-format.md, Ranges.
enum class RangeKind : uint64_t {
  Load = 1,
  Store = 2,
  OriginRead = 3,
  OriginWrite = 4,
  ResultWrite = 5,
  CompareRead = 6,
  Target = 7,
  SendRead = 8,
  ReceiveWrite = 9,
  Segment = 11,
};

/// Memory that a call names by address, count and datatype.
class BufferRanges {
public:
  /// A buffer in more pieces is left out of the trace: each call would write them all.
  static constexpr std::size_t kMostRanges = 1 << 14;

  BufferRanges() = default;
  BufferRanges(const void *address, int64_t count, MPI_Datatype type);

  /// Bytes of data.
  uint64_t bytes() const { return bytes_; }
  const Vector<StridedRange> &ranges() const { return ranges_; }
  Vector<StridedRange> &ranges() { return ranges_; }
  /// Whether ranges were left out.
  bool leftOut() const { return leftOut_; }
  void add(const void *address, int64_t count, MPI_Datatype type);
  /// Adds `count` elements `offset` bytes from the address.
  void add(const void *address, int64_t offset, int64_t count, MPI_Datatype type);

private:
  LocalVector<StridedRange> ranges_;
  uint64_t bytes_ = 0;
  bool leftOut_ = false;
};

/// Whether ranges are wanted at all (access=off: no).
bool wantsRanges();

/// Writes them as range records at the call's end.
void recordRanges(Recording &call, RangeKind kind, const Vector<StridedRange> &ranges);
/// Likewise; a call whose ranges were left out counts as not followed.
void recordRanges(Recording &call, RangeKind kind, const BufferRanges &buffer);
/// Loads or stores of a call that is over when it returns, and concerns nobody else.
void recordAccesses(Recording &call, RangeKind kind, const BufferRanges &buffer);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_BUFFERS_H
