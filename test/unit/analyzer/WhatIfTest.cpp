//===- WhatIfTest.cpp - replays of small graphs --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Reader.h"
#include "analyzer/whatif/Apply.h"
#include "analyzer/whatif/Replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

using namespace fencepost::analyzer;
using fencepost::EventKind;

namespace {

/// A run of calls; a call's context is its line of main.
struct Recorded {
  explicit Recorded(uint32_t ranks) {
    graph.ranks.resize(ranks);
    definitions.hosts.resize(ranks);
    definitions.regions.define(0).name = "main";
  }

  uint32_t call(uint32_t rank, uint32_t line, uint64_t enter, uint64_t leave,
                EventKind kind = EventKind::AllToAll) {
    Context &context = definitions.contexts.define(line);
    context.region = 0;
    context.file = "a.c";
    context.directory = "/src";
    context.line = line;
    std::vector<uint32_t> &order = graph.ranks[rank].order;
    uint64_t before = order.empty() ? 0 : graph.steps[order.back()].leave;
    order.push_back(static_cast<uint32_t>(graph.steps.size()));
    graph.steps.push_back({.enter = enter,
                           .leave = leave,
                           .computing = enter - before,
                           .rank = rank,
                           .context = line,
                           .window = 0,
                           .kind = kind});
    graph.recorded = std::max(graph.recorded, leave);
    return order.back();
  }

  void all(GateKind kind, std::initializer_list<uint32_t> steps) {
    uint32_t gate = graph.addGate(kind);
    graph.gates[gate].allRanks = steps.size() == graph.ranks.size();
    for (uint32_t step : steps) {
      graph.link(step, gate, LinkKind::Enters);
      graph.link(step, gate, LinkKind::Waits);
    }
  }

  void waits(uint32_t step, uint32_t late, GateKind kind, LinkKind until = LinkKind::Enters) {
    uint32_t gate = graph.addGate(kind);
    graph.link(late, gate, until);
    graph.link(step, gate, LinkKind::Waits);
  }

  uint64_t with(const std::string &change) {
    Graph changed = graph;
    setOwnTimes(changed);
    apply(parseChange(change), definitions, changed);
    return replay(changed).ticks;
  }
  uint64_t unchanged() {
    setOwnTimes(graph);
    return replay(graph).ticks;
  }

  Graph graph;
  Definitions definitions;
};

/// Rank 1 computes 100 before a barrier, rank 0 only 10; then the other way round.
Recorded twoBarriers() {
  Recorded run(2);
  run.all(GateKind::Barrier, {run.call(0, 1, 10, 105), run.call(1, 1, 100, 105)});
  run.all(GateKind::Fence, {run.call(0, 2, 205, 210), run.call(1, 2, 115, 210)});
  return run;
}

} // namespace

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

namespace {

/// Three ranks hold a lock for 20 one after the other; all had asked for it at 10.
Recorded threeHolds() {
  Recorded run(3);
  for (uint32_t rank = 0; rank < 3; ++rank) {
    uint32_t lock = run.call(rank, 1, 10, 12 + rank * 23, EventKind::Lock);
    uint64_t release = 12 + rank * 23 + 20;
    uint32_t unlock = run.call(rank, 2, release, release + 1, EventKind::Unlock);
    run.graph.holds.push_back({.window = 0,
                               .target = 0,
                               .lock = lock,
                               .waits = lock,
                               .unlock = unlock,
                               .exclusive = true,
                               .checked = true});
  }
  linkLocks(run.graph);
  return run;
}

} // namespace

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
