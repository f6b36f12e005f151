//===- Clock.h - the time in a trace --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time-stamp counter where it runs at one rate on all cores, the monotonic
// clock elsewhere. Which of them is agreed on in MPI_Init (Start.cpp): until then
// a moment is read from both.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_CLOCK_H
#define FENCEPOST_RUNTIME_PROCESS_CLOCK_H

#include <cstdint>
#include <ctime>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace fencepost::runtime {

namespace detail {
extern bool clockIsCounter;
}

inline uint64_t monotonicNano() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

inline uint64_t counterTicks() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return 0;
#endif
}

/// Nanoseconds of the day's time, and the ticks of the chosen clock at that moment.
struct DayTime {
  uint64_t unixNano;
  uint64_t ticks;
};
DayTime readDayTime();

/// Ticks of the clock that was chosen.
inline uint64_t now() { return detail::clockIsCounter ? counterTicks() : monotonicNano(); }

/// One moment on both clocks.
struct Moment {
  uint64_t counter;
  uint64_t nano;
};
Moment readMoment();

/// Processes with the same one read the same clocks: the machine's since it was booted, in one time
/// namespace. 0 where the system does not tell.
uint64_t clockIdentity();

/// Ticks a second of the counter, measured since the library was loaded; 0 where it is not steady.
uint64_t counterRate();

/// Chooses the clock for the rest of the run.
void chooseClock(bool counter);

/// The moment in ticks of the chosen clock.
inline uint64_t ticksOf(const Moment &moment) {
  return detail::clockIsCounter ? moment.counter : moment.nano;
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_CLOCK_H
