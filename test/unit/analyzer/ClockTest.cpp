//===- ClockTest.cpp - the controlled logical clock ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/clock/LogicalClock.h"
#include "analyzer/clock/TimeMap.h"

#include <gtest/gtest.h>

using namespace fencepost::analyzer;
using fencepost::Call;
using fencepost::EventKind;

namespace {

TEST(TimeMaps, ACallIsLongerAndWhatFollowsIsShiftedByLessAndLess) {
  TimeMap map({{100, 110, 150}}); // 40 too early
  EXPECT_EQ(map(0), 0u);
  EXPECT_EQ(map(100), 100u);
  EXPECT_EQ(map(110), 150u);
  EXPECT_EQ(map(310), 348u); // 2 of 40 gone after 200
  EXPECT_EQ(map(110 + 40 * TimeMap::kAmortization), 110 + 40 * TimeMap::kAmortization);
  EXPECT_EQ(map.largestShift(), 40u);
  EXPECT_TRUE(TimeMap({}).isIdentity());
}

TEST(TimeMaps, AShiftThatIsLeftMaySuffice) {
  TimeMap map({{100, 110, 150}, {200, 210, 240}, {300, 310, 360}});
  EXPECT_EQ(map(210), 249u); // 39 are left, 30 are needed
  EXPECT_EQ(map(310), 360u);
  TimeMap later({{500, 510, 511}}, 400, 20);
  EXPECT_EQ(later(400), 420u);
  EXPECT_EQ(later(500), 519u);
}

struct TimeOrder : ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Backward, TimeOrder, ::testing::Bool());

TEST_P(TimeOrder, IsKept) {
  TimeMap map({{10, 20, 500}, {30, 31, 900}, {40, 5000, 5100}, {6000, 6001, 6002}});
  if (GetParam())
    map.amortizeBackward({{15, 16}, {3000, 3001}, {5990, 6500}}, 5);
  for (uint64_t ticks = 0; ticks < 100000; ++ticks)
    ASSERT_LE(map(ticks), map(ticks + 1)) << ticks;
}

TEST(TimeMaps, WhatIsBeforeIsShiftedByMoreAndMore) {
  TimeMap map({{10000, 10010, 10050}}); // 40 too early
  map.amortizeBackward({}, 0);
  EXPECT_EQ(map(6000), 6000u);
  EXPECT_EQ(map(8000), 8020u);
  EXPECT_EQ(map(10000), 10040u); // the call keeps its length
  EXPECT_EQ(map(10010), 10050u);
  EXPECT_EQ(map.largestShift(), 40u);
}

TEST(TimeMaps, NoCauseComesTooLate) {
  TimeMap map({{10000, 10010, 10050}});
  map.amortizeBackward({{9000, 9010}, {9500, 9999}, {9900, UINT64_MAX}, {10000, 10036}}, 0);
  EXPECT_EQ(map(10000), 10036u);
  EXPECT_EQ(map(9000), 9010u);
  EXPECT_EQ(map(8500), 8505u);
  EXPECT_EQ(map(8000), 8000u);
  EXPECT_EQ(map(9500), 9531u);
}

TEST(TimeMaps, TheShiftGrowsFromTheBeginOfThePhaseOn) {
  TimeMap map({{1000, 1010, 1050}, {1100, 1110, 1120}});
  map.amortizeBackward({}, 800);
  EXPECT_EQ(map(800), 800u);
  EXPECT_EQ(map(900), 920u);
  EXPECT_EQ(map(1000), 1040u);
  EXPECT_EQ(map(1110), 1149u); // what is left from the first
}

