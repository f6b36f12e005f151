//===- WhatIfTest.cpp - changes of small graphs ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorded.h"

#include <gtest/gtest.h>

#include <array>

using namespace fencepost::analyzer;
using fencepost::EventKind;

TEST(WhatIf, Scale) {
  EXPECT_EQ(twoBarriers().with("scale:a.c:1=0.5"), 160u); // rank 1 computes 50 less
  EXPECT_EQ(twoBarriers().with("scale:a.c:1=2"), 310u);
  EXPECT_EQ(twoBarriers().with("scale:main=0"), 10u);
  EXPECT_EQ(twoBarriers().with("scale:src/a.c:1=0"), 110u);
}

TEST(WhatIf, NoBarrier) {
  // Each computes 110 in all, and the fence takes 5.
  EXPECT_EQ(twoBarriers().with("no-barrier:./a.c:1"), 115u);
  EXPECT_THROW(twoBarriers().with("no-barrier:a.c:2"), TraceError); // a fence
}

TEST(WhatIf, Balance) {
  // Two stretches of 110 in all, each of 55 a rank, and 5 in each of the calls.
  EXPECT_EQ(twoBarriers().with("balance"), 120u);
  EXPECT_EQ(twoBarriers().with("balance:a.c:1"), 165u);
}

TEST(WhatIf, BalanceGivesWorkToThoseWithout) {
  Recorded run(2);
  run.all(GateKind::Barrier, {run.call(0, 1, 0, 60), run.call(1, 1, 60, 60)});
  run.all(GateKind::Barrier, {run.call(0, 2, 60, 70), run.call(1, 2, 60, 70)});
  EXPECT_EQ(run.with("balance"), 40u);
}

TEST(WhatIf, BalanceOfWhatNobodyComputes) {
  Recorded run(2);
  run.all(GateKind::Barrier, {run.call(0, 1, 0, 60), run.call(1, 1, 0, 60)});
  EXPECT_THROW(run.with("balance"), TraceError);
  EXPECT_THROW(Recorded(0).with("balance"), TraceError);
}

namespace {

/// Three fences; in the first epoch rank 0 writes to rank 1, in the second nobody does. Rank 2
/// comes late to the first, rank 0 to the second.
Recorded threeFences() {
  Recorded run(3);
  auto fence = [&](uint32_t line, std::array<uint64_t, 3> enters, uint64_t leave) {
    std::array<uint32_t, 3> steps;
    for (uint32_t rank = 0; rank < 3; ++rank)
      steps[rank] = run.call(rank, line, enters[rank], leave, EventKind::Fence);
    run.all(GateKind::Fence, {steps[0], steps[1], steps[2]});
    return steps;
  };
  fence(1, {10, 10, 100}, 101);
  run.graph.uses.push_back({fence(2, {150, 111, 111}, 152)[0], 1});
  fence(3, {162, 252, 162}, 255);
  return run;
}

} // namespace

TEST(WhatIf, FencesReplaced) {
  EXPECT_EQ(threeFences().unchanged(), 255u);
  // Rank 0 need not wait for rank 2, and enters the second fence at 60; rank 2, without a
  // partner, leaves at once and enters the second one at 110, which takes 2; rank 1 computes 100.
  EXPECT_EQ(threeFences().with("pscw:a.c:1"), 110u + 2 + 100 + 3);
  // Rank 1, which computes until the end, has to wait for rank 0 still.
  EXPECT_EQ(threeFences().with("pscw:a.c:2"), 255u);
  // Nobody communicates after the last one, or before.
  EXPECT_EQ(threeFences().with("pscw:a.c:3"), 252u);
  // Rank 0 is complete at 60, rank 1 can go on and computes 100.
  EXPECT_EQ(threeFences().with("pscw:main"), 60u + 2 + 100);
}

TEST(WhatIf, StartsComeWithTheFirstOperation) {
  // Rank 0 computes 20 after the first fence and puts to rank 1, which came to that fence at 50.
  Recorded run(2);
  std::array<uint32_t, 2> opening = {run.call(0, 1, 10, 51, EventKind::Fence),
                                     run.call(1, 1, 50, 51, EventKind::Fence)};
  run.all(GateKind::Fence, {opening[0], opening[1]});
  run.call(0, 2, 71, 72, EventKind::Put);
  std::array<uint32_t, 2> closing = {run.call(0, 3, 102, 112, EventKind::Fence),
                                     run.call(1, 3, 111, 112, EventKind::Fence)};
  run.all(GateKind::Fence, {closing[0], closing[1]});
  run.graph.uses = {{closing[0], 1}};
  run.call(0, 4, 132, 133);
  EXPECT_EQ(run.unchanged(), 133u);
  // It computes meanwhile, puts from 50 to 51 and would be at the other fence at 81.
  EXPECT_EQ(run.with("pscw:a.c:1"), 133u);
  // Its data is complete when rank 1 is in MPI again, at 111: both leave at 112.
  EXPECT_EQ(run.with("pscw:main"), 133u);
  run.graph.steps[closing[1]].computing = 20; // 71
  EXPECT_EQ(run.with("pscw:main"), 50u + 1 + 30 + 1 + 20 + 1);
}

