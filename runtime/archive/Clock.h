//===- Clock.h - puts the clocks of all ranks on one time line ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_CLOCK_H
#define FENCEPOST_RUNTIME_ARCHIVE_CLOCK_H

#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::archive {

/// At local time `time`, the reference's clock showed `time + offset`. All in ticks.
struct ClockPoint {
  uint64_t time;
  int64_t offset;
  uint64_t deviation;
};

/// How a process's clock relates to the day's time (JournalHeader).
struct ClockOrigin {
  uint64_t ticksPerSecond = 1;
  uint64_t beginTicks = 0;
  uint64_t beginUnixNano = 0;
  std::string host;
};

/// The offsets to write for a rank whose last record is at `last`: those that were measured, or,
/// where none were, what the begin times say. Processes of one host share a clock unless the
/// begin times contradict that by more than a millisecond. Clocks of different rates that were
/// compared once only are extrapolated by their nominal rates.
std::vector<ClockPoint> clockPoints(std::vector<ClockPoint> measured, const ClockOrigin &own,
                                    const ClockOrigin &reference, uint64_t last);

/// The reference's time, by linear interpolation as OTF2 readers do it.
uint64_t globalTime(const std::vector<ClockPoint> &points, uint64_t time);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_CLOCK_H
