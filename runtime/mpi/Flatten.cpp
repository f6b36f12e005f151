//===- Flatten.cpp - reads a datatype's constructor -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Flatten.h"

#include "runtime/access/RangeMerger.h"
#include "runtime/access/Replicate.h"
#include "runtime/mpi/BasicTypes.h"
#include "runtime/mpi/TypeContents.h"

#include <cstdio>
#include <cstring>

namespace fencepost::runtime {

namespace {

/// A predefined type. The pair types have a gap where their structs have one.
void flattenLeaf(MPI_Datatype type, TypeMap &map) {
  int nameLength = 0;
  char name[MPI_MAX_OBJECT_NAME] = {};
  PMPI_Type_get_name(type, name, &nameLength);
  snprintf(map.base, sizeof(map.base), "%.63s", name);
  map.predefined = true;
  map.elementBytes = map.size;
  map.basic = basicType(map.base, map.size);
  Signature::Run run = {map.basic, map.size, map.size, {}};
  snprintf(run.base, sizeof(run.base), "%.31s", name);
  map.signature.add(run);
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
    child_.signature = {};
    flatten(type, child_);
    if (!map_.base[0]) {
      std::memcpy(map_.base, child_.base, sizeof(map_.base));
      map_.mixed = child_.mixed;
      map_.basic = child_.basic;
      map_.elementBytes = child_.elementBytes;
    } else if (std::strcmp(map_.base, child_.base) != 0) {
      snprintf(map_.base, sizeof(map_.base), "derived");
      map_.mixed = true;
      map_.basic = BasicType::Other;
    }
  }
  int64_t extent() const { return child_.extent; }

