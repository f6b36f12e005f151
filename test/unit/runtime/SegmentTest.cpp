//===- SegmentTest.cpp - segments against a naive set of bytes ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Segment.h"
#include "runtime/access/RangeMerger.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <set>

using namespace fencepost::runtime;

namespace {

using Key = std::pair<uint32_t, bool>;
using Bytes = std::map<Key, std::set<uint64_t>>;

void addOnce(std::set<uint64_t> &bytes, uint64_t address) {
  EXPECT_TRUE(bytes.insert(address).second);
}

/// The bytes of the ranges that a segment gives out, each at most once.
Bytes bytesOf(Segment &segment) {
  Bytes bytes;
  Segment::Page *const *pages = segment.sorted();
  for (std::size_t i = 0; i < segment.size(); ++i) {
    const Segment::Page &page = *pages[i];
    RangeMerger merger([&](const StridedRange &range) {
      for (uint64_t n = 0; n < range.count; ++n)
        for (uint64_t b = 0; b < range.bytes; ++b)
          addOnce(bytes[Key(page.site(), page.store())],
                  static_cast<uint64_t>(range.start) + n * static_cast<uint64_t>(range.stride) + b);
    });
    page.bits.forEachRun([&](unsigned from, unsigned to) {
      merger.add(static_cast<int64_t>(page.address() + from), to - from);
    });
    merger.finish();
  }
  return bytes;
}

TEST(Segment, givesEachByteOnce) {
  std::mt19937 random(7);
  const auto upTo = [&](unsigned most) {
    return std::uniform_int_distribution<unsigned>(0, most)(random);
  };
  auto segment = std::make_unique<Segment>();
  for (int round = 0; round < 50; ++round) {
    Bytes expected;
    for (unsigned i = upTo(3000); i > 0; --i) {
      const uint32_t site = 1 + upTo(100);
      const bool store = upTo(1);
      const uint64_t address = 0x7f0000000000 + upTo(60000);
      const unsigned most = kPageBytes - static_cast<unsigned>(address % kPageBytes);
      const unsigned bytes = std::min(most, 1U << upTo(7));
      ASSERT_TRUE(segment->add(site, store, address, bytes));
      for (unsigned b = 0; b < bytes; ++b)
        expected[{site, store}].insert(address + b);
    }
    ASSERT_EQ(bytesOf(*segment), expected);
    segment->clear();
    ASSERT_TRUE(segment->empty());
  }
  segment->releaseMemory();
}

TEST(Segment, saysWhenItIsFull) {
  auto segment = std::make_unique<Segment>();
  uint64_t address = 0;
  while (segment->add(1, true, address, 8))
    address += kPageBytes;
  EXPECT_GT(segment->size(), 1000U);
  segment->clear();
  EXPECT_TRUE(segment->add(1, true, address, 8));
  EXPECT_EQ(segment->size(), 1U);
  segment->releaseMemory();
}

TEST(RangeMerger, findsEqualDistances) {
  std::vector<StridedRange> ranges;
  RangeMerger merger([&](const StridedRange &range) { ranges.push_back(range); });
  for (int64_t i = 0; i < 10; ++i)
    merger.add(100 + 32 * i, 8);
  merger.add(1000, 4); // these touch
  merger.add(1004, 4);
  merger.add(1008, 4);
  merger.add(2000, 4);
  merger.finish();
  EXPECT_EQ(ranges,
            (std::vector<StridedRange>{{100, 8, 32, 10}, {1000, 12, 0, 1}, {2000, 4, 0, 1}}));
}

} // namespace
