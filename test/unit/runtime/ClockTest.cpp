//===- ClockTest.cpp - the time in a trace --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Clock.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

using namespace fencepost::runtime;

namespace {

TEST(Clock, ProcessesOfOneMachineHaveOneIdentity) {
  const uint64_t mine = clockIdentity();
  EXPECT_NE(mine, 0u);
  const pid_t child = fork();
  if (child == 0)
    _exit(clockIdentity() == mine ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(Clock, AMomentLiesBetweenTheReadingsAroundIt) {
  for (int i = 0; i < 1000; ++i) {
    const uint64_t counter = counterTicks(), nano = monotonicNano();
    const Moment moment = readMoment();
    EXPECT_LE(counter, moment.counter);
    EXPECT_LE(nano, moment.nano);
    EXPECT_LE(moment.counter, counterTicks());
    EXPECT_LE(moment.nano, monotonicNano());
  }
}

TEST(Clock, TheDaysTimeIsThatOfTheTicks) {
  const DayTime one = readDayTime(), other = readDayTime();
  EXPECT_LE(one.ticks, other.ticks);
  EXPECT_GT(one.unixNano, 1'500'000'000'000'000'000u);
}

} // namespace
