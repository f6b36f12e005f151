//===- JoinTest.cpp - Join against a naive join of the same records ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/match/Join.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

using namespace fencepost::analyzer;

namespace {

struct Record {
  uint32_t process;
  uint32_t value;
};

/// The same records on all processes; each adds those that name it.
std::vector<Joined<Record>> randomRecords(unsigned seed, int processes) {
  std::mt19937 random(seed);
  auto below = [&](uint32_t bound) { return static_cast<uint32_t>(random() % bound); };
  std::vector<Joined<Record>> records;
  uint32_t count = below(2000);
  for (uint32_t i = 0; i < count; ++i)
    records.push_back(
        {{static_cast<KeyKind>(below(4)), below(3), below(3), below(3), below(2), below(200)},
         {below(static_cast<uint32_t>(processes)), i}});
  return records;
}

class JoinTest : public ::testing::TestWithParam<unsigned> {
protected:
  void SetUp() override {
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    for (const Joined<Record> &record : randomRecords(GetParam(), processes)) {
      naive[record.key].push_back(record.payload.value);
      if (record.payload.process == static_cast<uint32_t>(process)) {
        join.add(record.key, record.payload);
        mine.push_back(record);
      }
    }
  }

  int process, processes;
  std::map<Key, std::vector<uint32_t>> naive;
  std::vector<Joined<Record>> mine;
  Join<Record> join{MPI_COMM_WORLD};
};

TEST_P(JoinTest, EveryInstanceMeetsOnceAndWhole) {
  unsigned long long instances = 0;
  std::set<Key> seen;
  join.run([&](std::span<const Joined<Record>> records) {
    const Key &key = records.front().key;
    EXPECT_TRUE(seen.insert(key).second);
    ++instances;
    std::vector<uint32_t> values;
    for (const Joined<Record> &record : records) {
      EXPECT_EQ(record.key, key);
      values.push_back(record.payload.value);
    }
    std::sort(values.begin(), values.end());
    EXPECT_EQ(values, naive[key]);
  });
  MPI_Allreduce(MPI_IN_PLACE, &instances, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(instances, naive.size());
}

TEST_P(JoinTest, AnswersComeBackInTheOrderOfAdding) {
  auto answers =
      join.ask<uint64_t>([](std::span<const Joined<Record>> records, Answers<uint64_t> answers) {
        uint64_t sum = 0;
        for (const Joined<Record> &record : records)
          sum += record.payload.value;
        for (std::size_t i = 0; i < records.size(); ++i)
          answers[i] = sum * 10000 + records[i].payload.value;
      });
  ASSERT_EQ(answers.size(), mine.size());
  for (std::size_t i = 0; i < mine.size(); ++i) {
    uint64_t sum = 0;
    for (uint32_t value : naive[mine[i].key])
      sum += value;
    EXPECT_EQ(answers[i], sum * 10000 + mine[i].payload.value);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, JoinTest, ::testing::Range(0u, 20u));

} // namespace
