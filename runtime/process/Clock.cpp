//===- Clock.cpp - the time in a trace ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Clock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace fencepost::runtime {

bool detail::clockIsCounter = false;

namespace {

Moment loaded;

[[gnu::constructor]] void readFirstMoment() { loaded = readMoment(); }

bool counterIsSteady() {
#if defined(__x86_64__)
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  // Invariant TSC: the same rate in all power states.
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1U << 8));
#else
  return false;
#endif
}

} // namespace

Moment readMoment() { return {counterTicks(), monotonicNano()}; }

uint64_t counterRate() {
  if (!counterIsSteady())
    return 0;
  // Two readings 20 ms apart give a rate good to a few parts in a million.
  constexpr uint64_t kLeastNano = 20000000;
  Moment last = readMoment();
  while (last.nano - loaded.nano < kLeastNano) {
    timespec pause = {0, 1000000};
    nanosleep(&pause, nullptr);
    last = readMoment();
  }
  const auto ticks = static_cast<double>(last.counter - loaded.counter);
  return static_cast<uint64_t>(ticks * 1e9 / static_cast<double>(last.nano - loaded.nano));
}

void chooseClock(bool counter) { detail::clockIsCounter = counter; }

} // namespace fencepost::runtime
