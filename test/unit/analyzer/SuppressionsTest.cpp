//===- SuppressionsTest.cpp - comments and rules that silence findings ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Suppressions.h"
#include "analyzer/trace/Reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace fencepost::analyzer;
using fencepost::FindingId;

namespace {

struct SuppressionsTest : ::testing::Test {
  SuppressionsTest()
      : directory(std::filesystem::temp_directory_path() /
                  ("fencepost-suppressions-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(directory / "src");
  }
  ~SuppressionsTest() override { std::filesystem::remove_all(directory); }

  std::string write(const std::string &name, const std::string &text) {
    std::ofstream(directory / name) << text;
    return directory / name;
  }
  Site at(uint32_t line) {
    return {.file = "src/halo.c", .directory = directory, .function = "exchange", .line = line};
  }

  std::filesystem::path directory;
  Suppressions suppressions;
};

TEST_F(SuppressionsTest, CommentsOnAndAboveTheLine) {
  write("src/halo.c", "// fencepost-ignore: rma-local-race, rma-remote-race\n"
                      "put();\n"
                      "get(); /* fencepost-ignore: rma-remote-race*/\n"
                      "acc();\n"
                      "acc();\n");
  auto find = [&](FindingId id, uint32_t line) { return suppressions.find(id, {at(line)}); };
  EXPECT_EQ(find(FindingId::RemoteRace, 2), "comment src/halo.c:1");
  EXPECT_EQ(find(FindingId::LocalRace, 2), "comment src/halo.c:1");
  EXPECT_EQ(find(FindingId::RemoteRace, 4), "comment src/halo.c:3");
  EXPECT_EQ(find(FindingId::LocalRace, 3), std::nullopt);
  EXPECT_EQ(find(FindingId::RemoteRace, 5), std::nullopt);
  EXPECT_EQ(find(FindingId::RemoteRace, 0), std::nullopt);
  EXPECT_EQ(find(FindingId::RemoteRace, 99), std::nullopt);
  EXPECT_EQ(suppressions.find(FindingId::RemoteRace, {at(5), at(2)}), "comment src/halo.c:1");
}

TEST_F(SuppressionsTest, Rules) {
  suppressions.load(write("rules", "# known\nrma-remote-race:halo.c\n\n*:exch*nge # all in it\n"));
  EXPECT_EQ(suppressions.find(FindingId::RemoteRace, {at(7)}), "rule rma-remote-race:halo.c");
  EXPECT_EQ(suppressions.find(FindingId::LocalRace, {at(7)}), "rule *:exch*nge");
  EXPECT_EQ(suppressions.find(FindingId::LocalRace, {{.file = "halo.c", .function = "main"}}),
            std::nullopt);
}

TEST_F(SuppressionsTest, WhatIsNoRuleIsNamed) {
  for (const char *text : {"rma-remote-race", "rma-nothing:halo.c"})
    EXPECT_THROW(suppressions.load(write("rules", text)), TraceError) << text;
  EXPECT_THROW(suppressions.load(directory / "nowhere"), TraceError);
}

} // namespace
