//===- SweepTest.cpp - the sweep against all pairs ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomRun.h"

#include "analyzer/races/Conflict.h"
#include "analyzer/races/Sweep.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

namespace {

using namespace fencepost;
using namespace fencepost::analyzer;
using namespace fencepost::analyzer::races;

/// Random accesses to the memory of rank 0 that start at the probes of a random run.
struct RandomMemory {
  Memory memory;
  Clocks clocks;

  RandomMemory(unsigned seed, uint32_t ranks, int steps, uint32_t contexts) {
    RandomRun run(seed, ranks, steps, seed % 3 != 0);
    clocks = propagate(MPI_COMM_SELF, run.programs, run.instances,
                       static_cast<uint32_t>(run.probes.size()), seed % 3 == 1);
    memory.clocks = &clocks.clocks;
    std::mt19937 random(seed);
    for (uint32_t i = 0; i < run.probes.size(); ++i) {
      const auto &probe = run.probes[i];
      const Program &program = run.programs[probe.rank];
      Accessor accessor;
      accessor.rank = probe.rank;
      accessor.context = random() % contexts;
      accessor.position = probe.position;
      accessor.time = probe.time;
      accessor.start = {clocks.probes[i].clock, probe.rank, probe.position, clocks.probes[i].order};
      bool local = probe.rank == 0 && random() % 3 != 0;
      accessor.side = local                             ? Side::Local
                      : probe.rank == 0 && random() % 2 ? Side::Origin
                                                        : Side::Target;
      bool write = random() % 2;
      if (local) {
        accessor.kind = write ? AccessKind::Store : AccessKind::Load;
        accessor.end = program.stamp(probe.position);
      } else {
        accessor.kind = write ? AccessKind::Put : AccessKind::Get;
        uint64_t last = program.actions.back().position;
        accessor.end = random() % 20 == 0
                           ? Stamp{probe.rank, kNever, UINT64_MAX}
                           : program.stamp(std::min(last, probe.position + 1 + random() % 30));
      }
      memory.accessors.push_back(accessor);
      // Few sites access few places: many accesses are alike.
      Strided bytes = contexts < 100 ? normalize(1000 + 8 * (random() % 4), 8, 0, 1)
                                     : normalize(1000 + random() % 64, 1 + random() % 8,
                                                 static_cast<int64_t>(random() % 24), random() % 4);
      memory.accesses.push_back({i, write, bytes});
      if (memory.accesses.back().bytes.count == 0)
        memory.accesses.pop_back();
    }
  }
};

using Sites = std::tuple<FindingId, uint32_t, AccessKind, Side, uint32_t, AccessKind, Side>;

Sites sitesOf(const Memory &memory, FindingId id, const Access &a, const Access &b) {
  auto tie = [&](const Access &access) {
    const Accessor &accessor = memory.accessors[access.accessor];
    return std::tuple(accessor.context, accessor.kind, accessor.side);
  };
  return std::tuple_cat(std::tuple(id), std::min(tie(a), tie(b)), std::max(tie(a), tie(b)));
}

std::set<Sites> allPairs(const Memory &memory, const Definitions &definitions) {
  std::set<Sites> found;
  for (std::size_t i = 0; i < memory.accesses.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Access &a = memory.accesses[i], &b = memory.accesses[j];
      if (!overlap(a.bytes, b.bytes) ||
          ordered(memory, memory.accessors[a.accessor], memory.accessors[b.accessor]))
        continue;
      if (auto id = conflict(memory, a, b, definitions))
        found.insert(sitesOf(memory, *id, a, b));
    }
  return found;
}

void compare(unsigned seed, uint32_t ranks, int steps, uint32_t contexts, std::size_t &total) {
  RandomMemory random(seed, ranks, steps, contexts);
  Definitions definitions;
  std::set<Sites> found;
  for (const Race &race : sweep(random.memory, definitions)) {
    found.insert(sitesOf(random.memory, race.id, race.earlier, race.later));
    EXPECT_GT(race.instances, 0u);
  }
  auto expected = allPairs(random.memory, definitions);
  total += expected.size();
  ASSERT_EQ(found, expected) << "seed " << seed;
}

TEST(Sweep, FindsEveryPairOfDistinctSites) {
  std::size_t total = 0;
  for (unsigned seed = 0; seed < 60; ++seed)
    compare(seed, 2 + seed % 5, 300, UINT32_MAX, total);
  EXPECT_GT(total, 1000u);
}

TEST(Sweep, FindsEveryPairOfFewSites) {
  std::size_t total = 0;
  for (unsigned seed = 100; seed < 160; ++seed)
    compare(seed, 2 + seed % 5, 600, 6, total);
  EXPECT_GT(total, 500u);
}

TEST(Sweep, FindsEveryPairOfLongRuns) {
  std::size_t total = 0;
  for (unsigned seed = 200; seed < 204; ++seed)
    compare(seed, 4, 6000, UINT32_MAX, total);
  EXPECT_GT(total, 1000u);
}

} // namespace
