//===- Flatten.cpp - reads a datatype's constructor -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Flatten.h"

#include "runtime/access/RangeMerger.h"
#include "runtime/access/Replicate.h"

#include <cstdio>
#include <cstring>

namespace fencepost::runtime {

namespace {

/// The arguments a datatype was made with.
struct Contents {
  int combiner = MPI_COMBINER_NAMED;
  LocalVector<int> integers;
  LocalVector<MPI_Aint> addresses;
  LocalVector<MPI_Datatype> types;

  explicit Contents(MPI_Datatype type) {
    int counts[3] = {};
    PMPI_Type_get_envelope(type, &counts[0], &counts[1], &counts[2], &combiner);
    // No null pointers: some libraries mistake them for errors.
    if (isLeaf() || !integers.resize(static_cast<std::size_t>(counts[0]) + 1) ||
        !addresses.resize(static_cast<std::size_t>(counts[1]) + 1) ||
        !types.resize(static_cast<std::size_t>(counts[2]) + 1))
      return;
    PMPI_Type_get_contents(type, counts[0], counts[1], counts[2], integers.data(), addresses.data(),
                           types.data());
    types.pop();
  }
  ~Contents() {
    for (MPI_Datatype &type : types)
      if (!isPredefined(type))
        PMPI_Type_free(&type);
  }
  Contents(const Contents &) = delete;
  Contents &operator=(const Contents &) = delete;

  bool isLeaf() const {
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
  }
};

/// A predefined type. The pair types have a gap where their structs have one.
void flattenLeaf(MPI_Datatype type, TypeMap &map) {
  int nameLength = 0;
  char name[MPI_MAX_OBJECT_NAME] = {};
  PMPI_Type_get_name(type, name, &nameLength);
  snprintf(map.base, sizeof(map.base), "%.63s", name);
  struct ShortInt {
    short value;
    int index;
  };
  struct LongDoubleInt {
    long double value;
    int index;
  };
  if (map.size == 0)
    return;
  if (type == MPI_SHORT_INT) {
    map.ranges.push({0, sizeof(short), 0, 1});
    map.ranges.push({offsetof(ShortInt, index), sizeof(int), 0, 1});
  } else if (type == MPI_LONG_DOUBLE_INT) {
    map.ranges.push({0, sizeof(long double), 0, 1});
    map.ranges.push({offsetof(LongDoubleInt, index), sizeof(int), 0, 1});
  } else {
    map.ranges.push({0, map.size, 0, 1});
  }
}

/// Blocks of a child type: what every constructor comes down to.
class Builder {
public:
  explicit Builder(TypeMap &map) : map_(map) {}
  ~Builder() { child_.ranges.releaseMemory(); }
  Builder(const Builder &) = delete;
  Builder &operator=(const Builder &) = delete;

  void use(MPI_Datatype type) {
    child_.ranges.clear();
    child_.base[0] = '\0';
    flatten(type, child_);
    if (!map_.base[0])
      std::memcpy(map_.base, child_.base, sizeof(map_.base));
    else if (std::strcmp(map_.base, child_.base) != 0)
      snprintf(map_.base, sizeof(map_.base), "derived");
  }
  int64_t extent() const { return child_.extent; }

