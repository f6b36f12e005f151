//===- FollowedRangesTest.cpp - ranges made longer against a naive set of bytes -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/FollowedRanges.h"

#include "runtime/access/Shadow.h"
#include "runtime/access/Tracked.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

constexpr uint64_t kBase = 0x520000000000; // nothing is there: only addresses count
constexpr uint64_t kBytes = 1 << 14;       // of each of two windows that touch

using Bytes = std::map<uint64_t, std::set<uint64_t>>; // by key

struct FollowedRangesTest : testing::Test {
  FollowedRanges followed;
  std::vector<Site> sites{8};
  Bytes told;
  std::size_t ranges = 0, calls = 0;
  std::mt19937 random{7};

  uint64_t upTo(uint64_t most) { return std::uniform_int_distribution<uint64_t>(0, most)(random); }

  void SetUp() override {
    ASSERT_TRUE(pageShadow().mask);
    trackWindow(kBase, kBytes);
    trackWindow(kBase + kBytes, kBytes);
  }
  void TearDown() override {
    untrackWindow(kBase, kBytes);
    untrackWindow(kBase + kBytes, kBytes);
    followed.releaseMemory();
  }

  static void add(void *context, uint64_t key, const StridedRange &range, bool) {
    auto &test = *static_cast<FollowedRangesTest *>(context);
    ++test.ranges;
    const auto start = static_cast<uint64_t>(range.start);
    for (uint64_t i = start; i < start + range.bytes; ++i)
      test.told[key].insert(i);
  }

  /// What the code of a program does, then the runtime.
  void access(std::size_t site, uint64_t start, uint64_t bytes) {
    FollowedRange &expected = pageShadow().followed[sites[site].followed];
    if (start == expected.end && start + bytes <= expected.limit) {
      expected.end += bytes;
      return;
    }
    ++calls;
    const StridedRange range = {static_cast<int64_t>(start), bytes, 0, 1};
    if (!followed.take(sites[site], site, range, add, this))
      add(this, site, range, false);
  }

  void tell() {
    followed.tell(add, this);
    EXPECT_TRUE(followed.empty());
  }
};

} // namespace

TEST_F(FollowedRangesTest, callsTwiceForRowsThatTouch) {
  uint64_t at = kBase + 8;
  for (uint64_t row = 0; row < 200; ++row) {
    access(0, at, 8 + row % 5 * 8);
    at += 8 + row % 5 * 8;
  }
  EXPECT_EQ(calls, 2U);
  tell();
  EXPECT_EQ(ranges, 2U);
  EXPECT_EQ(told[0].size(), at - kBase - 8);
  // The next segment knows nothing of this one.
  access(0, at, 8);
  EXPECT_EQ(calls, 3U);
}

TEST_F(FollowedRangesTest, tellsWhatWasAccessed) {
  for (int segment = 0; segment < 60; ++segment) {
    Bytes expected;
    std::vector<uint64_t> next(sites.size(), kBase - 64);
    for (int i = 0; i < 200; ++i) {
      const uint64_t site = upTo(sites.size() - 1), bytes = upTo(300) + 1;
      const uint64_t start = upTo(9) ? next[site] : kBase - 64 + upTo(2 * kBytes);
      access(site, start, bytes);
      for (uint64_t at = start; at < start + bytes; ++at)
        expected[site].insert(at);
      next[site] = start + bytes;
    }
    if (segment % 7 == 0)
      followed.stop();
    tell();
    ASSERT_EQ(told, expected);
    told.clear();
  }
}

TEST_F(FollowedRangesTest, goesNotOnWhereAWindowEnds) {
  for (uint64_t at = kBase + kBytes - 64; at < kBase + kBytes + 64; at += 16)
    access(0, at, 16);
  tell();
  for (const uint64_t byte : {kBase + kBytes - 1, kBase + kBytes})
    EXPECT_TRUE(told[0].count(byte));
  EXPECT_GT(ranges, 2U); // none is of both windows
}

TEST_F(FollowedRangesTest, goesNotOnOnceStopped) {
  for (uint64_t at = kBase; at < kBase + 64; at += 16)
    access(0, at, 16);
  EXPECT_EQ(calls, 2U);
  followed.stop();
  const FollowedRange &stopped = pageShadow().followed[sites[0].followed];
  EXPECT_EQ(stopped.limit, 0U);
  tell();
  EXPECT_EQ(told[0].size(), 64U);
}
