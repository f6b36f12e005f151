//===- CheckedPlacesTest.cpp - noted checks against a naive set of bytes --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/CheckedPlaces.h"

#include "runtime/access/Shadow.h"
#include "runtime/access/Tracked.h"

#include <bit>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

constexpr uint64_t kBase = 0x520000000000; // nothing is there: only addresses count
constexpr uint64_t kBytes = 1 << 17;       // of each window
constexpr uint64_t kFar = uint64_t{1} << 42;

using Bytes = std::map<uint64_t, std::set<uint64_t>>;

void addRange(Bytes &bytes, uint64_t key, const StridedRange &range) {
  for (uint64_t i = 0; i < range.count; ++i)
    for (uint64_t b = 0; b < range.bytes; ++b)
      bytes[key].insert(static_cast<uint64_t>(range.start) +
                        i * static_cast<uint64_t>(range.stride) + b);
}

/// A check, and what the code of a program does at it.
struct Checked {
  NotedPlaces none = {};
  Check check = {
      .noted = &none, .list = nullptr, .sites = nullptr, .segment = 0, .calls = 0, .active = 0, .number = 0};
  unsigned shift;
  std::vector<ToldAccess> accesses;

  void addTo(Bytes &bytes, uint64_t address) const {
    for (const ToldAccess &access : accesses)
      addRange(bytes, access.key,
               {static_cast<int64_t>(address) + access.offset, access.bytes, 0, 1});
  }

  bool noteInLine(uint64_t address) {
    const NotedPlaces &noted = check.number ? *check.noted : none;
    const uint64_t place = std::rotr(address - noted.first, static_cast<int>(shift));
    if (place >= noted.places)
      return false;
    noted.marks[place] = 1;
    return true;
  }

  bool note(CheckedPlaces &places, uint64_t address) {
    const auto resolve = [&](Vector<ToldAccess> &told) {
      for (const ToldAccess &access : accesses)
        told.push(access);
      return true;
    };
    return noteInLine(address) ||
           (places.isDue(check) && places.activate(check, shift, address, resolve) &&
            places.add(check, address));
  }
};

struct CheckedPlacesTest : testing::Test {
  std::unique_ptr<CheckedPlaces> places = std::make_unique<CheckedPlaces>();
  Bytes told;
  std::size_t ranges = 0, asBits = 0;
  std::mt19937 random{3};

  uint64_t upTo(uint64_t most) { return std::uniform_int_distribution<uint64_t>(0, most)(random); }

  void SetUp() override {
    ASSERT_TRUE(pageShadow().mask);
    trackWindow(kBase + 40, kBytes);
    trackWindow(kBase + 2 * kBytes, kBytes);
    trackWindow(kBase + kFar, kBytes);
  }
  void TearDown() override {
    untrackWindow(kBase + 40, kBytes);
    untrackWindow(kBase + 2 * kBytes, kBytes);
    untrackWindow(kBase + kFar, kBytes);
    places->releaseMemory();
  }

  void tell() {
    told.clear();
    ranges = 0;
    places->tell({[](void *context, uint64_t key, const StridedRange &range, bool) {
                    auto &test = *static_cast<CheckedPlacesTest *>(context);
                    addRange(test.told, key, range);
                    ++test.ranges;
                  },
                  takeBits, this, 0});
    EXPECT_TRUE(places->empty());
  }

  /// Of every other key.
  static bool takeBits(void *context, uint64_t, uint64_t key, const PlaceBits &bits) {
    auto &test = *static_cast<CheckedPlacesTest *>(context);
    if (key % 2)
      return false;
    uint64_t begin = UINT64_MAX, end = 0;
    for (std::size_t place = 0; place < bits.count * 64; ++place)
      if (bits.words[place / 64] >> place % 64 & 1) {
        const uint64_t start = bits.address + place * bits.distance;
        addRange(test.told, key, {static_cast<int64_t>(start), bits.bytes, 0, 1});
        begin = std::min(begin, start);
        end = std::max(end, start + bits.bytes);
      }
    EXPECT_EQ(bits.begin, begin);
    EXPECT_EQ(bits.end, end);
    ++test.asBits;
    return true;
  }

  Checked makeCheck(uint64_t key) {
    Checked made = {.shift = static_cast<unsigned>(upTo(3)), .accesses = {}};
    for (uint64_t i = upTo(2) + 1; i > 0; --i)
      made.accesses.push_back({2 * key + upTo(1), static_cast<int64_t>(upTo(40)), upTo(15) + 1});
    return made;
  }
};

