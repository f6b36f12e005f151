//===- ResultsTest.cpp - merging does not depend on the order ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Gather.h"
#include "analyzer/results/Text.h"

#include <gtest/gtest.h>

using namespace fencepost::analyzer;
using fencepost::FindingId;

namespace {

FoundInstance race(uint32_t rank, uint32_t first, uint32_t second) {
  return {.id = FindingId::RemoteRace,
          .message = "rank " + std::to_string(rank),
          .places = {{.role = "access", .rank = rank, .context = first},
                     {.role = "access", .rank = rank, .context = second, .rangeBegin = 8}},
          .ranks = {rank}};
}

TEST(Results, SamePlacesAreOneFinding) {
  Results forward, backward;
  for (uint32_t rank : {2u, 0u, 1u})
    forward.add(race(rank, 10, 11));
  for (uint32_t rank : {1u, 0u, 2u})
    backward.add(race(rank, 10, 11));
  forward.add(race(0, 10, 12));
  ASSERT_EQ(forward.findings.size(), 2u);
  for (const Results &results : {forward, backward}) {
    const FoundInstance &found = results.findings.begin()->second;
    EXPECT_EQ(found.message, "rank 0");
    EXPECT_EQ(found.instances, 3u);
    EXPECT_EQ(found.ranks, (std::set<uint32_t>{0, 1, 2}));
  }
}

TEST(Results, GatheredAreThoseOfAllProcesses) {
  int process, processes;
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  Results mine;
  mine.add(race(static_cast<uint32_t>(process), 10, 11));
  mine.add(Metric::Puts, 3, 0, 2);
  mine.note("process " + std::to_string(process));
  Results all = gatherResults(MPI_COMM_WORLD, mine);
  if (process != 0) {
    EXPECT_TRUE(all.findings.empty());
    return;
  }
  ASSERT_EQ(all.findings.size(), 1u);
  const FoundInstance &found = all.findings.begin()->second;
  EXPECT_EQ(found.instances, static_cast<uint64_t>(processes));
  EXPECT_EQ(found.places[1].rangeBegin, 8);
  EXPECT_FALSE(found.places[0].rangeBegin);
  std::vector<Severity> puts = all.severities.of(Metric::Puts);
  ASSERT_EQ(puts.size(), 1u);
  EXPECT_EQ(puts[0].value, 2u * static_cast<uint64_t>(processes));
  EXPECT_EQ(all.notes.size(), static_cast<std::size_t>(processes));
}

TEST(Severities, AddUpInWhateverOrderTheyCome) {
  Severities severities;
  constexpr uint32_t kRanks = 1000;
  for (uint32_t i = 0; i < 3 * kRanks; ++i) {
    severities.add(Metric::Puts, 7, i * 7 % kRanks, 1);
    severities.add(Metric::Puts, 3, i % kRanks, 2);
  }
  severities.add(Metric::Gets, 3, 5, 4);
  std::vector<Severity> rows = severities.rows();
  ASSERT_EQ(rows.size(), 2 * kRanks + 1);
  auto key = [](const Severity &row) { return std::tuple(row.metric, row.context, row.rank); };
  for (std::size_t i = 1; i < rows.size(); ++i)
    EXPECT_LT(key(rows[i - 1]), key(rows[i]));
  std::vector<Severity> puts = severities.of(Metric::Puts);
  ASSERT_EQ(puts.size(), 2 * kRanks);
  for (const Severity &row : puts)
    EXPECT_EQ(row.value, row.context == 3 ? 6u : 3u);
}

TEST(Text, Numbers) {
  EXPECT_EQ(secondsText(1.2), "1.20 s");
  EXPECT_EQ(secondsText(0.0351), "35.1 ms");
  EXPECT_EQ(secondsText(0.000012), "12 us");
  EXPECT_EQ(percentText(0.31), "31 %");
  EXPECT_EQ(percentText(0.004), "0.4 %");
  EXPECT_EQ(ranksText({3}), "rank 3");
  EXPECT_EQ(ranksText({0, 2}), "ranks 0, 2");
  EXPECT_EQ(ranksText({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), "ranks 0, 1, 2, 3, 4, 5, 6, 7 and 2 more");
}

} // namespace
