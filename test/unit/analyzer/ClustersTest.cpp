//===- ClustersTest.cpp - iterations that are alike ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/Clusters.h"
#include "analyzer/iterations/HeatMap.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>

using namespace fencepost::analyzer;

namespace {

constexpr uint32_t kRanks = 4;

uint64_t &of(Cell &cell, Metric metric) { return cell.values[static_cast<std::size_t>(metric)]; }

/// Each rank computes for its time, and all wait in a fence for the last one.
std::vector<Cell> iteration(const std::vector<uint64_t> &computes) {
  uint64_t last = *std::max_element(computes.begin(), computes.end());
  std::vector<Cell> ranks(computes.size());
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    of(ranks[rank], Metric::Time) = last;
    for (Metric metric : {Metric::MpiTime, Metric::RmaSyncTime, Metric::WaitAtFence})
      of(ranks[rank], metric) = last - computes[rank];
    of(ranks[rank], Metric::Puts) = 3;
    of(ranks[rank], Metric::CriticalPath) = rank == 0 ? last : 0;
  }
  return ranks;
}

std::vector<uint64_t> sizes(const Clusters &clusters) {
  std::vector<uint64_t> all;
  for (const Clusters::Cluster &cluster : clusters.clusters())
    all.push_back(cluster.iterations);
  return all;
}

TEST(Clusters, SteadyIterationsAreOne) {
  Clusters clusters(kRanks);
  std::mt19937 random(1);
  std::uniform_int_distribution<uint64_t> noise(1000, 1050);
  for (int i = 0; i < 1000; ++i)
    clusters.add(iteration({noise(random), noise(random), noise(random), noise(random)}));
  EXPECT_EQ(sizes(clusters), std::vector<uint64_t>{1000});
  EXPECT_EQ(clusters.alike(), Clusters::kAlike);
}

TEST(Clusters, ASlowOneAndAnImbalanceAreFound) {
  Clusters clusters(kRanks);
  std::vector<uint32_t> names;
  for (int i = 0; i < 60; ++i)
    names.push_back(clusters.add(i == 17       ? iteration({1000, 1000, 3000, 1000})
                                 : i % 10 == 5 ? iteration({1000, 1000, 1000, 1500})
                                               : iteration({1000, 1000, 1000, 1000})));
  EXPECT_EQ(sizes(clusters), (std::vector<uint64_t>{53, 6, 1}));
  EXPECT_EQ(clusters.numberOf(names[0]), 0u);
  EXPECT_EQ(clusters.numberOf(names[5]), 1u);
  EXPECT_EQ(clusters.numberOf(names[55]), 1u);
  EXPECT_EQ(clusters.numberOf(names[17]), 2u);
  const Clusters::Cluster &slow = clusters.clusters()[2];
  EXPECT_EQ(slow.first, 17u);
  EXPECT_EQ(slow.sums[2 * kMetrics + static_cast<std::size_t>(Metric::Time)], 3000u);
  EXPECT_EQ(slow.sums[3 * kMetrics + static_cast<std::size_t>(Metric::WaitAtFence)], 2000u);
  EXPECT_EQ(slow.sums[static_cast<std::size_t>(Metric::Puts)], 3u);
}

TEST(Clusters, TheSameTimeOnAnotherRankIsNotAlike) {
  Clusters clusters(kRanks);
  clusters.add(iteration({3000, 1000, 1000, 1000}));
  clusters.add(iteration({1000, 3000, 1000, 1000}));
  EXPECT_EQ(clusters.clusters().size(), 2u);
}

TEST(Clusters, WhereTheCriticalPathGoesDoesNotMatter) {
  Clusters clusters(kRanks);
  std::vector<Cell> here = iteration({1000, 1000, 1000, 1000}), there = here;
  std::swap(of(there[0], Metric::CriticalPath), of(there[1], Metric::CriticalPath));
  clusters.add(here);
  clusters.add(there);
  EXPECT_EQ(clusters.clusters().size(), 1u);
}

/// However different they are: nothing is lost, and all are in some cluster.
TEST(Clusters, AreNeverMoreThanThat) {
  std::mt19937 random(2);
  for (uint64_t spread : {2'000u, 100'000u, 100'000'000u}) {
    Clusters clusters(kRanks);
    std::uniform_int_distribution<uint64_t> any(1, spread);
    std::vector<uint32_t> names;
    uint64_t puts = 0;
    for (int i = 0; i < 3000; ++i) {
      names.push_back(
          clusters.add(iteration({any(random), any(random), any(random), any(random)})));
      ASSERT_LE(clusters.clusters().size(), Clusters::kMost);
    }
    std::vector<uint64_t> found(clusters.clusters().size());
    for (uint32_t name : names) {
      ASSERT_LT(clusters.numberOf(name), found.size());
      ++found[clusters.numberOf(name)];
    }
    EXPECT_EQ(found, sizes(clusters));
    EXPECT_GT(found.size(), 1u);
    EXPECT_GT(clusters.alike(), Clusters::kAlike);
    for (const Clusters::Cluster &cluster : clusters.clusters())
      puts += cluster.sums[static_cast<std::size_t>(Metric::Puts)];
    EXPECT_EQ(puts, 9000u);
    EXPECT_TRUE(std::is_sorted(clusters.clusters().begin(), clusters.clusters().end(),
                               [](const auto &a, const auto &b) { return a.first < b.first; }));
  }
}

TEST(Clusters, NothingIsAlikeToNothing) {
  Clusters clusters(1);
  clusters.add(std::vector<Cell>(1));
  clusters.add(std::vector<Cell>(1));
  EXPECT_EQ(sizes(clusters), std::vector<uint64_t>{2});
}

TEST(HeatMap, OfFewIsTheCells) {
  HeatMap map(2, 3);
  EXPECT_EQ(map.rows(), 2u);
  EXPECT_EQ(map.columns(), 3u);
  for (uint64_t i = 0; i < 3; ++i)
    map.add(i, iteration({100 * i + 10, 5}));
  EXPECT_EQ(map.mean(Metric::Time, 1, 2), 210);
  EXPECT_EQ(map.mean(Metric::WaitAtFence, 0, 2), 0);
  EXPECT_EQ(map.mean(Metric::WaitAtFence, 1, 1), 105);
}

TEST(HeatMap, OfManyIsMeans) {
  constexpr uint64_t kMany = 1000;
  HeatMap map(33, kMany);
  EXPECT_EQ(map.rows(), HeatMap::kMostRows);
  EXPECT_EQ(map.columns(), HeatMap::kMostColumns);
  std::vector<uint64_t> computes(33);
  std::iota(computes.begin(), computes.end(), 1);
  for (uint64_t i = 0; i < kMany; ++i)
    map.add(i, iteration(computes));
  // Ranks 31 and 32 are the last row: they wait for 1 and 0.
  EXPECT_EQ(map.mean(Metric::WaitAtFence, 15, 63), 0.5);
  EXPECT_EQ(map.mean(Metric::Puts, 7, 30), 3);
}

} // namespace