TEST_F(CheckedPlacesTest, tellsWhatWasNoted) {
  std::vector<Checked> checks;
  for (uint64_t i = 0; i < 12; ++i)
    checks.push_back(makeCheck(i + 1));
  std::size_t noted = 0, all = 0;
  for (int segment = 0; segment < 60; ++segment) {
    Bytes expected;
    const bool stopped = segment % 10 == 9;
    for (Checked &checked : checks) {
      const uint64_t window = std::vector<uint64_t>{0, 2 * kBytes, kFar}[upTo(2)];
      const uint64_t step = upTo(3) ? upTo(9) + 1 : 0; // else in no order
      uint64_t place = upTo(50);
      for (uint64_t i = upTo(3) ? upTo(2000) : upTo(30); i > 0; --i) {
        place = step ? place + step : upTo(10000);
        uint64_t address = kBase + window + 40 + (place << checked.shift) % kBytes;
        address += !upTo(200); // not aligned
        ++all;
        if (checked.note(*places, address)) {
          checked.addTo(expected, address);
          ++noted;
        }
      }
    }
    if (stopped) {
      places->stop();
      for (Checked &checked : checks)
        EXPECT_FALSE(checked.noteInLine(kBase + 40));
    }
    tell();
    EXPECT_EQ(told, expected) << "segment " << segment;
  }
  EXPECT_GT(noted, all / 3);
  EXPECT_GT(asBits, 50U);
}

TEST_F(CheckedPlacesTest, makesOneRangeOfEqualDistances) {
  Checked checked = {.shift = 3, .accesses = {{2, 0, 8}, {5, 16, 8}}};
  for (uint64_t step : {8, 24, 56, 4096 * 8 + 8}) {
    uint64_t first = 0;
    for (uint64_t at = kBase + 40; at < kBase + kBytes; at += step)
      if (checked.note(*places, at) && !first)
        first = at;
    tell();
    EXPECT_LE(ranges, 2U) << step;
  }
  // What was noted in the segment before is noted from the first time on.
  EXPECT_TRUE(checked.note(*places, kBase + 40));
  tell();
}

TEST_F(CheckedPlacesTest, givesNoPlacesOutsideOfWindows) {
  Checked checked = {.shift = 0, .accesses = {{2, 0, 1}}};
  for (int i = 0; i < 1000; ++i)
    EXPECT_FALSE(checked.note(*places, kBase + 8 * kBytes + 1));
  EXPECT_TRUE(places->empty());
  tell();
  EXPECT_TRUE(told.empty());
}

// All places are looked at when they are told: of a large window as many as calls have paid for.
TEST_F(CheckedPlacesTest, growsWithCalls) {
  constexpr uint64_t kLarge = uint64_t{1} << 27, kFrom = kBase + 2 * kFar;
  trackWindow(kFrom, kLarge);
  Checked checked = {.shift = 3, .accesses = {{2, 0, 8}}};
  for (int segment = 0; segment < 2; ++segment) {
    Bytes expected;
    uint64_t calls = 0, most = 0;
    for (int i = 0; i < 20000; ++i) {
      const uint64_t address = kFrom + upTo(kLarge / 8 - 1) * 8;
      const bool inLine = checked.noteInLine(address);
      if (inLine || checked.note(*places, address))
        checked.addTo(expected, address);
      calls += !inLine;
      if (checked.check.number)
        most = std::max(most, checked.check.noted->places);
      ASSERT_LE(most, 65536 * calls);
    }
    EXPECT_EQ(most, kLarge / 8);
    EXPECT_LT(calls, 4000U);
    tell();
    EXPECT_EQ(told, expected);
  }
  untrackWindow(kFrom, kLarge);
}

// More than there is room for: telling all that there is would be dear for a few that are refused.
TEST_F(CheckedPlacesTest, isFullWhereTellingPays) {
  constexpr uint64_t kLarge = uint64_t{1} << 30, kFrom = kBase + 2 * kFar;
  trackWindow(kFrom, kLarge);
  Checked checks[] = {{.shift = 3, .accesses = {{2, 0, 8}}},
                      {.shift = 3, .accesses = {{4, 0, 8}}},
                      {.shift = 3, .accesses = {{6, 0, 8}}}};
  Bytes expected;
  uint64_t refused = 0;
  for (int i = 0; i < 1000000 && !places->isFull(); ++i) {
    const uint64_t address = kFrom + upTo(kLarge / 8 - 1) * 8;
    Checked &checked = checks[i % 3];
    if (checked.note(*places, address))
      checked.addTo(expected, address);
    else
      ++refused;
  }
  EXPECT_TRUE(places->isFull());
  EXPECT_GT(refused, 30000U);
  tell();
  EXPECT_FALSE(places->isFull());
  EXPECT_EQ(told, expected);
  untrackWindow(kFrom, kLarge);
}

// A window in the place of another, and larger.
TEST_F(CheckedPlacesTest, takesNewWindows) {
  Checked checked = {.shift = 3, .accesses = {{2, 0, 8}}};
  const uint64_t base = kBase + 2 * kFar, added = base + kBytes;
  trackWindow(base, kBytes);
  for (int i = 0; i < 32; ++i)
    checked.note(*places, base);
  EXPECT_FALSE(checked.note(*places, added));
  tell();
  untrackWindow(base, kBytes);
  trackWindow(base, 2 * kBytes);
  EXPECT_TRUE(checked.note(*places, base));
  EXPECT_TRUE(checked.note(*places, added));
  tell();
  Bytes expected;
  checked.addTo(expected, base);
  checked.addTo(expected, added);
  EXPECT_EQ(told, expected);
  untrackWindow(base, 2 * kBytes);
}

} // namespace
