//===- ClockTest.cpp - clocks of several hosts ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Clock.h"

#include <gtest/gtest.h>

using namespace fencepost::archive;

namespace {

constexpr uint64_t kSecond = 1'000'000'000;

TEST(Clock, ProcessesOfOneHostShareIt) {
  ClockOrigin reference{kSecond, 5 * kSecond, 100 * kSecond, "a"};
  // Begun a second later; rates are measured and differ by a few parts in a million.
  ClockOrigin own{kSecond + 3000, 6 * kSecond, 101 * kSecond + 20'000, "a"};
  auto points = clockPoints({}, own, reference, 90 * kSecond);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].offset, 0);
  EXPECT_EQ(globalTime(points, 7 * kSecond), 7 * kSecond);
}

TEST(Clock, OtherHostsAreAlignedByTheDaysTime) {
  ClockOrigin reference{kSecond, 5 * kSecond, 100 * kSecond, "a"};
  ClockOrigin own{kSecond, 900 * kSecond, 102 * kSecond, "b"};
  auto points = clockPoints({}, own, reference, 910 * kSecond);
  EXPECT_EQ(globalTime(points, 900 * kSecond), 7 * kSecond);
  EXPECT_EQ(globalTime(points, 903 * kSecond), 10 * kSecond);
}

TEST(Clock, OneHostNameForTwoMachinesIsNoticed) {
  ClockOrigin reference{kSecond, 5 * kSecond, 100 * kSecond, "a"};
  ClockOrigin own{kSecond, 900 * kSecond, 102 * kSecond, "a"};
  EXPECT_EQ(globalTime(clockPoints({}, own, reference, 0), 900 * kSecond), 7 * kSecond);
}

TEST(Clock, MeasuredOffsetsAreInterpolated) {
  ClockOrigin origin{kSecond, 0, 0, "a"};
  auto points = clockPoints({{200, 40, 1}, {100, 20, 1}}, origin, origin, 300);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(globalTime(points, 100), 120u);
  EXPECT_EQ(globalTime(points, 150), 180u);
  EXPECT_EQ(globalTime(points, 200), 240u);
  EXPECT_EQ(globalTime(points, 50), 60u); // and extrapolated
  EXPECT_EQ(globalTime(points, 300), 360u);
}

TEST(Clock, AnotherRateIsExtrapolatedFromOneOffset) {
  ClockOrigin reference{2 * kSecond, 0, 0, "a"};
  ClockOrigin own{kSecond, 0, 0, "b"};
  auto points = clockPoints({{kSecond, kSecond, 1}}, own, reference, 11 * kSecond);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(globalTime(points, 11 * kSecond), 22 * kSecond);
  EXPECT_EQ(globalTime(points, 6 * kSecond), 12 * kSecond);
}

TEST(Clock, RepeatedMeasurementsAtOneTimeCountOnce) {
  ClockOrigin origin{kSecond, 0, 0, "a"};
  auto points = clockPoints({{100, 20, 1}, {100, 30, 1}}, origin, origin, 300);
  EXPECT_EQ(globalTime(points, 150), 170u);
}

} // namespace
