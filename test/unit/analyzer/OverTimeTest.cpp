//===- OverTimeTest.cpp - a loop of a run made up for the purpose -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/Iterations.h"

#include <gtest/gtest.h>

using namespace fencepost::analyzer;

namespace {

constexpr uint32_t kMain = 0, kStep = 1, kBarrier = 2; // regions and contexts
constexpr uint32_t kRanks = 3, kSteps = 10;
constexpr uint64_t kStepTicks = 100;

/// An archive of another tool: main calls step kSteps times, each of which computes and meets the
/// others in a barrier; rank 1 computes for 60 ticks, in step 4 for 560, the others for 20.
class SteppingRun {
public:
  SteppingRun() {
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    Definitions &definitions = trace.definitions;
    definitions.hosts.resize(kRanks);
    definitions.regions.define(kMain).name = "main";
    definitions.regions.define(kStep) = {.name = "step", .file = "src/step.f90", .line = 7};
    definitions.regions.define(kBarrier) = {
        .name = "MPI_Barrier", .mpi = true, .call = fencepost::Call::Barrier};
    for (uint32_t context : {kMain, kStep, kBarrier})
      definitions.contexts.define(context).region = context;
    definitions.contexts.define(kStep).parent = kMain;
    definitions.contexts.define(kBarrier).parent = kStep;
    for (uint32_t rank = 0; rank < kRanks; ++rank)
      if (ownerOfRank(rank, processes) == process)
        addRank(rank);
    loop.contexts = {kStep};
    loop.entries = kSteps;
  }

  /// The rows of all iterations, on process 0.
  std::vector<std::pair<IterationRow, std::vector<MetricRow>>> rows() {
    std::string file = testing::TempDir() + "iterations-" + std::to_string(process);
    auto overTime = std::make_shared<OverTime>(loop, kRanks, "auto", file);
    results.timed.emplace();
    // Waits are found on any process.
    for (uint32_t step = 0; step < kSteps; ++step)
      if (static_cast<int>(step) % processes == process)
        for (uint32_t rank : {0u, 2u})
          results.at(begin(step) + computing(rank, step), Metric::WaitAtBarrier, rank,
                     computing(1, step) - computing(rank, step));
    Iterations iterations(loop, overTime);
    iterations.look({MPI_COMM_WORLD, process, processes, trace, {}, results, 0});
    std::vector<std::pair<IterationRow, std::vector<MetricRow>>> all;
    overTime->forEach([&](uint64_t, const IterationRow &row, const auto &metrics) {
      all.emplace_back(row, metrics);
    });
    return all;
  }

  int process, processes;

private:
  static uint64_t computing(uint32_t rank, uint32_t step) {
    return rank != 1 ? 20 : step == 4 ? 560 : 60;
  }
  static uint64_t begin(uint32_t step) { return 10 + step * kStepTicks + (step > 4 ? 500 : 0); }

  void addRank(uint32_t rank) {
    uint64_t end = begin(kSteps) + 10;
    LocationTrace location{.id = rank, .rank = rank, .thread = 0, .begin = 0, .end = end};
    location.functions.push_back({0, kMain});
    for (uint32_t step = 0; step < kSteps; ++step) {
      Event barrier{.enter = begin(step) + computing(rank, step),
                    .leave = begin(step + 1) - 10,
                    .kind = fencepost::EventKind::AllToAll};
      barrier.context = kBarrier;
      location.events.push_back(barrier);
      location.functions.push_back({begin(step), kStep});
      location.functions.push_back({begin(step + 1) - 5, kMain});
    }
    location.functions.push_back({end, kNone});
    loop.threads[rank] = 0;
    loop.lives[rank] = {{0, end}};
    trace.locations.push_back(std::move(location));
  }

  Trace trace;
  Loop loop;
  Results results;
};

std::map<Metric, MetricRow> byMetric(const std::vector<MetricRow> &rows) {
  std::map<Metric, MetricRow> all;
  for (const MetricRow &row : rows)
    all[row.metric] = row;
  return all;
}

TEST(OverTime, HasEachIterationOfAFunction) {
  SteppingRun run;
  auto rows = run.rows();
  if (run.process != 0)
    return;
  ASSERT_EQ(rows.size(), kSteps - 1);
  for (uint32_t step = 0; step < kSteps - 1; ++step) {
    auto &[row, metrics] = rows[step];
    uint64_t late = step == 4 ? 500 : 0;
    EXPECT_EQ(row.begin, 10 + step * kStepTicks + (step > 4 ? 500 : 0));
    EXPECT_EQ(row.length, kStepTicks + late);
    EXPECT_EQ(row.cluster, step == 4 ? 1u : 0u);
    auto of = byMetric(metrics);
    EXPECT_EQ(of.size(), 4u);
    EXPECT_EQ(of[Metric::Time].total, kRanks * (kStepTicks + late));
    EXPECT_EQ(of[Metric::MpiTime].most, 70 + late);
    EXPECT_EQ(of[Metric::MpiTime].least, 30u);
    EXPECT_EQ(of[Metric::CollectiveTime].median, double(70 + late));
    EXPECT_EQ(of[Metric::WaitAtBarrier].total, 2 * (40 + late));
    EXPECT_EQ(of[Metric::WaitAtBarrier].least, 0u);
    EXPECT_EQ(of[Metric::WaitAtBarrier].rank, 0u);
  }
}

} // namespace
