//===- StridedTest.cpp - overlap of strided ranges against a naive model --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Strided.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace {

using namespace fencepost::analyzer::races;

struct Recorded {
  uint64_t address, bytes;
  int64_t stride;
  uint64_t count;
};

std::vector<bool> touched(const Recorded &range) {
  std::vector<bool> bytes(1000);
  for (uint64_t i = 0; i < range.count; ++i)
    for (uint64_t j = 0; j < range.bytes; ++j)
      bytes[range.address + i * static_cast<uint64_t>(range.stride) + j] = true;
  return bytes;
}

TEST(Strided, OverlapsWhereBytesDo) {
  std::mt19937 random(7);
  int overlapping = 0;
  for (int round = 0; round < 200000; ++round) {
    Recorded ranges[2];
    for (Recorded &range : ranges)
      range = {400 + random() % 60, random() % 5, static_cast<int64_t>(random() % 41) - 20,
               random() % 9};
    auto a = touched(ranges[0]), b = touched(ranges[1]);
    bool expected = false;
    for (std::size_t i = 0; i < a.size(); ++i)
      expected |= a[i] && b[i];
    overlapping += expected;
    auto strided = [](const Recorded &r) {
      return normalize(r.address, r.bytes, r.stride, r.count);
    };
    ASSERT_EQ(overlap(strided(ranges[0]), strided(ranges[1])), expected)
        << ranges[0].address << " " << ranges[0].bytes << " " << ranges[0].stride << " "
        << ranges[0].count << " and " << ranges[1].address << " " << ranges[1].bytes << " "
        << ranges[1].stride << " " << ranges[1].count;
  }
  EXPECT_GT(overlapping, 10000);
}

TEST(Strided, ColumnsOfLargeMatricesAreQuick) {
  // Two columns of a matrix with 2^40 rows, and a diagonal that meets one of them at the very end.
  uint64_t rows = uint64_t(1) << 40;
  Strided column = normalize(1000, 8, 80, rows), next = normalize(1008, 8, 80, rows);
  EXPECT_FALSE(overlap(column, next));
  Strided diagonal = normalize(1000 + 16 + 79 * rows / 2, 1, 79, rows);
  EXPECT_TRUE(overlap(column, diagonal));
}

TEST(Strided, TouchingBlocksAreOne) {
  EXPECT_EQ(normalize(64, 8, 8, 4), (Strided{64, 32, 0, 1}));
  EXPECT_EQ(normalize(64, 8, -16, 3), (Strided{32, 8, 16, 3}));
  EXPECT_EQ(normalize(64, 0, 8, 4).count, 0u);
}

} // namespace
