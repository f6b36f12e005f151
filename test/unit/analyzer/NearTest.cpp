//===- NearTest.cpp - searching from where the last search ended ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/match/Near.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace fencepost::analyzer {
namespace {

TEST(Near, FindsWhatPartitionPointFindsFromEveryPlace) {
  for (int size = 0; size <= 20; ++size) {
    std::vector<int> all;
    for (int i = 0; i < size; ++i)
      all.push_back(i);
    for (int from = 0; from <= size + 1; ++from) // one more than there can be
      for (int at = 0; at <= size; ++at) {
        auto near = static_cast<std::size_t>(from);
        EXPECT_EQ(placeNear(std::span<const int>(all), near, [&](int i) { return i < at; }),
                  static_cast<std::size_t>(at));
        EXPECT_EQ(near, static_cast<std::size_t>(at));
      }
  }
}

TEST(Near, OneSearchAfterTheOther) {
  std::mt19937 random(1);
  std::vector<int> all(1000);
  for (int &each : all)
    each = static_cast<int>(random() % 2000);
  std::sort(all.begin(), all.end());
  std::size_t near = 0;
  for (int i = 0; i < 1000; ++i) {
    int value = static_cast<int>(random() % 2100) - 50;
    auto before = [&](int each) { return each < value; };
    auto expected = std::partition_point(all.begin(), all.end(), before) - all.begin();
    EXPECT_EQ(placeNear(std::span<const int>(all), near, before),
              static_cast<std::size_t>(expected));
  }
}

} // namespace
} // namespace fencepost::analyzer
