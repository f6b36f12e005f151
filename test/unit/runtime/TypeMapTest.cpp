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

#include <cstdlib>
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

  /// A constructor over `old`; blocks do not overlap, so that no byte is named twice.
  MPI_Datatype construct(MPI_Datatype old) {
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(old, &lower, &extent);
    MPI_Datatype made = MPI_DATATYPE_NULL;
    int bytes = 0;
    const int blocks = 1 + upTo(3);
    const int length = 1 + upTo(2);
    std::vector<int> lengths;
    std::vector<int> indices;
    std::vector<MPI_Aint> offsets;
    std::vector<MPI_Datatype> types;
    for (int i = 0, at = upTo(2); i < blocks; ++i) {
      lengths.push_back(upTo(3));
      indices.push_back(at);
      offsets.push_back(at * extent);
      types.push_back(old);
      at += lengths.back() + upTo(2);
    }
    const int sizes[] = {4, 5};
    const int subsizes[] = {2, 1 + upTo(3)};
    const int starts[] = {upTo(2), upTo(1)};
    const int distributions[] = {upTo(1) ? MPI_DISTRIBUTE_CYCLIC : MPI_DISTRIBUTE_BLOCK,
                                 upTo(1) ? MPI_DISTRIBUTE_CYCLIC : MPI_DISTRIBUTE_NONE};
    const bool isCyclic[] = {distributions[0] == MPI_DISTRIBUTE_CYCLIC,
                             distributions[1] == MPI_DISTRIBUTE_CYCLIC};
    const int arguments[] = {isCyclic[0] ? 1 + upTo(2) : MPI_DISTRIBUTE_DFLT_DARG,
                             isCyclic[1] && upTo(1) ? 2 : MPI_DISTRIBUTE_DFLT_DARG};
    const int processes[] = {2, isCyclic[1] ? 3 : 1};
    const int order = upTo(1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    // Open MPI takes blocks that touch in descending order for ascending ones.
    const int direction = upTo(1) ? 1 : -1;
    const int gap = direction < 0 ? 1 + upTo(1) : upTo(2);
    switch (upTo(11)) {
    case 0:
      MPI_Type_contiguous(blocks, old, &made);
      break;
    case 1:
      MPI_Type_vector(blocks, length, direction * (length + gap), old, &made);
      break;
    case 2:
      MPI_Type_create_hvector(blocks, length, direction * (extent * (length + gap) + upTo(3)), old,
                              &made);
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
      MPI_Type_create_subarray(2, sizes, subsizes, starts, order, old, &made);
      break;
    case 8:
      MPI_Type_create_resized(old, lower - 4 * upTo(2), extent + 8 * (1 + upTo(1)), &made);
      break;
    case 9:
      MPI_Type_create_hindexed_block(blocks, 1, offsets.data(), old, &made);
      break;
    case 10:
      // Open MPI takes no array of empty elements.
      MPI_Type_size(old, &bytes);
      if (bytes == 0)
        return construct(old);
      MPI_Type_create_darray(2 * processes[1], upTo(2 * processes[1] - 1), 2, sizes, distributions,
                             arguments, processes, order, old, &made);
      break;
    default:
      MPI_Type_dup(old, &made);
    }
    return made;
  }
};

/// Bytes around an element's address that are looked at.
constexpr std::size_t kAround = 1 << 15;

bool fits(MPI_Datatype type, int count) {
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  MPI_Aint trueLower = 0;
  MPI_Aint trueExtent = 0;
  MPI_Type_get_extent(type, &lower, &extent);
  MPI_Type_get_true_extent(type, &trueLower, &trueExtent);
  const MPI_Aint end = (count - 1) * extent + trueLower + trueExtent;
  const auto most = static_cast<MPI_Aint>(kAround);
  return std::abs(trueLower) < most && std::abs(end) < most &&
         std::abs(trueLower + trueExtent) < most;
}

std::vector<bool> bytesByUnpacking(MPI_Datatype type, int count) {
  int packedSize = 0;
  MPI_Pack_size(count, type, MPI_COMM_SELF, &packedSize);
  std::vector<char> packed(static_cast<std::size_t>(packedSize) + 1, 1);
  std::vector<char> memory(2 * kAround, 0);
  int position = 0;
  MPI_Unpack(packed.data(), packedSize, &position, memory.data() + kAround, count, type,
             MPI_COMM_SELF);
  return {memory.begin(), memory.end()};
}

std::vector<bool> bytesByMap(MPI_Datatype type, int count) {
  std::vector<bool> bytes(2 * kAround);
  LocalVector<StridedRange> ranges;
  addRanges(*typeMap(type), kAround, static_cast<uint64_t>(count), ranges);
  for (const StridedRange &range : ranges)
    for (uint64_t i = 0; i < range.count; ++i)
      for (uint64_t j = 0; j < range.bytes; ++j)
        bytes.at(static_cast<std::size_t>(range.start + static_cast<int64_t>(i) * range.stride) +
                 j) = true;
  return bytes;
}

