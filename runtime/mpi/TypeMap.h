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
  char base[64]; // the predefined type it is made of, "derived" when of several
};

/// The map of a committed datatype; null for MPI_DATATYPE_NULL, or without memory. Valid until
/// the type is freed.
const TypeMap *typeMap(MPI_Datatype type);

/// Adds the bytes of `count` elements at `start` to `ranges`.
void addRanges(const TypeMap &map, int64_t start, uint64_t count, Vector<StridedRange> &ranges);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_TYPEMAP_H
