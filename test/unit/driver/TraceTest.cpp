//===- TraceTest.cpp - a trace on disk ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"

#include "Error.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace fencepost::driver;

namespace fs = std::filesystem;

namespace {

class TraceOnDisk : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "fencepost-trace-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory = pattern;
  }
  void TearDown() override { fs::remove_all(directory); }

  void touch(const fs::path &name) {
    fs::create_directories((directory / name).parent_path());
    std::ofstream(directory / name).put('x');
  }
  fs::path directory;
};

} // namespace

TEST_F(TraceOnDisk, CountsRanksAndNotThreads) {
  touch("traces.otf2");
  for (const char *location : {"0", "1", "2", "4294967296", "4294967297"})
    for (const char *extension : {".evt", ".def"})
      touch(std::string("traces/") + location + extension);
  EXPECT_EQ(sizeOf(openTrace(directory)).ranks, 3u);
  EXPECT_EQ(sizeOf(openTrace(directory / "traces.otf2")).ranks, 3u);
  EXPECT_EQ(sizeOf(openTrace(directory)).bytes, 10u);
}

TEST_F(TraceOnDisk, IsAtLeastOneRank) {
  touch("other.otf2");
  EXPECT_EQ(sizeOf(openTrace(directory)).ranks, 1u);
}

TEST_F(TraceOnDisk, IsUnfinishedWithJournals) {
  EXPECT_FALSE(traceIn(directory));
  touch("journal/0.0");
  EXPECT_TRUE(traceIn(directory)->unfinished);
  EXPECT_TRUE(traceIn(directory)->anchor.empty());
  touch("traces.otf2");
  EXPECT_TRUE(openTrace(directory / "traces.otf2").unfinished);
  fs::remove(directory / "journal/0.0");
  EXPECT_FALSE(openTrace(directory).unfinished);
}

TEST_F(TraceOnDisk, MustBeOne) {
  EXPECT_THROW(openTrace(directory), Error);
  EXPECT_THROW(openTrace(directory / "traces.otf2"), Error);
  touch("notes.txt");
  EXPECT_THROW(openTrace(directory / "notes.txt"), Error);
  touch("a.otf2");
  touch("b.otf2");
  EXPECT_THROW(openTrace(directory), Error);
}
