//===- Clock.cpp - the time in a trace ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Clock.h"

#include "runtime/base/Hash.h"

#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace fencepost::runtime {

bool detail::clockIsCounter = false;

namespace {

/// The system may take the processor away between the readings of two clocks: of several readings
/// the one is believed that took the least time.
template <typename Inner, typename Outer> Moment readBoth(Inner inner, Outer outer) {
  constexpr int kTries = 5;
  constexpr uint64_t kGoodEnough = 2000; // ticks: less than that is no interruption
  Moment best = {};
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < kTries && shortest > kGoodEnough; ++i) {
    const uint64_t before = outer();
    const uint64_t at = inner();
    const uint64_t taken = outer() - before;
    if (i == 0 || taken < shortest) {
      shortest = taken;
      best = {before + taken / 2, at};
    }
  }
  return best;
}

uint64_t dayNano() {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

/// Adds what a file or a link says; false where there is none.
bool addText(uint64_t &hash, const char *path, bool isLink) {
  char text[128];
  ssize_t length = -1;
  if (isLink) {
    length = readlink(path, text, sizeof(text));
  } else if (const int file = open(path, O_RDONLY | O_CLOEXEC); file >= 0) {
    length = read(file, text, sizeof(text));
    close(file);
  }
  if (length <= 0)
    return false;
  hash = addToHash(hash, text, static_cast<std::size_t>(length));
  return true;
}

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

Moment readMoment() { return readBoth(monotonicNano, counterTicks); }

DayTime readDayTime() {
  const Moment both = readBoth(dayNano, now);
  return {both.nano, both.counter};
}

uint64_t clockIdentity() {
  uint64_t hash = 0;
  if (!addText(hash, "/proc/sys/kernel/random/boot_id", false))
    return 0;
  addText(hash, "/proc/self/ns/time", true); // older kernels have one
  // Copies of a running virtual machine have one boot.
  char host[256] = {};
  gethostname(host, sizeof(host) - 1);
  return addToHash(hash, host, std::strlen(host));
}

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