  /// The child's types are those of the map, again and again.
  void sign() { map_.signature = child_.signature; }
  /// So many children's types follow those of the map so far.
  void sign(int64_t count) {
    uint64_t part = 0; // that the child is made of
    for (const Signature::Run &run : child_.signature)
      part += run.bytes;
    const uint64_t bytes = child_.size * static_cast<uint64_t>(count);
    map_.signature.add(child_.signature, part ? bytes / part : 0);
  }

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
  /// Arrays, one dimension after another from the one that varies fastest: of the elements so far,
  /// `cycles` blocks of `count`, `cycle` elements from one to the next, then `rest` elements.
  struct Dimension {
    int64_t first, count, cycle, cycles, rest;
  };
  void beginArray() { replicate(child_.ranges, 0, 0, 1, array_); }
  void addDimension(const Dimension &of, int64_t stride) {
    LocalVector<StridedRange> lower;
    LocalVector<StridedRange> block;
    lower.swap(array_);
    replicate(lower, 0, stride, static_cast<uint64_t>(of.count), block);
    replicate(block, of.first * stride, of.cycle * stride, static_cast<uint64_t>(of.cycles),
              array_);
    const int64_t last = of.first + of.cycle * of.cycles;
    replicate(lower, last * stride, stride, static_cast<uint64_t>(of.rest), array_);
  }
  void endArray() { replicate(array_, 0, 0, 1, map_.ranges); }

private:
  TypeMap &map_;
  TypeMap child_ = {};
  LocalVector<StridedRange> array_;
};

/// integers: dimensions, sizes, subsizes, starts, order
void flattenSubarray(const int64_t *integers, Builder &to) {
  const int64_t n = integers[0];
  const int64_t *sizes = integers + 1;
  const int64_t *counts = sizes + n;
  const int64_t *starts = counts + n;
  const bool firstFastest = starts[n] == MPI_ORDER_FORTRAN;
  int64_t stride = to.extent();
  to.beginArray();
  for (int64_t i = 0; i < n; ++i) {
    const int64_t dimension = firstFastest ? i : n - 1 - i;
    to.addDimension({starts[dimension], counts[dimension], 0, 1, 0}, stride);
    stride *= sizes[dimension];
  }
  to.endArray();
}

/// What a process has of a dimension (MPI 4.0, 5.1.4).
Builder::Dimension distribute(int64_t size, int64_t kind, int64_t argument, int64_t processes,
                              int64_t process) {
  int64_t block = argument;
  if (kind == MPI_DISTRIBUTE_NONE)
    block = size;
  else if (argument == MPI_DISTRIBUTE_DFLT_DARG)
    block = kind == MPI_DISTRIBUTE_BLOCK ? (size + processes - 1) / processes : 1;
  const int64_t cycle = block * processes;
  const int64_t first = block * process;
  const int64_t cycles = size < first + block ? 0 : (size - first - block) / cycle + 1;
  const int64_t rest = size - first - cycles * cycle;
  return {first, block, cycle, cycles, rest < 0 ? 0 : rest < block ? rest : 0};
}

/// integers: processes, rank, dimensions, sizes, kinds, arguments, process grid, order
void flattenDistributed(const int64_t *integers, Builder &to) {
  const int64_t n = integers[2];
  const int64_t *sizes = integers + 3;
  const int64_t *kinds = sizes + n;
  const int64_t *arguments = kinds + n;
  const int64_t *grid = arguments + n;
  const bool firstFastest = grid[n] == MPI_ORDER_FORTRAN;
  int64_t stride = to.extent();
  to.beginArray();
  for (int64_t i = 0; i < n; ++i) {
    const int64_t dimension = firstFastest ? i : n - 1 - i;
    int64_t below = 1; // processes that differ in later dimensions: the last varies fastest
    for (int64_t j = dimension + 1; j < n; ++j)
      below *= grid[j];
    const int64_t process = integers[1] / below % grid[dimension];
    to.addDimension(distribute(sizes[dimension], kinds[dimension], arguments[dimension],
                               grid[dimension], process),
                    stride);
    stride *= sizes[dimension];
  }
  to.endArray();
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
void flattenIndexed(Builder &to, int64_t count, const int64_t *lengths, bool oneLength,
                    const int64_t *indices, const int64_t *offsets) {
  for (int64_t i = 0; i < count; ++i)
    to.block(offsets ? offsets[i] : indices[i] * to.extent(), lengths[oneLength ? 0 : i]);
}

void flattenConstructed(MPI_Datatype type, const TypeContents &from, TypeMap &map) {
  const int64_t *integers = from.integers.data();
  const int64_t *addresses = from.addresses.data();
  Builder to(map);
  if (!from.types.empty() && from.combiner != MPI_COMBINER_STRUCT) {
    to.use(from.types[0]);
    to.sign();
  }
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
    return flattenSubarray(integers, to);
  case MPI_COMBINER_DARRAY:
    return flattenDistributed(integers, to);
  case MPI_COMBINER_STRUCT:
    for (int64_t i = 0; i < integers[0]; ++i) {
      if (integers[1 + i] == 0)
        continue;
      to.use(from.types[static_cast<std::size_t>(i)]);
      to.block(addresses[i], integers[1 + i]);
      to.sign(integers[1 + i]);
    }
    return;
  default:
    flattenByUnpacking(type, map);
  }
}

} // namespace

void flatten(MPI_Datatype type, TypeMap &map) {
  MPI_Count size = 0;
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  PMPI_Type_size_x(type, &size);
  PMPI_Type_get_extent(type, &lower, &extent);
  map.size = static_cast<uint64_t>(size);
  map.extent = extent;
  if (isPredefined(type)) {
    flattenLeaf(type, map);
  } else {
    const TypeContents contents(type);
    // Some constructors, as of a duplicate, have no integers.
    if (!contents.types.empty() || !contents.integers.empty())
      flattenConstructed(type, contents, map);
  }
  tidy(map.ranges);
  MPI_Aint trueExtent = 0;
  PMPI_Type_get_true_extent(type, &lower, &trueExtent);
  map.low = lower;
  map.high = lower + trueExtent;
}

} // namespace fencepost::runtime
