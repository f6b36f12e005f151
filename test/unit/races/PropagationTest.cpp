//===- PropagationTest.cpp - sparse distributed clocks against dense ones -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomRun.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>

namespace {

using namespace fencepost::analyzer;
using namespace fencepost::analyzer::races;

/// The part of a run that one of several processes has, its probes numbered anew.
struct Share {
  std::vector<Program> programs;
  std::vector<uint32_t> probes; // numbers in the run
};

Share shareOf(const RandomRun &run, int process, int processes) {
  Share share;
  for (const Program &program : run.programs)
    if (static_cast<int>(program.strand) % processes == process) {
      share.programs.push_back(program);
      for (Action &action : share.programs.back().actions)
        if (action.kind == Action::Probe) {
          share.probes.push_back(action.index);
          action.index = static_cast<uint32_t>(share.probes.size() - 1);
        }
    }
  return share;
}

class Propagation : public ::testing::Test {
protected:
  void SetUp() override {
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
  }

  void check(unsigned seed, uint32_t ranks, int steps, bool globals, bool independent) {
    RandomRun run(seed, ranks, steps, globals);
    Share share = shareOf(run, process, processes);
    Clocks clocks = propagate(MPI_COMM_WORLD, share.programs, run.instances,
                              static_cast<uint32_t>(share.probes.size()), independent);
    for (std::size_t i = 0; i < share.probes.size(); ++i) {
      const auto &probe = run.probes[share.probes[i]];
      const Clock &clock = clocks.clocks[clocks.probes[i].clock];
      for (const Program &program : run.programs) {
        if (program.strand == probe.rank)
          continue; // its own positions need no clock
        uint64_t last = program.actions.empty() ? 0 : program.actions.back().position;
        for (uint64_t position = 1; position <= last; ++position)
          ASSERT_EQ(clock.knows(program.stamp(position)), run.knows(probe, program.strand, position))
              << "seed " << seed << ": rank " << probe.rank << " at " << probe.position
              << " of rank " << program.strand << " at " << position;
      }
    }
  }

  int process, processes;
};

TEST_F(Propagation, KnowsWhatDenseClocksKnow) {
  for (unsigned seed = 0; seed < 60; ++seed)
    check(seed, 2 + seed % 6, 120, seed % 2, false);
}

TEST_F(Propagation, PartsBetweenGlobalsAreIndependent) {
  for (unsigned seed = 100; seed < 160; ++seed)
    check(seed, 2 + seed % 6, 120, true, true);
}

TEST_F(Propagation, OrderNeverGoesAgainstHappensBefore) {
  for (unsigned seed = 200; seed < 230; ++seed) {
    RandomRun run(seed, 5, 200, seed % 2);
    std::vector<uint32_t> all(run.probes.size());
    Clocks clocks = propagate(MPI_COMM_SELF, run.programs, run.instances,
                              static_cast<uint32_t>(run.probes.size()), seed % 4 == 1);
    auto order = [&](std::size_t i) {
      return std::pair(clocks.clocks[clocks.probes[i].clock].base(), clocks.probes[i].order);
    };
    for (std::size_t a = 0; a < run.probes.size(); ++a)
      for (std::size_t b = 0; b < run.probes.size(); ++b)
        if (run.probes[a].rank != run.probes[b].rank &&
            run.knows(run.probes[b], run.probes[a].rank, run.probes[a].position)) {
          ASSERT_LT(order(a), order(b)) << "seed " << seed;
        }
  }
}

TEST_F(Propagation, AScanTellsHigherRanksOfAllLowerOnes) {
  constexpr uint32_t kRanks = 5;
  std::vector<InstanceKey> links;
  for (uint32_t link = 0; link < kRanks; ++link)
    links.push_back({{KeyKind::Collective, 0, 3, 0, 0, link}, Flow::Scan});
  std::vector<Program> programs;
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    if (static_cast<int>(rank) % processes != process)
      continue;
    Program &program = programs.emplace_back();
    program.strand = rank;
    program.actions.push_back({2, 2, Action::Give, true, rank});
    if (rank > 0)
      program.actions.push_back({3, 3, Action::Take, true, rank - 1});
    program.actions.push_back(
        {4, 4, Action::Probe, true, static_cast<uint32_t>(programs.size() - 1)});
  }
  Clocks clocks =
      propagate(MPI_COMM_WORLD, programs, links, static_cast<uint32_t>(programs.size()), true);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Clock &clock = clocks.clocks[clocks.probes[i].clock];
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      if (rank == programs[i].strand)
        continue;
      EXPECT_EQ(clock.knows({rank, kNever, 1}), rank < programs[i].strand);
      EXPECT_FALSE(clock.knows({rank, kNever, 4})); // after it gave
    }
  }
}

TEST_F(Propagation, ACircleOfWaitsEnds) {
  // Rank 0 takes what rank 1 gives only after it took what rank 0 gives after that.
  std::vector<InstanceKey> instances{{{KeyKind::Message, 0, 0, 0, 0, 0}, Flow::Message},
                                     {{KeyKind::Message, 0, 0, 0, 0, 1}, Flow::Message}};
  std::vector<Program> programs;
  for (uint32_t rank = 0; rank < 2; ++rank)
    if (static_cast<int>(rank) % processes == process) {
      Program &program = programs.emplace_back();
      program.strand = rank;
      program.actions = {{1, 1, Action::Take, true, rank},
                         {2, 2, Action::Give, true, 1 - rank},
                         {3, 3, Action::Probe, true, static_cast<uint32_t>(programs.size() - 1)}};
    }
  Clocks clocks =
      propagate(MPI_COMM_WORLD, programs, instances, static_cast<uint32_t>(programs.size()), true);
  EXPECT_EQ(clocks.probes.size(), programs.size());
}

} // namespace
