//===- TimeMap.cpp - corrected times of a rank ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/clock/TimeMap.h"

#include "analyzer/causes/Activity.h"

#include <algorithm>
#include <tuple>

namespace fencepost::analyzer {

void TimeMap::add(Point point) {
  if (!points.empty() && points.back().ticks == point.ticks)
    points.back().shift = std::max(points.back().shift, point.shift);
  else
    points.push_back(point);
}

TimeMap::TimeMap(const std::vector<LateEnd> &ends, uint64_t from, uint64_t shift) {
  if (shift)
    add({from, shift});
  // Where the shift ends that the last point began.
  auto fade = [&](uint64_t until) {
    if (points.empty() || points.back().shift == 0)
      return;
    uint64_t length = points.back().shift * kAmortization;
    if (points.back().ticks + length <= until)
      add({points.back().ticks + length, 0});
  };
  auto left = [&](uint64_t ticks) { // of the shift that the last point began
    if (points.empty())
      return uint64_t{0};
    uint64_t gone = (ticks - points.back().ticks) / kAmortization;
    return points.back().shift - std::min(points.back().shift, gone);
  };
  for (const LateEnd &end : ends) {
    uint64_t enter = points.empty() ? end.enter : std::max(end.enter, points.back().ticks);
    if (enter > end.leave)
      continue;
    fade(enter);
    uint64_t needed = end.notBefore - std::min(end.notBefore, end.leave);
    if (needed <= left(end.leave))
      continue;
    add({enter, left(enter)});
    add({end.leave, needed});
    jumps.push_back({enter, needed});
  }
  fade(UINT64_MAX);
}

void TimeMap::amortizeBackward(const std::vector<Cause> &causes, uint64_t begin) {
  struct Bend {
    uint64_t ticks;
    uint64_t atLeast, atMost; // the shift
  };
  std::vector<Bend> bends = {{begin, 0, 0}};
  for (const Point &jump : jumps)
    bends.push_back({jump.ticks, jump.shift, UINT64_MAX});
  for (const Point &point : points)
    bends.push_back({point.ticks, 0, UINT64_MAX});
  for (const Cause &cause : causes)
    if (!jumps.empty() && cause.enter <= jumps.back().ticks)
      bends.push_back({cause.enter, 0, cause.notAfter - std::min(cause.notAfter, cause.enter)});
  std::erase_if(bends, [&](const Bend &bend) { return bend.ticks < begin; });
  // From the last to the first; of several at one time those that want a shift come first.
  std::sort(bends.begin(), bends.end(), [](const Bend &a, const Bend &b) {
    return std::tie(a.ticks, a.atMost) > std::tie(b.ticks, b.atMost);
  });
  std::vector<Point> ramps;
  double shift = 0, slope = 0;
  Point next{UINT64_MAX, UINT64_MAX}; // of all: the shift shrinks by no more than forward
  for (const Bend &bend : bends) {
    double before = shift - slope * double(next.ticks - bend.ticks);
    if (shift > 0 && before < 0)
      ramps.push_back({next.ticks - static_cast<uint64_t>(shift / slope), 0});
    shift = std::max(before, 0.0);
    if (double(bend.atLeast) > shift) {
      shift = double(bend.atLeast);
      slope = std::max(1.0 / kAmortization, shift / std::max(1.0, double(bend.ticks - begin)));
    }
    shift = std::min(shift, double(bend.atMost));
    shift = std::min(shift, double(next.shift) + double(next.ticks - bend.ticks) / kAmortization);
    if (ramps.empty() || ramps.back().ticks != bend.ticks)
      ramps.push_back({bend.ticks, 0});
    ramps.back().shift = static_cast<uint64_t>(shift);
    next = {bend.ticks, std::max(ramps.back().shift, shiftAt(bend.ticks))};
  }
  takeLarger({ramps.rbegin(), ramps.rend()});
}

/// Where both bend the shift is the larger one.
void TimeMap::takeLarger(const std::vector<Point> &ramps) {
  std::vector<Point> larger;
  auto next = ramps.begin();
  for (const Point &point : points) {
    for (; next != ramps.end() && next->ticks < point.ticks; ++next)
      larger.push_back({next->ticks, std::max(next->shift, shiftAt(next->ticks))});
    larger.push_back(point);
    for (; next != ramps.end() && next->ticks == point.ticks; ++next)
      larger.back().shift = std::max(larger.back().shift, next->shift);
  }
  points = std::move(larger);
}

uint64_t TimeMap::shiftAt(uint64_t ticks) const {
  auto after =
      std::upper_bound(points.begin(), points.end(), ticks,
                       [](uint64_t time, const Point &point) { return time < point.ticks; });
  if (after == points.begin() || after == points.end())
    return after == points.end() && !points.empty() ? points.back().shift : 0;
  const Point &a = *std::prev(after), &b = *after;
  double part = double(ticks - a.ticks) / double(b.ticks - a.ticks);
  double shift = double(a.shift) + part * (double(b.shift) - double(a.shift));
  return static_cast<uint64_t>(shift + 0.5);
}

uint64_t TimeMap::largestShift() const {
  uint64_t largest = 0;
  for (const Point &point : points)
    largest = std::max(largest, point.shift);
  return largest;
}

void correctTimes(const Definitions &definitions, const TimeMap &map, LocationTrace &location) {
  if (map.isIdentity())
    return;
  std::unordered_map<uint32_t, int64_t> longer; // by context
  std::size_t first = 0;
  forEachActivity(definitions, location, location.begin, location.end, first,
                  [&](uint32_t context, TimeInterval at) {
                    longer[context] += static_cast<int64_t>(map.shiftAt(at.end)) -
                                       static_cast<int64_t>(map.shiftAt(at.begin));
                  });
  for (ContextTime &time : location.times)
    if (auto found = longer.find(time.context); found != longer.end())
      time.ticks = static_cast<uint64_t>(
          std::max<int64_t>(0, static_cast<int64_t>(time.ticks) + found->second));
  auto correct = [&](uint64_t &ticks) { ticks = map(ticks); };
  for (Event &event : location.events) {
    correct(event.enter);
    correct(event.leave);
  }
  for (FunctionSwitch &function : location.functions)
    correct(function.time);
  for (HintChange &hint : location.hints)
    correct(hint.time);
  for (MappedSegment &segment : location.mapped) {
    correct(segment.from);
    if (segment.until != UINT64_MAX)
      correct(segment.until);
  }
  correct(location.begin);
  correct(location.end);
}

} // namespace fencepost::analyzer
