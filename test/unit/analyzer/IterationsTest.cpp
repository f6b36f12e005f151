//===- IterationsTest.cpp - loops and their iterations ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/Candidates.h"
#include "analyzer/iterations/OverTime.h"
#include "analyzer/iterations/RankIterations.h"

#include <gtest/gtest.h>

#include <random>

using namespace fencepost::analyzer;

namespace {

/// Of so many entries, evenly over the ticks from `first` to `last`.
Candidate even(uint32_t context, uint64_t entries, uint64_t first, uint64_t last, bool ofAll) {
  uint64_t covered = last - first;
  return {context, entries, covered, entries > 1 ? covered / (entries - 1) : 0, first, ofAll};
}

uint32_t chosen(std::vector<Candidate> candidates) {
  const Candidate *loop = chooseLoop(candidates);
  return loop ? loop->context : kNone;
}

TEST(ChooseLoop, IsNoneWithoutEntries) {
  EXPECT_EQ(chosen({}), kNone);
  EXPECT_EQ(chosen({even(1, 1, 0, 0, true), even(2, 2, 0, 1000, true)}), kNone);
}

TEST(ChooseLoop, TakesTheOutermostOfThoseThatCoverMost) {
  // main { setup x 5; step x 10 { inner x 10; fence } }
  EXPECT_EQ(chosen({even(1, 5, 0, 100, true), even(2, 100, 100, 995, false),
                    even(3, 10, 110, 1000, true)}),
            3u);
  // The inner loop alone is entered by all.
  EXPECT_EQ(chosen({even(1, 5, 0, 100, true), even(2, 100, 100, 995, false)}), 2u);
}

TEST(ChooseLoop, PrefersWhatSynchronizesAllThenWhatComesFirst) {
  EXPECT_EQ(chosen({even(1, 10, 100, 1000, false), even(2, 10, 105, 1005, true)}), 2u);
  EXPECT_EQ(chosen({even(1, 10, 105, 1005, true), even(2, 10, 100, 1000, true)}), 2u);
  EXPECT_EQ(chosen({even(2, 10, 100, 1000, true), even(1, 10, 100, 1000, true)}), 1u);
  // Once more at the end of the loop.
  EXPECT_EQ(chosen({even(1, 10, 100, 1000, false), even(2, 11, 105, 1105, true)}), 2u);
  EXPECT_EQ(chosen({even(1, 10, 100, 1000, false), even(2, 20, 105, 1005, true)}), 1u);
}

TEST(ChooseLoop, TakesAnOuterLoopOfFewIterations) {
  // 4 steps of 250 ticks, each with a solver of 20 iterations: the step's call is at its head.
  EXPECT_EQ(chosen({even(1, 4, 0, 750, true), even(2, 80, 20, 990, true)}), 1u);
  // Half of the run only.
  EXPECT_EQ(chosen({even(1, 4, 0, 500, true), even(2, 80, 20, 990, true)}), 2u);
}

TEST(ChooseLoop, MayHaveTwoIntervals) {
  Candidate outer{1, 3, 1000, 600, 0, true};
  EXPECT_EQ(chosen({outer, even(2, 30, 5, 990, true)}), 1u);
  outer.longest = 900; // twice before the inner loop, and once after it
  EXPECT_EQ(chosen({outer, even(2, 30, 5, 990, true)}), 2u);
}

TEST(ChooseLoop, IsNotMisledByWhatIsCalledAroundTheLoop) {
  // An allreduce twice before the loop and twice after it.
  Candidate around{1, 4, 1000, 980, 0, true};
  EXPECT_EQ(chosen({around, even(2, 50, 10, 985, true)}), 2u);
  EXPECT_EQ(chosen({around}), 1u);
  // One iteration of the loop that takes most of the time is in all that the loop calls.
  Candidate outer{1, 10, 1000, 900, 0, true}, inner{2, 100, 995, 890, 2, true};
  EXPECT_EQ(chosen({inner, outer}), 1u);
}

uint64_t of(const Cell &cell, Metric metric) {
  return cell.values[static_cast<std::size_t>(metric)];
}

TEST(RankIterations, DivideWhatIsAddedByItsTime) {
  RankIterations rank(2, {{0, 1000}, {150, 250}}); // two threads
  rank.add(50, Metric::Puts, 1);                   // before the loop
  for (uint64_t begin : {100, 200, 300})
    rank.enter(begin);
  EXPECT_EQ(rank.over(), 2u);
  rank.add(100, Metric::Puts, 1);
  rank.add(199, Metric::Puts, 1);
  rank.add(200, Metric::Puts, 5);
  rank.add(300, Metric::Puts, 7); // after the loop
  rank.spread(90, Metric::CriticalPath, 30);
  rank.spread(150, Metric::CriticalPath, 200);
  Cell first = rank.take();
  EXPECT_EQ(first.begin, 100u);
  EXPECT_EQ(first.end, 200u);
  EXPECT_EQ(of(first, Metric::Puts), 2u);
  EXPECT_EQ(of(first, Metric::Time), 150u);
  EXPECT_EQ(of(first, Metric::CriticalPath), 70u);
  Cell second = rank.take();
  EXPECT_EQ(of(second, Metric::Puts), 5u);
  EXPECT_EQ(of(second, Metric::Time), 150u);
  EXPECT_EQ(of(second, Metric::CriticalPath), 100u);
}

TEST(RankIterations, KeepWhatIsNotOver) {
  RankIterations rank(3, {{0, 1000}});
  EXPECT_EQ(rank.over(), 0u);
  rank.enter(100);
  EXPECT_EQ(rank.over(), 0u);
  rank.enter(200);
  rank.take();
  rank.add(250, Metric::Gets, 1);
  rank.enter(300);
  rank.add(250, Metric::Gets, 1);
  rank.add(150, Metric::Gets, 1); // too late for the one that was told
  EXPECT_EQ(rank.over(), 2u);
  EXPECT_EQ(of(rank.take(), Metric::Gets), 3u);
}

/// Whatever is told in whatever order, and taken as soon as it is over.
TEST(RankIterations, AreThoseOfANaiveSearch) {
  std::mt19937 random(3);
  auto below = [&](uint64_t end) { return random() % end; };
  for (int run = 0; run < 200; ++run) {
    std::vector<uint64_t> begins;
    for (uint64_t at = below(50), n = 2 + below(30); begins.size() < n; at += 1 + below(40))
      begins.push_back(at);
    uint64_t iterations = begins.size() - 1;
    std::vector<uint64_t> puts(iterations), path(iterations);
    RankIterations rank(iterations, {});
    std::size_t told = 0;
    auto take = [&] {
      Cell cell = rank.take();
      EXPECT_EQ(cell.begin, begins[told]);
      EXPECT_EQ(cell.end, begins[told + 1]);
      EXPECT_EQ(of(cell, Metric::Puts), puts[told]);
      EXPECT_EQ(of(cell, Metric::CriticalPath), path[told]);
      ++told;
    };
    for (std::size_t entered = 0; entered < begins.size();) {
      for (uint64_t more = below(4); more-- > 0 && entered < begins.size();)
        rank.enter(begins[entered++]);
      if (!entered)
        continue;
      // Where the next phase may begin at the earliest, and what is known by its end.
      uint64_t from = told ? begins[told] : 0;
      uint64_t until = entered < begins.size() ? begins[entered] : begins.back() + 50;
      for (int i = 0; i < 5; ++i) {
        uint64_t time = from + below(until - from), ticks = below(until - time);
        rank.add(time, Metric::Puts, 1);
        rank.spread(time, Metric::CriticalPath, ticks);
        for (std::size_t at = 0; at < iterations; ++at) {
          puts[at] += time >= begins[at] && time < begins[at + 1];
          for (uint64_t tick = time; tick < time + ticks; ++tick)
            path[at] += tick >= begins[at] && tick < begins[at + 1];
        }
      }
      while (told + 1 < rank.over() && below(3))
        take();
    }
    while (told < iterations)
      take();
  }
}

TEST(MetricRows, AreOfAllRanks) {
  std::vector<Cell> ranks(4);
  uint64_t puts[] = {4, 1, 9, 9};
  for (std::size_t rank = 0; rank < 4; ++rank)
    ranks[rank].values[static_cast<std::size_t>(Metric::Puts)] = puts[rank];
  std::vector<MetricRow> rows = metricRows(ranks);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].metric, Metric::Puts);
  EXPECT_EQ(rows[0].least, 1u);
  EXPECT_EQ(rows[0].median, 6.5);
  EXPECT_EQ(rows[0].most, 9u);
  EXPECT_EQ(rows[0].rank, 2u);
  EXPECT_EQ(rows[0].total, 23u);
  EXPECT_EQ(metricRows(std::span(ranks).first(3))[0].median, 4);
}

