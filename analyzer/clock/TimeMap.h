//===- TimeMap.h - corrected times of a rank -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_CLOCK_TIMEMAP_H
#define FENCEPOST_ANALYZER_CLOCK_TIMEMAP_H

#include "analyzer/trace/Definitions.h"

#include <cstdint>
#include <vector>

namespace fencepost::analyzer {

/// A call that cannot have ended before `notBefore`, though the rank's clock says so.
struct LateEnd {
  uint64_t enter, leave; // by the rank's clock
  uint64_t notBefore;
};

/// The begin of a call that others had to wait for: not to be moved past their ends.
struct Cause {
  uint64_t enter;    // by the rank's clock
  uint64_t notAfter; // corrected
};

/// Ticks of a rank's clock to corrected ones, never earlier and in the same order. A call that must
/// end later is longer by that much; what follows is shifted, by less and less (forward
/// amortization of the controlled logical clock: 1 % of the time since, until nothing is left).
/// With `amortizeBackward` what was before is shifted, too, so that the call keeps its length.
class TimeMap {
public:
  static constexpr uint64_t kAmortization = 100;

  /// `ends` by leave; `from` and `shift`: what is left over from before.
  TimeMap(const std::vector<LateEnd> &ends, uint64_t from = 0, uint64_t shift = 0);

  /// Backward amortization: up to the enter of a call that must end later the shift grows, by 1 %
  /// of the time or from `begin` on, but no cause comes too late.
  void amortizeBackward(const std::vector<Cause> &causes, uint64_t begin);

  uint64_t operator()(uint64_t ticks) const { return ticks + shiftAt(ticks); }
  uint64_t shiftAt(uint64_t ticks) const;
  bool isIdentity() const { return points.empty(); }
  uint64_t largestShift() const;

private:
  struct Point {
    uint64_t ticks, shift;
  };
  void add(Point point);
  void takeLarger(const std::vector<Point> &ramps);
  std::vector<Point> jumps;  // where the calls that must end later are entered, and by how much
  std::vector<Point> points; // between two of them the shift is linear, outside of them 0
};

/// Every time of the location, and the time it spent in each call path.
void correctTimes(const Definitions &definitions, const TimeMap &map, LocationTrace &location);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CLOCK_TIMEMAP_H
