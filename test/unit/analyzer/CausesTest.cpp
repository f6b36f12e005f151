//===- CausesTest.cpp - delays and the critical path ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/Causes.h"
#include "analyzer/causes/Alignment.h"
#include "analyzer/match/Exchange.h"

#include <gtest/gtest.h>

#include <random>

using namespace fencepost::analyzer;
using fencepost::EventKind;

namespace {

using Values = std::map<std::tuple<Metric, uint32_t, uint32_t>, uint64_t>;

/// A program of one line for each call: context 2n is line n of main, 2n + 1 the call there.
struct Program {
  explicit Program(uint32_t ranks) {
    Definitions &definitions = trace.definitions;
    definitions.hosts.resize(ranks);
    definitions.regions.define(0).name = "main";
    definitions.regions.define(1) = {.name = "MPI_Barrier", .file = "", .mpi = true, .call = {}};
    for (uint32_t rank = 0; rank < ranks; ++rank)
      trace.locations.push_back({.id = rank, .rank = rank, .thread = 0});
  }

  void call(uint32_t rank, uint32_t line, uint64_t enter, uint64_t leave) {
    Definitions &definitions = trace.definitions;
    Context &caller = definitions.contexts.define(2 * line);
    caller.region = 0;
    caller.line = line;
    Context &callee = definitions.contexts.define(2 * line + 1);
    callee.region = 1;
    callee.parent = 2 * line;
    LocationTrace &location = trace.locations[rank];
    location.events.push_back({.enter = enter, .leave = leave, .kind = EventKind::AllToAll});
    location.events.back().context = 2 * line + 1;
    location.end = leave;
  }

  /// In its last call.
  void waits(uint32_t rank, uint64_t until, uint32_t late) {
    const Event &event = trace.locations[rank].events.back();
    waiting.push_back({{rank, 0},
                       event.enter,
                       until,
                       until,
                       {late, 0},
                       event.context,
                       event.context,
                       Metric::WaitAtFence});
  }

  /// What all processes of the communicator add up to, on each of them.
  Values look(MPI_Comm comm) const {
    int process, processes;
    MPI_Comm_rank(comm, &process);
    MPI_Comm_size(comm, &processes);
    Trace mine;
    mine.definitions = trace.definitions;
    for (const LocationTrace &location : trace.locations)
      if (ownerOfRank(location.rank, processes) == process)
        mine.locations.push_back(location);
    std::vector<WaitInstance> found; // by whoever found them
    for (std::size_t i = 0; i < waiting.size(); ++i)
      if (static_cast<int>(i) % processes == process)
        found.push_back(waiting[i]);
    Results results;
    Analysis analysis{comm, process, processes, mine, {}, results, 1};
    results.found = found;
    Causes causes;
    causes.look(analysis);
    causes.report(analysis);
    Values all;
    for (const auto &from : allGather(comm, results.severities.rows()))
      for (const Severity &row : from)
        all[{row.metric, row.context, row.rank}] += row.value;
    return all;
  }

