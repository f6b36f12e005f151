//===- ReplayTest.cpp - replays of small graphs ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorded.h"

#include <gtest/gtest.h>

#include <random>

using namespace fencepost::analyzer;
using fencepost::EventKind;

TEST(Replay, GivesWhatWasRecorded) {
  Recorded run = twoBarriers();
  EXPECT_EQ(run.unchanged(), 210u);
  EXPECT_EQ(run.graph.steps[0].own, 5u); // of 95 it waited 90
}

TEST(Replay, OfNothing) { EXPECT_EQ(Recorded(3).unchanged(), 0u); }

TEST(Replay, TailsAndBegins) {
  Recorded run = twoBarriers();
  run.graph.ranks[0].tail = 40;
  run.graph.ranks[1].begin = 30; // its first call was at 100 from the begin of the run
  run.graph.steps[run.graph.ranks[1].order[0]].computing = 70;
  EXPECT_EQ(run.unchanged(), 250u);
}

TEST(Replay, WaitingForThatOthersLeave) {
  Recorded run(2);
  uint32_t holder = run.call(0, 1, 10, 60), waiter = run.call(1, 2, 20, 65);
  run.waits(waiter, holder, GateKind::Message, LinkKind::Leaves);
  EXPECT_EQ(run.unchanged(), 65u);
  EXPECT_EQ(run.with("scale:a.c:1=3"), 85u);
}

TEST(Replay, CallsThatWaitForEachOtherAreLetGo) {
  Recorded run(2);
  uint32_t one = run.call(0, 1, 10, 30), other = run.call(1, 2, 10, 40);
  run.waits(one, other, GateKind::Message, LinkKind::Leaves);
  run.waits(other, one, GateKind::Message, LinkKind::Leaves);
  setOwnTimes(run.graph);
  Replayed result = replay(run.graph);
  EXPECT_EQ(result.forced, 1u);
  EXPECT_EQ(result.ticks, 20u); // the other one waits no longer than for that
}

/// Whatever the calls wait for, as long as that was before they ended, the replay gives the times
/// recorded; and no order of the links matters.
TEST(Replay, OfRandomRuns) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    Recorded run(4);
    std::vector<uint64_t> now(4, 0);
    for (int i = 0; i < 60; ++i) {
      uint32_t rank = random() % 4;
      uint64_t enter = now[rank] + random() % 50;
      now[rank] = enter + random() % 50;
      run.call(rank, 1 + random() % 5, enter, now[rank]);
    }
    for (uint32_t i = 0; i < 100; ++i) {
      uint32_t step = random() % 60, late = random() % 60;
      const Step &a = run.graph.steps[step], &b = run.graph.steps[late];
      if (a.rank != b.rank && b.enter < a.leave)
        run.waits(step, late, GateKind::Message);
    }
    EXPECT_EQ(run.unchanged(), run.graph.recorded);
    uint64_t scaled = run.with("scale:a.c:3=2.5");
    EXPECT_GE(scaled, run.graph.recorded);
    std::shuffle(run.graph.links.begin(), run.graph.links.end(), random);
    EXPECT_EQ(run.with("scale:a.c:3=2.5"), scaled);
  }
}

TEST(Replay, Locks) {
  Recorded run = threeHolds();
  EXPECT_EQ(run.unchanged(), 79u);
  EXPECT_EQ(run.graph.steps[4].own, 2u); // after the release of the one before
  EXPECT_EQ(run.with("scale:a.c:2=0.5"), 79u - 3 * 10);
}

TEST(Replay, LocksAndWhoTakesTheirPlace) {
  Recorded run = threeHolds();
  run.graph.holds[0].exclusive = run.graph.holds[1].exclusive = false;
  linkLocks(run.graph);
  // Two at once; the third waits for both, as it waited for the second only.
  EXPECT_EQ(run.unchanged(), 79u);
  run.graph.holds[1].checked = false;
  linkLocks(run.graph);
  EXPECT_EQ(run.unchanged(), 79u);
}

TEST(Replay, TargetsServe) {
  // Rank 0 completes at 20, when rank 1 computes until 50.
  Recorded run(2);
  uint32_t complete = run.call(0, 1, 20, 55, EventKind::Complete);
  run.call(1, 2, 10, 15);
  run.call(1, 3, 50, 60);
  run.graph.served = {{complete, 1}};
  EXPECT_EQ(run.unchanged(), 60u);
  EXPECT_EQ(run.graph.progress, Progress::ByTarget);
  EXPECT_EQ(run.graph.steps[complete].own, 5u);
  EXPECT_EQ(run.with("scale:a.c:3=2"), 95u);
  run.call(0, 4, 55, 56);
  EXPECT_EQ(run.with("scale:a.c:3=2"), 95u);
}

TEST(Replay, TargetsThatNeedNotServe) {
  Recorded run(2);
  uint32_t complete = run.call(0, 1, 20, 25, EventKind::Complete);
  run.call(1, 2, 10, 15);
  run.call(1, 3, 50, 60);
  run.graph.served = {{complete, 1}};
  EXPECT_EQ(run.unchanged(), 60u);
  EXPECT_EQ(run.graph.progress, Progress::Independent);
  EXPECT_TRUE(run.graph.served.empty());
}