/// Rank 0's clock is right; the processes of the test share the ranks.
struct LogicalClocks : ::testing::Test {
  LogicalClocks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    Definitions &definitions = trace.definitions;
    definitions.hosts.resize(2);
    definitions.comms.define(0).ranks = {0, 1};
    definitions.windows.define(7) = {"w", 0};
    definitions.properties["FENCEPOST::VERSION"] = "0";
    for (uint32_t rank = 0; rank < 2; ++rank) {
      definitions.groups.define(rank) = {rank};
      if (ownerOfRank(rank, processes) == process)
        trace.locations.push_back({.id = rank, .rank = rank, .thread = 0});
    }
  }

  void add(uint32_t rank, Event event) {
    event.context = static_cast<uint32_t>(event.kind);
    Definitions &definitions = trace.definitions;
    definitions.contexts.define(event.context).region = event.context;
    definitions.regions.define(event.context) = {
        .name = "f", .file = "", .mpi = true, .call = Call::Barrier};
    for (LocationTrace &location : trace.locations)
      if (location.rank == rank) {
        location.events.push_back(event);
        location.times.push_back({event.context, true, 1, event.leave - event.enter});
        location.end = event.leave;
      }
  }
  void message(uint32_t rank, EventKind kind, uint64_t enter, uint64_t leave) {
    Event event{.enter = enter, .leave = leave, .kind = kind};
    event.comm = 0;
    event.peer = 1 - rank;
    add(rank, event);
  }
  void fence(uint32_t rank, uint64_t enter, uint64_t leave, uint32_t assertion) {
    Event event{.enter = enter, .leave = leave, .kind = EventKind::Fence};
    event.window = 7;
    event.comm = 0;
    event.assertion = assertion;
    add(rank, event);
  }
  void correct() { clock.correct(trace, findParticipations(trace), MPI_COMM_WORLD); }
  /// [enter, leave] of an event, on the process that has it.
  void expect(uint32_t rank, std::size_t index, uint64_t enter, uint64_t leave) {
    for (const LocationTrace &location : trace.locations)
      if (location.rank == rank) {
        EXPECT_EQ(location.events[index].enter, enter);
        EXPECT_EQ(location.events[index].leave, leave);
      }
  }

  int process, processes;
  Trace trace;
  LogicalClock clock;
};

TEST_F(LogicalClocks, AReceiveEndsAfterItsSendBegan) {
  message(0, EventKind::Send, 1000, 1010);
  message(1, EventKind::Recv, 500, 700);   // 300 too early
  message(1, EventKind::Send, 800, 810);   // then sent at about 1100
  message(0, EventKind::Recv, 1020, 1030); // so that this is too early as well
  correct();
  EXPECT_EQ(clock.violations(), 1u);
  EXPECT_EQ(clock.largestShift(), 300u);
  expect(0, 0, 1000, 1045);
  expect(1, 0, 800, 1000); // as long as before
  expect(1, 1, 1099, 1109);
  expect(0, 1, 1089, 1099);
  for (const LocationTrace &location : trace.locations)
    if (location.rank == 1) {
      EXPECT_EQ(location.times[0].ticks, 200u); // of the receive
      EXPECT_EQ(location.end, 1109u);
    }
  EXPECT_FALSE(clock.note(trace.definitions).empty());
}

TEST_F(LogicalClocks, WithoutViolationsNothingChanges) {
  message(0, EventKind::Send, 1000, 1010);
  message(1, EventKind::Recv, 500, 1000);
  fence(0, 2000, 2010, 0);
  fence(1, 2005, 2020, 0);
  correct();
  EXPECT_EQ(clock.violations(), 0u);
  expect(1, 0, 500, 1000);
  EXPECT_EQ(clock.note(trace.definitions), "");
}

TEST_F(LogicalClocks, OnlyFencesThatBindCount) {
  fence(0, 1000, 1010, 8); // MPI_MODE_NOPRECEDE
  fence(1, 500, 510, 8);
  fence(0, 2000, 2010, 0);
  fence(1, 1500, 1510, 0);
  correct();
  EXPECT_EQ(clock.violations(), 1u);
  expect(1, 0, 663, 677); // shifted with what follows, not by itself
  expect(1, 1, 1990, 2000);
}

TEST_F(LogicalClocks, TheNextPhaseStartsWithTheShiftThatIsLeft) {
  message(0, EventKind::Send, 1000, 1010);
  message(1, EventKind::Recv, 500, 900); // 100 too early
  correct();
  for (LocationTrace &location : trace.locations) {
    location.events.clear();
    location.times.clear();
  }
  message(0, EventKind::Send, 2000, 2010);
  message(1, EventKind::Recv, 1900, 1990); // 89 left of 100: enough
  correct();
  EXPECT_EQ(clock.violations(), 1u);
  expect(1, 0, 1990, 2079);
}

} // namespace