TEST(SourceLine, IsALineOfAFile) {
  EXPECT_FALSE(parseSourceLine("auto"));
  EXPECT_FALSE(parseSourceLine(":3"));
  EXPECT_FALSE(parseSourceLine("halo.c:"));
  EXPECT_FALSE(parseSourceLine("halo.c:0"));
  EXPECT_FALSE(parseSourceLine("halo.c:-1"));
  EXPECT_FALSE(parseSourceLine("halo.c:99999999999"));
  ASSERT_TRUE(parseSourceLine("a:b/halo.c:12"));
  EXPECT_EQ(parseSourceLine("a:b/halo.c:12")->file, "a:b/halo.c");
  EXPECT_EQ(parseSourceLine("a:b/halo.c:12")->line, 12u);
  ASSERT_TRUE(parseSourceLine("a:b/halo.c:12:5"));
  EXPECT_EQ(parseSourceLine("a:b/halo.c:12:5")->file, "a:b/halo.c");
  EXPECT_EQ(parseSourceLine("a:b/halo.c:12:5")->line, 12u);
}

/// main calls step, which calls MPI_Win_fence, all on one path.
Definitions withStep() {
  Definitions definitions;
  definitions.regions.define(0) = {.name = "main", .file = "src/main.c", .line = 5};
  definitions.regions.define(1) = {.name = "step", .file = "src/step.c", .line = 20};
  definitions.regions.define(2) = {.name = "MPI_Win_fence", .mpi = true};
  definitions.contexts.define(0).region = 0;
  Context &step = definitions.contexts.define(1);
  step.region = 1;
  step.parent = 0;
  step.file = "step.c";
  step.directory = "/home/src";
  step.line = 25;
  Context &fence = definitions.contexts.define(2);
  fence.region = 2;
  fence.parent = 1;
  fence.directory = "/home/src";
  return definitions;
}