TEST_F(TypeMapTest, nestedTypesNameTheBytesThatUnpackingChanges) {
  const MPI_Datatype predefined[] = {MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE, MPI_DOUBLE_INT};
  int compared = 0;
  for (int round = 0; round < 4000; ++round) {
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
    if (fits(type, count)) {
      ASSERT_EQ(bytesByMap(type, count), bytesByUnpacking(type, count)) << "round " << round;
      ++compared;
    }
    MPI_Type_free(&type);
  }
  EXPECT_GT(compared, 3000);
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
  EXPECT_EQ(bytesByMap(type, 1), bytesByUnpacking(type, 1));
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

TEST_F(TypeMapTest, signaturesAreInTheOrderOfTheTypeMap) {
  const int lengths[] = {3, 2};
  const MPI_Aint offsets[] = {16, 0};
  const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Datatype row = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(2, lengths, offsets, types, &type);
  MPI_Type_vector(4, 1, 2, type, &row);
  for (MPI_Datatype each : {type, row}) {
    const Signature &signature = typeMap(each)->signature;
    ASSERT_EQ(signature.count, 2U);
    EXPECT_STREQ(signature.runs[0].base, "MPI_INT");
    EXPECT_EQ(signature.runs[0].bytes, 3 * sizeof(int));
    EXPECT_STREQ(signature.runs[1].base, "MPI_DOUBLE");
    EXPECT_EQ(signature.runs[1].bytes, 2 * sizeof(double));
  }
  MPI_Type_free(&row);
  MPI_Type_free(&type);
}

/// Of a struct each part counts as often as it is there.
TEST_F(TypeMapTest, signaturesOfStructsHaveAllOfTheirParts) {
  const int lengths[] = {2, 1};
  const MPI_Aint offsets[] = {0, 32};
  MPI_Datatype types[] = {MPI_DATATYPE_NULL, MPI_DOUBLE};
  MPI_Datatype all = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(3, MPI_INT, &types[0]);
  MPI_Type_create_struct(2, lengths, offsets, types, &all);
  const Signature &signature = typeMap(all)->signature;
  ASSERT_EQ(signature.count, 2U);
  EXPECT_EQ(signature.runs[0].bytes, 6 * sizeof(int));
  EXPECT_EQ(signature.runs[1].bytes, sizeof(double));
  MPI_Type_free(&all);
  MPI_Type_free(&types[0]);
}

/// What is too long to be kept is not known.
TEST_F(TypeMapTest, longSignaturesAreNotKnown) {
  const int lengths[] = {1, 1, 9};
  const MPI_Aint offsets[] = {0, 8, 16};
  MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_DATATYPE_NULL};
  MPI_Datatype all = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(2, lengths, offsets, types, &types[2]);
  MPI_Type_create_struct(3, lengths, offsets, types, &all);
  EXPECT_EQ(typeMap(types[2])->signature.count, 2U);
  EXPECT_EQ(typeMap(all)->signature.count, 0U);
  // Nor is what such a type is the last part of.
  types[1] = all;
  MPI_Datatype around = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(2, lengths, offsets, types, &around);
  EXPECT_EQ(typeMap(around)->signature.count, 0U);
  MPI_Type_free(&around);
  MPI_Type_free(&all);
  MPI_Type_free(&types[2]);
}

/// Each struct is read once, and not twice for each that it is within.
TEST_F(TypeMapTest, structsMayBeNestedDeeply) {
  constexpr int kDepth = 28;
  const int lengths[] = {1, 1, 0};
  MPI_Datatype made[kDepth + 1] = {MPI_INT};
  for (int depth = 0; depth < kDepth; ++depth) {
    const MPI_Aint offsets[] = {0, 4 * (depth + 1), 0};
    const MPI_Datatype types[] = {made[depth], MPI_INT, made[depth]};
    MPI_Type_create_struct(3, lengths, offsets, types, &made[depth + 1]);
  }
  EXPECT_EQ(typeMap(made[kDepth])->size, sizeof(int) * (kDepth + 1));
  EXPECT_EQ(typeMap(made[kDepth])->signature.count, 1U);
  for (int depth = 1; depth <= kDepth; ++depth)
    MPI_Type_free(&made[depth]);
}

/// A million blocks at equal distances are one range, at unequal ones they are found once.
TEST_F(TypeMapTest, manyBlocksAreMerged) {
  constexpr int kBlocks = 1 << 20;
  std::vector<int> indices(kBlocks);
  for (int i = 0; i < kBlocks; ++i)
    indices[static_cast<std::size_t>(i)] = 3 * i;
  MPI_Datatype even = MPI_DATATYPE_NULL;
  MPI_Type_create_indexed_block(kBlocks, 1, indices.data(), MPI_DOUBLE, &even);
  ASSERT_EQ(typeMap(even)->ranges.size(), 1U);
  EXPECT_EQ(typeMap(even)->ranges[0], (StridedRange{0, 8, 24, kBlocks}));
  MPI_Type_free(&even);
  for (int i = 0; i < kBlocks; ++i)
    indices[static_cast<std::size_t>(i)] = 3 * i + (i % 3 ? 1 : 0);
  MPI_Datatype uneven = MPI_DATATYPE_NULL;
  MPI_Type_create_indexed_block(kBlocks, 1, indices.data(), MPI_DOUBLE, &uneven);
  EXPECT_GT(typeMap(uneven)->ranges.size(), std::size_t{kBlocks} / 3);
  EXPECT_EQ(typeMap(uneven), typeMap(uneven));
  MPI_Type_free(&uneven);
}

} // namespace
