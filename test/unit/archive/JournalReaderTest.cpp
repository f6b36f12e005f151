//===- JournalReaderTest.cpp - journals that are cut off or damaged -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/JournalReader.h"

#include "test/runtime/Inputs/JournalBuilder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <unistd.h>

using namespace fencepost;
using namespace fencepost::archive;
using fencepost::test::JournalBuilder;

namespace {

JournalBuilder someJournal() {
  JournalBuilder journal(0, 1);
  journal.add(RecordType::ProgramBegin, kNoId)
      .defineCall(Call::Put)
      .enter(Call::Put)
      .add(RecordType::Operation, 0, OperationPayload{}, {"MPI_SUM", "MPI_INT"})
      .addRaw(RecordType::Pad, 0, std::string(40, 'x'))
      .add(RecordType::Range, 0, RangePayload{3, 1, 2, 3, 4})
      .leave(Call::Put)
      .group(0, {0, 0, 0})
      .add(RecordType::ProgramEnd, 0);
  return journal;
}
constexpr int kRecords = 8; // the padding is none

int count(std::string_view records, std::string *failure = nullptr) {
  RecordCursor cursor(records);
  int seen = 0;
  for (Record record; cursor.next(record); ++seen) {
    // All of it lies within the bytes.
    auto *begin = reinterpret_cast<const char *>(record.payload);
    EXPECT_GE(begin, records.data());
    EXPECT_LE(begin + record.payloadBytes, records.data() + records.size());
    std::string_view tail = record.tail();
    EXPECT_LE(tail.size(), record.payloadBytes);
    while (!tail.empty())
      takeText(tail);
  }
  if (failure)
    *failure = cursor.failure();
  return seen;
}

TEST(RecordCursor, YieldsEverythingThatIsWhole) {
  std::string failure;
  EXPECT_EQ(count(someJournal().records, &failure), kRecords);
  EXPECT_EQ(failure, "");
  EXPECT_EQ(count(someJournal().records + std::string(4096, '\0'), &failure), kRecords);
  EXPECT_EQ(failure, "");
}

TEST(RecordCursor, StopsAtEveryCut) {
  std::string whole = someJournal().records;
  int before = 0;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    std::string cut = whole.substr(0, length); // its own allocation: a sanitizer sees overruns
    int seen = count(cut);
    EXPECT_TRUE(seen == before || seen == before + 1) << length;
    before = seen;
  }
  EXPECT_EQ(before, kRecords);
}

TEST(RecordCursor, SaysWhyItStopped) {
  std::string whole = someJournal().records;
  std::string failure;
  count(whole.substr(0, whole.size() - 120), &failure);
  EXPECT_EQ(failure, "a record that is cut off");

  RecordHead head = {999, 2, 0, 0};
  std::string unknown(reinterpret_cast<const char *>(&head), sizeof head);
  EXPECT_EQ(count(whole + unknown, &failure), kRecords);
  EXPECT_EQ(failure, "a record of unknown type");

  head = {static_cast<uint16_t>(RecordType::Range), 2, 0, 0};
  std::string tooShort(reinterpret_cast<const char *>(&head), sizeof head);
  EXPECT_EQ(count(whole + tooShort, &failure), kRecords);
  EXPECT_EQ(failure, "a record that is too short");

  head = {static_cast<uint16_t>(RecordType::Leave), 0, 0, 0}; // would never advance
  std::string empty(reinterpret_cast<const char *>(&head), sizeof head);
  EXPECT_EQ(count(whole + empty, &failure), kRecords);
  EXPECT_EQ(failure, "a record that is cut off");
}

TEST(RecordCursor, RandomDamageIsSurvived) {
  std::mt19937 random(1);
  std::string whole = someJournal().records;
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = whole.substr(0, random() % (whole.size() + 1));
    for (unsigned changes = random() % 4; changes > 0 && !damaged.empty(); --changes)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    count(damaged);
  }
}

class JournalFile : public ::testing::Test {
protected:
  std::string failureOf(const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    JournalReader reader = JournalReader::open(path.c_str());
    EXPECT_EQ(reader.header() != nullptr, reader.failure().empty());
    return reader.failure();
  }
  std::string path = ::testing::TempDir() + "fencepost-journal-" + std::to_string(getpid());
  ~JournalFile() override { unlink(path.c_str()); }
};

TEST_F(JournalFile, HeadersAreChecked) {
  JournalBuilder journal = someJournal();
  EXPECT_EQ(failureOf(journal.bytes()), "");
  EXPECT_EQ(failureOf(""), "too short for a journal");
  EXPECT_EQ(failureOf(journal.bytes().substr(0, sizeof(JournalHeader) - 1)),
            "too short for a journal");
  JournalBuilder other = someJournal();
  other.header.magic[7] = '0';
  EXPECT_EQ(failureOf(other.bytes()), "not a journal of this version of Fencepost");
  other = someJournal();
  other.header.rank = other.header.worldSize;
  EXPECT_EQ(failureOf(other.bytes()), "a damaged journal header");
  other = someJournal();
  other.header.ticksPerSecond = 0;
  EXPECT_EQ(failureOf(other.bytes()), "a damaged journal header");
}

TEST_F(JournalFile, MissingFileIsNamedByItsError) {
  EXPECT_EQ(JournalReader::open("/nonexistent/0.0").failure(), "No such file or directory");
}

} // namespace