  Trace trace;
  std::vector<WaitInstance> waiting;
};

uint64_t total(const Values &values, Metric metric) {
  uint64_t sum = 0;
  for (const auto &[key, value] : values)
    sum += std::get<0>(key) == metric ? value : 0;
  return sum;
}

TEST(Alignments, TheLastArrivalThatBothTookPartInCounts) {
  Alignments one{{{5, {0, 0}}, {10, {2, 0}}, {20, {3, 0}}, {30, {1, 0}}}};
  Alignments other{{{10, {2, 0}}, {20, {4, 0}}, {30, {1, 0}}}};
  Alignments none;
  EXPECT_EQ(lastShared(one, other, 31), 30u);
  EXPECT_EQ(lastShared(one, other, 30), 10u);
  EXPECT_EQ(lastShared(one, other, 10), std::nullopt);
  EXPECT_EQ(lastShared(one, none, 100), std::nullopt);
}

/// Rank 1 waits for rank 0, and makes rank 2 wait: for what it computes itself, and for its own
/// waiting.
TEST(Causes, WaitingThatWasCausedByWaitingIsPassedOn) {
  Program run(3);
  run.call(0, 1, 100, 101);
  run.call(1, 1, 10, 102);
  run.waits(1, 100, 0);
  run.call(1, 2, 130, 131);
  run.call(2, 1, 20, 140);
  run.waits(2, 130, 1);
  Values values = run.look(MPI_COMM_WORLD);

  // Of rank 1's wait: rank 0 computed 100 before line 1, rank 1 10. Of rank 2's wait of 110: rank 1
  // exceeds it by 90 of waiting, 2 in the call of line 1 and 28 of computing before line 2.
  Values expected = {
      {{Metric::Delay, 2, 0}, 90 + 83},    {{Metric::DelayShortTerm, 2, 0}, 90},
      {{Metric::DelayLongTerm, 2, 0}, 83},                                       // 110 * 90 / 120
      {{Metric::Delay, 3, 1}, 2},          {{Metric::DelayShortTerm, 3, 1}, 2},  // 110 * 2 / 120
      {{Metric::Delay, 4, 1}, 26},         {{Metric::DelayShortTerm, 4, 1}, 26}, // 110 * 28 / 120
      {{Metric::CriticalPath, 2, 0}, 100}, {{Metric::CriticalPath, 3, 1}, 2},
      {{Metric::CriticalPath, 4, 1}, 28},  {{Metric::CriticalPath, 3, 2}, 10}};
  EXPECT_EQ(values, expected);
}

/// What lies before the last time they met is nobody's delay.
TEST(Causes, OnlyTimeSinceTheLastAlignmentCounts) {
  Program run(2);
  run.call(0, 1, 50, 101); // waits for rank 1, which is late before line 1
  run.call(1, 1, 100, 101);
  run.waits(0, 100, 1);
  run.call(0, 2, 180, 181); // then it is late itself
  run.call(1, 2, 120, 181);
  run.waits(1, 180, 0);
  Values values = run.look(MPI_COMM_WORLD);
  EXPECT_EQ((values[{Metric::DelayShortTerm, 2, 1}]), 50u);
  EXPECT_EQ((values[{Metric::DelayShortTerm, 4, 0}]), 60u);
  EXPECT_EQ(total(values, Metric::Delay), 110u);
  EXPECT_EQ((values[{Metric::CriticalPath, 2, 1}]), 100u);
  EXPECT_EQ((values[{Metric::CriticalPath, 4, 0}]), 79u);
}

TEST(Causes, FunctionsThatWereRecordedAreNamed) {
  Program run(2);
  Context &solve = run.trace.definitions.contexts.define(100);
  solve.region = 0;
  run.call(0, 1, 90, 91);
  run.trace.locations[0].functions = {{10, 100}, {60, kNone}};
  run.call(1, 1, 20, 92);
  run.waits(1, 90, 0);
  Values values = run.look(MPI_COMM_WORLD);
  // Rank 0: 10 + 30 of no function that was recorded, 50 of solve; rank 1: 20 of none.
  EXPECT_EQ((values[{Metric::DelayShortTerm, 100, 0}]), 50u);
  EXPECT_EQ((values[{Metric::DelayShortTerm, 2, 0}]), 20u);
}

TEST(Causes, OverlappingWaitsCountOnce) {
  Program run(3);
  run.call(0, 1, 10, 91);
  run.waits(0, 40, 1); // two messages, completed by one call
  run.waits(0, 90, 2);
  run.call(1, 1, 40, 41);
  run.call(2, 1, 90, 91);
  Values values = run.look(MPI_COMM_WORLD);
  EXPECT_EQ(total(values, Metric::Delay), 80u);
  EXPECT_EQ((values[{Metric::DelayShortTerm, 2, 2}]), 80u);
}

TEST(Causes, DamagedTimesEnd) {
  Program run(2);
  for (uint64_t i = 0; i < 20; ++i) {
    run.call(0, 1, 10 * i, 10 * i + 9);
    run.call(1, 1, 10 * i, 10 * i + 9);
    run.waits(0, 10 * i + 5, 1);
    run.waits(1, 10 * i + 5, 0); // each for the other
    run.waiting.back().late.thread = i % 2;
  }
  Values values = run.look(MPI_COMM_WORLD);
  EXPECT_LE(total(values, Metric::CriticalPath), 199u);
}

/// Random subsets of the ranks meet in barriers.
class RandomCauses : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomCauses, CostsAddUpToTheWaiting) {
  std::mt19937 random(GetParam());
  constexpr uint32_t kRanks = 5;
  Program run(kRanks);
  std::vector<uint64_t> now(kRanks, 0);
  uint64_t waited = 0;
  for (unsigned step = 0; step < 60; ++step) {
    std::vector<uint32_t> members;
    for (uint32_t rank = 0; rank < kRanks; ++rank)
      if (random() % 2)
        members.push_back(rank);
    if (members.size() < 2)
      continue;
    uint32_t line = 1 + random() % 6, last = members.front();
    for (uint32_t rank : members) {
      now[rank] += 1000 + random() % 1000000;
      if (now[rank] > now[last])
        last = rank;
    }
    for (uint32_t rank : members) {
      run.call(rank, line, now[rank], now[last] + 10);
      if (now[rank] < now[last]) {
        run.waits(rank, now[last], last);
        waited += now[last] - now[rank];
      }
    }
    uint64_t leave = now[last] + 10;
    for (uint32_t rank : members)
      now[rank] = leave;
  }
  Values values = run.look(MPI_COMM_WORLD);
  double costs = double(total(values, Metric::Delay));
  EXPECT_NEAR(costs, double(waited), 1e-4 * double(waited) + 1000);
  EXPECT_EQ(total(values, Metric::Delay),
            total(values, Metric::DelayShortTerm) + total(values, Metric::DelayLongTerm));
  EXPECT_EQ(total(values, Metric::CriticalPath), *std::max_element(now.begin(), now.end()));
  EXPECT_EQ(values, run.look(MPI_COMM_SELF)); // whoever looks at what
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCauses, ::testing::Range(0u, 20u));

} // namespace