  /// `count` elements one after another.
  void block(int64_t offset, int64_t count) {
    replicate(child_.ranges, offset, child_.extent, static_cast<uint64_t>(count), map_.ranges);
  }
  /// `blocks` blocks of `count` elements.
  void blocks(int64_t blocks, int64_t count, int64_t distance) {
    LocalVector<StridedRange> one;
    replicate(child_.ranges, 0, child_.extent, static_cast<uint64_t>(count), one);
    replicate(one, 0, distance, static_cast<uint64_t>(blocks), map_.ranges);
  }
  /// Dimensions from the one that varies fastest; `strides` in bytes.
  void box(int64_t offset, const int64_t *counts, const int64_t *strides, int dimensions) {
    LocalVector<StridedRange> result;
    replicate(child_.ranges, offset, 0, 1, result);
    for (int i = 0; i < dimensions; ++i) {
      LocalVector<StridedRange> lower;
      lower.swap(result);
      replicate(lower, 0, strides[i], static_cast<uint64_t>(counts[i]), result);
    }
    replicate(result, 0, 0, 1, map_.ranges);
  }

private:
  TypeMap &map_;
  TypeMap child_ = {};
};

/// integers: dimensions, sizes, subsizes, starts, order
void flattenSubarray(const Contents &from, Builder &to) {
  constexpr int kMost = 32;
  const int n = from.integers[0];
  if (n > kMost)
    return;
  const int *sizes = from.integers.data() + 1;
  const int *counts = sizes + n;
  const int *starts = counts + n;
  const bool firstFastest = starts[n] == MPI_ORDER_FORTRAN;
  int64_t countOf[kMost];
  int64_t strideOf[kMost];
  int64_t stride = to.extent();
  int64_t offset = 0;
  for (int i = 0; i < n; ++i) {
    const int dimension = firstFastest ? i : n - 1 - i;
    countOf[i] = counts[dimension];
    strideOf[i] = stride;
    offset += starts[dimension] * stride;
    stride *= sizes[dimension];
  }
  to.box(offset, countOf, strideOf, n);
}

/// A type whose constructor is not read: what unpacking into zeroed memory changes.
void flattenByUnpacking(MPI_Datatype type, TypeMap &map) {
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  PMPI_Type_get_true_extent(type, &lower, &extent);
  constexpr MPI_Aint kMost = 1 << 28;
  LocalVector<unsigned char> packed;
  LocalVector<unsigned char> memory;
  if (extent > kMost || !packed.resize(map.size + 1) ||
      !memory.resize(static_cast<std::size_t>(extent) + 1))
    return;
  std::memset(packed.data(), 0xff, packed.size());
  MPI_Datatype copy = MPI_DATATYPE_NULL;
  PMPI_Type_dup(type, &copy);
  PMPI_Type_commit(&copy);
  int position = 0;
  PMPI_Unpack(packed.data(), static_cast<int>(map.size), &position, memory.data() - lower, 1, copy,
              MPI_COMM_SELF);
  PMPI_Type_free(&copy);
  RangeMerger merger([&](const StridedRange &range) { map.ranges.push(range); });
  for (MPI_Aint i = 0; i < extent; ++i)
    if (memory[static_cast<std::size_t>(i)])
      merger.add(lower + i, 1);
  merger.finish();
}

/// Block i of an indexed type: `lengths` may be one for all.
void flattenIndexed(Builder &to, int count, const int *lengths, bool oneLength, const int *indices,
                    const MPI_Aint *offsets) {
  for (int i = 0; i < count; ++i)
    to.block(offsets ? offsets[i] : indices[i] * to.extent(), lengths[oneLength ? 0 : i]);
}

void flattenConstructed(MPI_Datatype type, const Contents &from, TypeMap &map) {
  if (from.types.empty())
    return;
  const int *integers = from.integers.data();
  const MPI_Aint *addresses = from.addresses.data();
  Builder to(map);
  to.use(from.types[0]);
  switch (from.combiner) {
  case MPI_COMBINER_DUP:
  case MPI_COMBINER_RESIZED:
    return to.block(0, 1);
  case MPI_COMBINER_CONTIGUOUS:
    return to.block(0, integers[0]);
  case MPI_COMBINER_VECTOR:
    return to.blocks(integers[0], integers[1], integers[2] * to.extent());
  case MPI_COMBINER_HVECTOR:
    return to.blocks(integers[0], integers[1], addresses[0]);
  case MPI_COMBINER_INDEXED:
    return flattenIndexed(to, integers[0], integers + 1, false, integers + 1 + integers[0],
                          nullptr);
  case MPI_COMBINER_HINDEXED:
    return flattenIndexed(to, integers[0], integers + 1, false, nullptr, addresses);
  case MPI_COMBINER_INDEXED_BLOCK:
    return flattenIndexed(to, integers[0], integers + 1, true, integers + 2, nullptr);
  case MPI_COMBINER_HINDEXED_BLOCK:
    return flattenIndexed(to, integers[0], integers + 1, true, nullptr, addresses);
  case MPI_COMBINER_SUBARRAY:
    return flattenSubarray(from, to);
  case MPI_COMBINER_STRUCT:
    for (int i = 0; i < integers[0]; ++i) {
      to.use(from.types[static_cast<std::size_t>(i)]);
      to.block(addresses[i], integers[1 + i]);
    }
    return;
  default:
    flattenByUnpacking(type, map);
  }
}

} // namespace

bool isPredefined(MPI_Datatype type) {
  int counts[3] = {};
  int combiner = MPI_COMBINER_NAMED;
  PMPI_Type_get_envelope(type, &counts[0], &counts[1], &counts[2], &combiner);
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
         combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

void flatten(MPI_Datatype type, TypeMap &map) {
  MPI_Count size = 0;
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  PMPI_Type_size_x(type, &size);
  PMPI_Type_get_extent(type, &lower, &extent);
  map.size = static_cast<uint64_t>(size);
  map.extent = extent;
  const Contents contents(type);
  if (contents.isLeaf())
    flattenLeaf(type, map);
  else
    flattenConstructed(type, contents, map);
  tidy(map.ranges);
}

} // namespace fencepost::runtime
