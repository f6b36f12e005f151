//===- Clock.cpp - puts the clocks of all ranks on one time line ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Clock.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fencepost::archive {

namespace {

constexpr double kSameClockSeconds = 1e-3;

/// Rates are measured, by each process for itself: a few parts in a million are noise.
bool sameRate(const ClockOrigin &a, const ClockOrigin &b) {
  constexpr double kSameRate = 1e-3;
  auto rateA = static_cast<double>(a.ticksPerSecond);
  auto rateB = static_cast<double>(b.ticksPerSecond);
  return std::abs(rateA - rateB) <= kSameRate * rateB;
}

ClockPoint pointFromBeginTimes(const ClockOrigin &own, const ClockOrigin &reference) {
  auto signedDifference = [](uint64_t a, uint64_t b) { return static_cast<int64_t>(a - b); };
  double seconds =
      1e-9 * static_cast<double>(signedDifference(own.beginUnixNano, reference.beginUnixNano));
  int64_t offset = std::llround(seconds * static_cast<double>(reference.ticksPerSecond)) -
                   signedDifference(own.beginTicks, reference.beginTicks);
  auto uncertain =
      static_cast<uint64_t>(kSameClockSeconds * static_cast<double>(reference.ticksPerSecond));
  bool sameClock = own.host == reference.host && sameRate(own, reference) &&
                   static_cast<uint64_t>(std::llabs(offset)) <= uncertain;
  return {own.beginTicks, sameClock ? 0 : offset, sameClock ? 0 : uncertain};
}

} // namespace

std::vector<ClockPoint> clockPoints(std::vector<ClockPoint> points, const ClockOrigin &own,
                                    const ClockOrigin &reference, uint64_t last) {
  std::ranges::sort(points, {},
                    [](const ClockPoint &point) { return std::pair(point.time, point.offset); });
  auto [end, _] = std::ranges::unique(points, {}, &ClockPoint::time);
  points.erase(end, points.end());
  if (points.empty())
    points.push_back(pointFromBeginTimes(own, reference));
  const ClockPoint only = points.front();
  if (points.size() == 1 && !sameRate(own, reference) && last > only.time) {
    double rate =
        static_cast<double>(reference.ticksPerSecond) / static_cast<double>(own.ticksPerSecond);
    double drift = static_cast<double>(last - only.time) * (rate - 1);
    points.push_back({last, only.offset + std::llround(drift), only.deviation});
  }
  return points;
}

uint64_t globalTime(const std::vector<ClockPoint> &points, uint64_t time) {
  if (points.empty())
    return time;
  std::size_t right = 1;
  while (right + 1 < points.size() && points[right].time < time)
    ++right;
  const ClockPoint &a = points[right - 1];
  if (right >= points.size())
    return time + static_cast<uint64_t>(a.offset);
  const ClockPoint &b = points[right];
  double slope = static_cast<double>(b.offset - a.offset) / static_cast<double>(b.time - a.time);
  double offset = static_cast<double>(a.offset) +
                  slope * static_cast<double>(static_cast<int64_t>(time - a.time));
  return time + static_cast<uint64_t>(std::llround(offset));
}

} // namespace fencepost::archive
