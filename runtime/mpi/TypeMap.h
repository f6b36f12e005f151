//===- TypeMap.h - the bytes that a datatype touches ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A datatype as strided ranges, from its constructor's arguments, kept until the
// program frees it.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_TYPEMAP_H
#define FENCEPOST_RUNTIME_MPI_TYPEMAP_H

#include "runtime/access/StridedRange.h"
#include "runtime/base/Vector.h"
#include "runtime/process/Mpi.h"

namespace fencepost::runtime {

/// What a predefined datatype represents. Other: bytes, characters, logical values, pairs, and what
/// is not known.
enum class BasicType : uint8_t { Other, Integer, Real, Complex };

/// The predefined types that an element is made of, in the order of its type map. It begins again
/// with the next element, or earlier, where the element is made of equal parts.
struct Signature {
  struct Run {
    BasicType basic;
    uint64_t elementBytes; // of one such type
    uint64_t bytes;        // of all in a row
    char base[32];
  };
  static constexpr uint32_t kMostRuns = 16;
  Run runs[kMostRuns];
  uint32_t count; // 0: it is not known, as it has more

  void add(const Run &run);
  /// Adds another one so many times.
  void add(const Signature &other, uint64_t times);
  const Run *begin() const { return runs; }
  const Run *end() const { return runs + count; }

private:
  bool overflows; // more is added, and lost
};

struct TypeMap {
  Vector<StridedRange> ranges; // of one element, offsets from its address
  uint64_t size;               // bytes of data
  int64_t extent;
  int64_t low, high; // offsets of the first byte of data and of the end
  bool predefined;
  bool mixed;      // made of several predefined types
  bool overlaps;   // has entries that share bytes
  BasicType basic; // of the one that it is made of; Other when mixed
  uint64_t elementBytes;
  Signature signature;
  char base[64]; // the predefined type it is made of, "derived" when of several
};

/// The map of a committed datatype; null for MPI_DATATYPE_NULL, or without memory. Valid until
/// the type is freed.
const TypeMap *typeMap(MPI_Datatype type);

/// Adds the bytes of `count` elements at `start` to `ranges`.
void addRanges(const TypeMap &map, int64_t start, uint64_t count, Vector<StridedRange> &ranges);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_TYPEMAP_H