TEST(SourceLine, KnowsWhereElseMpiIsCalled) {
  Definitions definitions = withStep();
  EXPECT_EQ(callsElsewhere(definitions, {"step.c", 12}), "; in step.c MPI is called at line 25");
  EXPECT_EQ(callsElsewhere(definitions, {"tep.c", 25}), "; MPI is called in step.c");
  EXPECT_EQ(callsElsewhere(Definitions(), {"step.c", 12}), "");
}

TEST(Mark, MatchesTheEndOfAPath) {
  Definitions definitions = withStep();
  EXPECT_TRUE(isAt(definitions, 2, {"step.c", 25}));
  EXPECT_TRUE(isAt(definitions, 2, {"/home/src/step.c", 25}));
  EXPECT_TRUE(isAt(definitions, 2, {"src/step.c", 25}));
  EXPECT_FALSE(isAt(definitions, 2, {"tep.c", 25}));
  EXPECT_FALSE(isAt(definitions, 2, {"step.c", 20}));
  EXPECT_TRUE(isAt(definitions, 1, {"step.c", 20}));
  EXPECT_FALSE(isAt(definitions, 1, {"step.c", 25}));
}

TEST(Mark, IsEnteredFromItsCaller) {
  Definitions definitions = withStep();
  LocationTrace location{.id = 0, .rank = 0, .thread = 0};
  // main { step; step }
  location.functions = {{0, 0}, {10, 1}, {20, 0}, {30, 1}, {40, 0}, {50, kNone}};
  std::vector<std::pair<uint32_t, uint64_t>> entries;
  forEachEntry(definitions, location,
               [&](const Entry &entry) { entries.emplace_back(entry.context, entry.begin); });
  EXPECT_EQ(entries, (std::vector<std::pair<uint32_t, uint64_t>>{{0, 0}, {1, 10}, {1, 30}}));
}

TEST(Mark, IsOneCallWhateverItsEvents) {
  Definitions definitions = withStep();
  LocationTrace location{.id = 0, .rank = 0, .thread = 0};
  auto add = [&](uint64_t enter, fencepost::EventKind kind, uint32_t context, uint8_t flags = 0) {
    Event event{.enter = enter, .leave = enter + 5, .kind = kind};
    event.context = context;
    event.flags = flags;
    location.events.push_back(event);
  };
  add(10, fencepost::EventKind::Completion, 2);
  add(10, fencepost::EventKind::Completion, 2);
  add(15, fencepost::EventKind::Local, 2);
  add(20, fencepost::EventKind::Completion, 2);
  add(30, fencepost::EventKind::Probe, 2, kFailedTest);
  add(40, fencepost::EventKind::Fence, 2, kOpen);
  std::vector<uint64_t> begins;
  forEachEntry(definitions, location, [&](const Entry &entry) { begins.push_back(entry.begin); });
  EXPECT_EQ(begins, (std::vector<uint64_t>{15, 25}));
}

} // namespace
