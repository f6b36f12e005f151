//===- PageBitsTest.cpp - bits of a page ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/PageBits.h"

#include <bitset>
#include <gtest/gtest.h>
#include <random>

using namespace fencepost::runtime;

namespace {

TEST(PageBits, runsAreWhatWasSet) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    PageBits bits = {};
    std::bitset<kPageBytes> expected;
    for (int i = 0; i < 20; ++i) {
      const unsigned from = random() % kPageBytes;
      const unsigned to = from + 1 + random() % (kPageBytes - from);
      const unsigned end = round % 2 ? to : std::min(to, from + 100);
      bits.set(from, end);
      for (unsigned b = from; b < end; ++b)
        expected.set(b);
    }
    std::bitset<kPageBytes> found;
    unsigned last = 0;
    bits.forEachRun([&](unsigned from, unsigned to) {
      EXPECT_LT(from, to);
      EXPECT_TRUE(from == 0 || from > last) << "runs that touch";
      for (unsigned b = from; b < to; ++b)
        found.set(b);
      last = to;
    });
    ASSERT_EQ(found, expected);
  }
}

} // namespace