TEST(WhatIf, FencesOfSharedWindowsStay) {
  Recorded run = threeFences();
  run.graph.sharedWindows = {0};
  EXPECT_THROW(run.with("pscw:main"), TraceError);
  EXPECT_THROW(twoBarriers().with("pscw:a.c:1"), TraceError); // a barrier
}

TEST(WhatIf, LocksShared) {
  EXPECT_EQ(threeHolds().with("shared:a.c:1"), 10u + 2 + 20 + 1);
  EXPECT_THROW(threeHolds().with("shared:a.c:2"), TraceError);
}

namespace {

/// Rank 0 computes 100 before each of two posts, and waits for rank 1, which computes 90 before the
/// first complete and 10 before the second one.
struct TwoExposures : Recorded {
  TwoExposures() : Recorded(2) {
    uint32_t completes[] = {call(1, 3, 90, 101, EventKind::Complete),
                            call(1, 3, 111, 212, EventKind::Complete)};
    uint64_t now = 0;
    for (uint32_t complete : completes) {
      posts.push_back(call(0, 1, now + 100, now + 101, EventKind::Post));
      waitsForThem.push_back(call(0, 2, now + 101, now + 102, EventKind::Wait));
      now += 102;
      waits(complete, posts.back(), GateKind::Post);
      waits(waitsForThem.back(), complete, GateKind::Complete);
    }
  }
  std::vector<uint32_t> posts, waitsForThem;
};

} // namespace

TEST(WhatIf, PostsEarlier) {
  TwoExposures run;
  EXPECT_EQ(run.unchanged(), 212u);
  // Posts at 0 and 102; what rank 0 computes now comes before its waits.
  EXPECT_EQ(run.with("early-post:a.c:1"), 204u);
  EXPECT_THROW(run.with("early-post:a.c:2"), TraceError);
}

TEST(WhatIf, PostsEarlierWhereTheMemoryIsUsed) {
  TwoExposures run;
  run.graph.touches = {{run.posts[0], 0, false}, {run.posts[1], 0, false}};
  EXPECT_EQ(run.with("early-post:a.c:1"), 212u);
  run.graph.touches = {{run.posts[0], 1, false}, {run.posts[1], 1, true}}; // another window
  EXPECT_EQ(run.with("early-post:a.c:1"), 204u);
}

TEST(WhatIf, PostsEarlierWithCallsBetween) {
  Recorded run(2);
  uint32_t other = run.call(0, 5, 10, 11), post = run.call(0, 1, 40, 41, EventKind::Post);
  run.graph.steps[other].window = kNone;
  uint32_t complete = run.call(1, 3, 5, 41, EventKind::Complete);
  run.waits(complete, post, GateKind::Post);
  run.call(1, 6, 141, 142);
  EXPECT_EQ(run.unchanged(), 142u);
  EXPECT_EQ(run.with("early-post:a.c:1"),
            142u - 35); // at 0, before the other call; complete enters at 5
  run.graph.touches = {{other, 0, false}};
  EXPECT_EQ(run.with("early-post:a.c:1"), 142u - 30); // after computing until 10
  run.graph.touches = {{other, 0, true}};
  EXPECT_EQ(run.with("early-post:a.c:1"), 142u - 29); // after that call
}

TEST(WhatIf, WaitsLater) {
  TwoExposures run;
  // The first one right before the second post, the second one stays. Nobody is there earlier.
  EXPECT_EQ(run.with("late-wait:a.c:2"), 212u);
  Recorded chain(2);
  uint32_t complete = chain.call(1, 3, 50, 51, EventKind::Complete);
  chain.waits(chain.call(0, 2, 10, 51, EventKind::Wait), complete, GateKind::Complete);
  uint32_t after = chain.call(0, 1, 91, 92, EventKind::Post);
  EXPECT_EQ(chain.unchanged(), 92u);
  EXPECT_EQ(chain.with("late-wait:a.c:2"), 10u + 40 + 1 + 1);
  chain.graph.touches = {{after, 0, false}};
  EXPECT_EQ(chain.with("late-wait:a.c:2"), 92u);
}

TEST(WhatIf, PlacesThatAreNotThere) {
  for (const char *change : {"scale:b.c:1=2", "scale:a.c:3=2", "scale:.c:1=2", "scale:exchange=2"})
    EXPECT_THROW(twoBarriers().with(change), TraceError) << change;
}

TEST(WhatIf, ChangesThatAreNone) {
  for (const char *change : {"",
                             "scale",
                             "scale:",
                             "scale:a.c:1",
                             "scale:a.c:1=",
                             "scale:a.c:1=x",
                             "scale:a.c:1=-1",
                             "scale:a.c:1=nan",
                             "scale:a.c:1=inf",
                             "scale:a.c:1=1e7",
                             "scale:a.c:1=2x",
                             "scale:=2",
                             "scale:a.c:=2",
                             "scale:a.c:0=2",
                             "scale::3=2",
                             "scale:a.c:99999999999=2",
                             "no-barrier",
                             "no-barrier:",
                             "no-barrier:a.c:x",
                             "faster:a.c:1"})
    EXPECT_THROW(parseChange(change), TraceError) << change;
  EXPECT_EQ(parseChange("scale:c:/x/a.c:12=1e-1").place.line->line, 12u);
  EXPECT_EQ(parseChange("no-barrier:solver::step").place.function, "solver::step");
}
