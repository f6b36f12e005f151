//===- TypeMapTest.cpp - datatypes against MPI_Pack -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random nests of type constructors: the bytes that the map names are those that
// unpacking changes.
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/TypeMap.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace fencepost::runtime;

namespace {

class TypeMapTest : public testing::Test {
protected:
  static void SetUpTestSuite() { MPI_Init(nullptr, nullptr); }
  static void TearDownTestSuite() { MPI_Finalize(); }

  std::mt19937 random{20240817};
  int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(random); }

  /// A constructor over `old`; offsets ascend, so that no byte is named twice.
  MPI_Datatype construct(MPI_Datatype old) {
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(old, &lower, &extent);
    MPI_Datatype made = MPI_DATATYPE_NULL;
    const int blocks = 1 + upTo(3);
    const int length = 1 + upTo(2);
    std::vector<int> lengths;
    std::vector<int> indices;
    std::vector<MPI_Aint> offsets;
    std::vector<MPI_Datatype> types;
    for (int i = 0, at = upTo(2); i < blocks; ++i) {
      lengths.push_back(1 + upTo(2));
      indices.push_back(at);
      offsets.push_back(at * extent);
      types.push_back(old);
      at += lengths.back() + upTo(2);
    }
    const int sizes[] = {4, 5};
    const int subsizes[] = {2, 1 + upTo(3)};
    const int starts[] = {upTo(2), upTo(1)};
    switch (upTo(9)) {
    case 0:
      MPI_Type_contiguous(blocks, old, &made);
      break;
    case 1:
      MPI_Type_vector(blocks, length, length + upTo(2), old, &made);
      break;
    case 2:
      MPI_Type_create_hvector(blocks, length, extent * (length + upTo(2)) + upTo(3), old, &made);
      break;
    case 3:
      MPI_Type_indexed(blocks, lengths.data(), indices.data(), old, &made);
      break;
    case 4:
      MPI_Type_create_hindexed(blocks, lengths.data(), offsets.data(), old, &made);
      break;
    case 5:
      MPI_Type_create_indexed_block(blocks, 1, indices.data(), old, &made);
      break;
    case 6:
      MPI_Type_create_struct(blocks, lengths.data(), offsets.data(), types.data(), &made);
      break;
    case 7:
      MPI_Type_create_subarray(2, sizes, subsizes, starts,
                               upTo(1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, old, &made);
      break;
    case 8:
      MPI_Type_create_resized(old, lower, extent + 4 * upTo(2), &made);
      break;
    default:
      MPI_Type_dup(old, &made);
    }
    return made;
  }
};

/// From the address to the end of the last element; all offsets are positive.
std::size_t spanOf(MPI_Datatype type, int count) {
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  MPI_Aint trueLower = 0;
  MPI_Aint trueExtent = 0;
  MPI_Type_get_extent(type, &lower, &extent);
  MPI_Type_get_true_extent(type, &trueLower, &trueExtent);
  return static_cast<std::size_t>((count - 1) * extent + trueLower + trueExtent);
}

std::vector<bool> bytesByUnpacking(MPI_Datatype type, int count, std::size_t size) {
  int packedSize = 0;
  MPI_Pack_size(count, type, MPI_COMM_SELF, &packedSize);
  std::vector<char> packed(static_cast<std::size_t>(packedSize), 1);
  std::vector<char> memory(size, 0);
  int position = 0;
  MPI_Unpack(packed.data(), packedSize, &position, memory.data(), count, type, MPI_COMM_SELF);
  return {memory.begin(), memory.end()};
}

std::vector<bool> bytesByMap(MPI_Datatype type, int count, std::size_t size) {
  std::vector<bool> bytes(size);
  LocalVector<StridedRange> ranges;
  addRanges(*typeMap(type), 0, static_cast<uint64_t>(count), ranges);
  for (const StridedRange &range : ranges)
    for (uint64_t i = 0; i < range.count; ++i)
      for (uint64_t j = 0; j < range.bytes; ++j)
        bytes[static_cast<std::size_t>(range.start + static_cast<int64_t>(i) * range.stride) + j] =
            true;
  return bytes;
}

TEST_F(TypeMapTest, nestedTypesNameTheBytesThatUnpackingChanges) {
  const MPI_Datatype predefined[] = {MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE, MPI_DOUBLE_INT};
  for (int round = 0; round < 2000; ++round) {
    MPI_Datatype type = predefined[upTo(4)];
    for (int depth = 1 + upTo(2); depth > 0; --depth) {
      const MPI_Datatype outer = construct(type);
      int integers = 0;
      int addresses = 0;
      int types = 0;
      int combiner = 0;
      MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
      if (combiner != MPI_COMBINER_NAMED)
        MPI_Type_free(&type);
      type = outer;
    }
    MPI_Type_commit(&type);
    const int count = 1 + upTo(2);
    const std::size_t size = spanOf(type, count);
    ASSERT_EQ(bytesByMap(type, count, size), bytesByUnpacking(type, count, size))
        << "round " << round;
    MPI_Type_free(&type);
  }
}

TEST_F(TypeMapTest, distributedArraysAreKnownToo) {
  const int sizes[] = {10, 7};
  const int distributions[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
  const int arguments[] = {2, MPI_DISTRIBUTE_DFLT_DARG};
  const int processes[] = {2, 2};
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_darray(4, 1, 2, sizes, distributions, arguments, processes, MPI_ORDER_C,
                         MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  EXPECT_EQ(bytesByMap(type, 1, 4096), bytesByUnpacking(type, 1, 4096));
  EXPECT_STREQ(typeMap(type)->base, "MPI_DOUBLE");
  MPI_Type_free(&type);
}

TEST_F(TypeMapTest, matrixColumnsAreOneRange) {
  MPI_Datatype column = MPI_DATATYPE_NULL;
  MPI_Type_vector(100, 1, 50, MPI_DOUBLE, &column);
  ASSERT_EQ(typeMap(column)->ranges.size(), 1U);
  EXPECT_EQ(typeMap(column)->ranges[0], (StridedRange{0, 8, 400, 100}));
  EXPECT_STREQ(typeMap(column)->base, "MPI_DOUBLE");
  MPI_Type_free(&column);
}

TEST_F(TypeMapTest, freedHandlesAreForgotten) {
  for (int length = 1; length < 50; ++length) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(length, MPI_INT, &type);
    EXPECT_EQ(typeMap(type)->size, 4U * static_cast<unsigned>(length));
    MPI_Type_free(&type);
  }
}

TEST_F(TypeMapTest, mixedTypesHaveNoBase) {
  const int lengths[] = {1, 1};
  const MPI_Aint offsets[] = {0, 8};
  const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(2, lengths, offsets, types, &type);
  EXPECT_STREQ(typeMap(type)->base, "derived");
  MPI_Type_free(&type);
}

} // namespace
