//===- RunsTest.cpp - runs hold the bytes that were accessed ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Runs.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

using namespace fencepost::runtime;

namespace {

using Bytes = std::map<uint64_t, std::set<int64_t>>;

void add(Bytes &bytes, uint64_t key, const StridedRange &range) {
  for (uint64_t i = 0; i < range.count; ++i)
    for (uint64_t b = 0; b < range.bytes; ++b)
      bytes[key].insert(range.start + static_cast<int64_t>(i) * range.stride +
                        static_cast<int64_t>(b));
}

/// What the runs were given, and what they gave out.
struct Recorder {
  std::unique_ptr<Runs> runs = std::make_unique<Runs>();
  Bytes expected, found;
  std::vector<StridedRange> ranges;

  static void spill(void *recorder, uint64_t key, const StridedRange &range) {
    add(static_cast<Recorder *>(recorder)->found, key, range);
  }
  void access(uint64_t key, const StridedRange &range) {
    add(expected, key, range);
    if (range.count == 1 &&
        runs->continues(key, static_cast<uint64_t>(range.start), range.bytes))
      return;
    if (runs->isFull())
      finish();
    if (!runs->add(key, range, spill, this))
      add(found, key, range);
  }
  void finish() {
    std::size_t count = 0;
    const Runs::Closed *closed = runs->finish(count, spill, this);
    for (std::size_t i = 0; i < count; ++i) {
      ranges.push_back(closed[i].range);
      add(found, closed[i].key, closed[i].range);
    }
    runs->clear();
  }
};

constexpr uint64_t kKey = 6;

TEST(Runs, elementsMakeRowsAndRowsBlocks) {
  Recorder recorder;
  for (int64_t row = 0; row < 20; ++row)
    for (int64_t i = 1; i < 99; ++i)
      recorder.access(kKey, {10000 + row * 800 + i * 8, 8, 0, 1});
  recorder.finish();
  ASSERT_EQ(recorder.ranges.size(), 1U);
  EXPECT_EQ(recorder.ranges[0], (StridedRange{10008, 784, 800, 20}));
}

TEST(Runs, planesOfAStencilBecomeOne) {
  Recorder recorder;
  constexpr int64_t kRow = 800, kRows = 40, kPlane = kRow * kRows, kPlanes = 12;
  for (int64_t plane = 1; plane < kPlanes - 1; ++plane)
    for (int64_t row = 1; row < kRows - 1; ++row)
      for (int64_t i = -1; i <= 1; ++i)
        for (int64_t j = -1; j <= 1; ++j)
          recorder.access(kKey, {10000 + (plane + i) * kPlane + (row + j) * kRow, kRow, 0, 1});
  recorder.finish();
  ASSERT_EQ(recorder.ranges.size(), 1U);
  EXPECT_EQ(recorder.ranges[0], (StridedRange{10000, kPlane * kPlanes, 0, 1}));
  EXPECT_EQ(recorder.found, recorder.expected);
}

TEST(Runs, columnsGrowWider) {
  Recorder recorder;
  for (int64_t column = 0; column < 50; ++column)
    recorder.access(kKey, {10000 + column * 8, 8, 800, 100});
  recorder.finish();
  ASSERT_EQ(recorder.ranges.size(), 1U);
  EXPECT_EQ(recorder.ranges[0], (StridedRange{10000, 400, 800, 100}));
}

TEST(Runs, repetitionsAreThereAlready) {
  Recorder recorder;
  for (int time = 0; time < 30; ++time)
    for (int64_t i = 0; i < 100; ++i)
      recorder.access(kKey, {5000 + i * 56, 8, 0, 1});
  for (int64_t i = 99; i >= 0; --i)
    recorder.access(kKey, {5000 + i * 56, 8, 0, 1});
  recorder.finish();
  EXPECT_LE(recorder.ranges.size(), 2U); // upwards, and downwards
  EXPECT_EQ(recorder.found, recorder.expected);
}

TEST(Runs, holdTheBytesOfAnyAccesses) {
  std::mt19937 random(11);
  const auto upTo = [&](int64_t most) {
    return std::uniform_int_distribution<int64_t>(0, most)(random);
  };
  Recorder recorder;
  for (int round = 0; round < 60; ++round) {
    recorder.expected.clear();
    recorder.found.clear();
    for (int64_t loop = upTo(40); loop > 0; --loop) {
      const auto key = static_cast<uint64_t>(2 + upTo(3) * (upTo(4) ? 1 : 512));
      const int64_t start = 1000 + upTo(3000), bytes = int64_t{1} << upTo(4), count = upTo(30);
      const int64_t steps[] = {bytes, -bytes, 24, -40, 0, 3, 100};
      const int64_t step = steps[upTo(6)];
      const int64_t outer = upTo(3), pitch = 500 - upTo(1) * upTo(500);
      for (int64_t row = 0; row <= outer; ++row)
        for (int64_t i = 0; i < count; ++i)
          recorder.access(key, {start + 3000 + row * pitch + i * step, static_cast<uint64_t>(bytes), 0, 1});
      for (int64_t i = upTo(20); i > 0; --i)
        recorder.access(key, {upTo(5000), static_cast<uint64_t>(bytes), 0, 1});
      const int64_t stride = 20 + upTo(200);
      for (int64_t i = upTo(12); i > 0; --i)
        recorder.access(key, {start + i * bytes, static_cast<uint64_t>(bytes), stride,
                              static_cast<uint64_t>(2 + upTo(1) * upTo(9))});
    }
    recorder.finish();
    ASSERT_EQ(recorder.found, recorder.expected) << "round " << round;
  }
}

} // namespace
