//===- RankDefinitionsTest.cpp - what the journals of a rank define -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/RankDefinitions.h"

#include "test/runtime/Inputs/JournalBuilder.h"

#include <gtest/gtest.h>

#include <random>
#include <unistd.h>

using namespace fencepost;
using namespace fencepost::archive;
using fencepost::test::JournalBuilder;

namespace {

class RankDefinitionsTest : public ::testing::Test {
protected:
  std::vector<JournalReader> saved(const std::vector<JournalBuilder> &builders) {
    std::vector<JournalReader> journals;
    for (const JournalBuilder &builder : builders) {
      builder.save(directory);
      journals.push_back(
          JournalReader::open((directory + "/journal/" + std::to_string(builder.header.rank) + "." +
                               std::to_string(builder.header.thread))
                                  .c_str()));
      EXPECT_NE(journals.back().header(), nullptr);
    }
    return journals;
  }
  ~RankDefinitionsTest() override { std::filesystem::remove_all(directory); }
  std::string directory = ::testing::TempDir() + "fencepost-rank-" + std::to_string(getpid());
};

DefContextPayload frame(uint32_t parent, uint32_t line) { return {parent, line, 0, 0, {}}; }

TEST_F(RankDefinitionsTest, ThreadsDefineForEachOther) {
  JournalBuilder first(0, 2);
  first.add(RecordType::DefContext, 1, frame(0, 20), {"inner", "a.c"})
      .add(RecordType::DefWindow, 0, DefWindowPayload{5, 1}, {"early"});
  JournalBuilder second(0, 2, 1);
  second.time = first.time + 100;
  second.add(RecordType::DefContext, 0, frame(kNoId, 10), {"main", "a.c"})
      .add(RecordType::DefComm, 5, DefCommPayload{0, 1, 0, 2, kNoId, 0, 0, 0}, {""})
      .add(RecordType::DefWindow, 0, DefWindowPayload{5, 1}, {"late"});
  std::vector<JournalBuilder> both{second, first};
  auto journals = saved(both);
  RankDefinitions rank;
  readDefinitions(journals, rank);
  ASSERT_EQ(rank.ids.contexts.size(), 2u);
  const Context &inner = rank.set.contexts[rank.ids.contexts[1]];
  EXPECT_EQ(inner.parent, rank.ids.contexts[0]);
  EXPECT_LT(inner.parent, rank.ids.contexts[1]);
  ASSERT_NE(LocalIds::find(rank.ids.windows, 0), kNoId);
  EXPECT_EQ(rank.set.strings[rank.set.windows[0].name], "late"); // whatever file it is in
}

TEST_F(RankDefinitionsTest, NonsenseIsLeftOut) {
  JournalBuilder journal(0, 2);
  journal.add(RecordType::DefContext, 0, frame(1, 1), {"a"})
      .add(RecordType::DefContext, 1, frame(0, 2), {"b"}) // a cycle
      .add(RecordType::DefContext, 4'000'000'000, frame(kNoId, 3), {"far"})
      .add(RecordType::DefComm, 0, DefCommPayload{0, 0, 0, 3, kNoId, 0, 0, 0},
           {""}) // more than there are
      .add(RecordType::DefComm, 1, DefCommPayload{0, 0, 2, 2, kNoId, 0, 0, 0}, {""}) // rank 2 of 2
      .add(RecordType::DefWindow, 0, DefWindowPayload{0, 1}, {"of no communicator"})
      .group(0, {7})
      .addRaw(RecordType::DefGroup, 1, std::string("\xff\xff\xff\xff\0\0\0\0", 8));
  auto journals = saved({journal});
  RankDefinitions rank;
  readDefinitions(journals, rank);
  EXPECT_EQ(rank.set.contexts.size(), 2u);
  EXPECT_EQ(rank.set.comms.size(), 0u);
  EXPECT_EQ(rank.set.windows.size(), 0u);
  EXPECT_EQ(rank.set.groups.size(), 0u);
  EXPECT_EQ(LocalIds::find(rank.ids.windows, 0), kNoId);
}

TEST_F(RankDefinitionsTest, TheLastNoteCounts) {
  auto note = [](uint64_t count) { return DefNotePayload{count}; };
  constexpr auto kNotFollowed = static_cast<uint32_t>(NoteKind::NotFollowed);
  JournalBuilder journal(0, 1);
  journal.add(RecordType::DefNote, kNotFollowed, note(1), {"MPI_Mrecv"})
      .add(RecordType::DefNote, kNotFollowed, note(5), {"MPI_Ibcast"})
      .add(RecordType::DefNote, kNotFollowed, note(7), {"MPI_Mrecv"})
      .add(RecordType::DefNote, static_cast<uint32_t>(NoteKind::Lost), note(0), {"disk full"});
  auto journals = saved({journal});
  RankDefinitions rank;
  readDefinitions(journals, rank);
  EXPECT_EQ(rank.notFollowed,
            (std::map<std::string, uint64_t>{{"MPI_Mrecv", 7}, {"MPI_Ibcast", 5}}));
  EXPECT_EQ(rank.lost, "disk full");
}

TEST_F(RankDefinitionsTest, RandomDamageIsSurvived) {
  JournalBuilder journal(0, 4);
  for (uint32_t id = 0; id < 10; ++id)
    journal.add(RecordType::DefContext, id, frame(id ? id - 1 : kNoId, id), {"f", "a.c"})
        .add(RecordType::DefComm, id, DefCommPayload{0, id, 0, 4, id ? id - 1 : kNoId, 0, 0, 0},
             {"c"})
        .add(RecordType::DefWindow, id, DefWindowPayload{id, 1}, {"w"})
        .group(id, {0, 1, 2})
        .add(RecordType::Operation, id, OperationPayload{}, {"MPI_SUM", "MPI_INT"});
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    JournalBuilder damaged = journal;
    for (unsigned changes = 1 + random() % 8; changes > 0; --changes)
      damaged.records[random() % damaged.records.size()] = static_cast<char>(random());
    auto journals = saved({damaged});
    RankDefinitions rank;
    readDefinitions(journals, rank);
    for (uint32_t i = 0; i < rank.set.contexts.size(); ++i)
      ASSERT_TRUE(rank.set.contexts[i].parent == kNoId || rank.set.contexts[i].parent < i);
    for (uint32_t i = 0; i < rank.set.comms.size(); ++i)
      ASSERT_TRUE(rank.set.comms[i].parent == kNoId || rank.set.comms[i].parent < i);
    for (const Window &window : rank.set.windows)
      ASSERT_LT(window.comm, rank.set.comms.size());
  }
}

} // namespace
