//===- PartnerFormulaTest.cpp - partners of all ranks in one expression ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/PartnerFormula.h"
#include "analyzer/detectors/CallNames.h"
#include "analyzer/detectors/GroupCode.h"

#include <gtest/gtest.h>

#include <random>

using namespace fencepost::analyzer;

namespace {

template <typename Partners> PartnerSets setsOf(uint32_t size, Partners partners) {
  PartnerSets sets(size);
  for (uint32_t rank = 0; rank < size; ++rank)
    for (int64_t partner : partners(int64_t(rank)))
      if (partner >= 0 && partner < size)
        include(sets[rank], static_cast<uint32_t>(partner));
  return sets;
}

std::string textOf(const PartnerSets &sets) {
  auto formula = findFormula(sets);
  return formula ? formula->text(static_cast<uint32_t>(sets.size())) : "none";
}

using Ranks = std::vector<int64_t>;

TEST(PartnerFormula, Ring) {
  EXPECT_EQ(textOf(setsOf(7,
                          [](int64_t r) {
                            return Ranks{(r + 1) % 7, (r + 6) % 7};
                          })),
            "(rank + 1) % size, (rank - 1 + size) % size");
  EXPECT_EQ(textOf(setsOf(8, [](int64_t r) { return Ranks{(r + 4) % 8}; })), "(rank + 4) % size");
  EXPECT_EQ(textOf(setsOf(5, [](int64_t r) { return Ranks{r}; })), "rank");
}

TEST(PartnerFormula, Line) {
  EXPECT_EQ(textOf(setsOf(6,
                          [](int64_t r) {
                            return Ranks{r - 1, r + 1};
                          })),
            "rank + 1 if rank + 1 < size, rank - 1 if rank >= 1");
}

TEST(PartnerFormula, Grid) {
  auto open = [](int64_t r) {
    Ranks to{r + 4, r - 4};
    if (r % 4 < 3)
      to.push_back(r + 1);
    return to;
  };
  EXPECT_EQ(textOf(setsOf(12, open)),
            "rank + 1 if rank % 4 + 1 < 4, rank + 4 if rank + 4 < size, rank - 4 if rank >= 4");
  auto torus = [](int64_t r) { return Ranks{r / 4 * 4 + (r % 4 + 1) % 4, (r + 4) % 12}; };
  EXPECT_EQ(textOf(setsOf(12, torus)), "rank / 4 * 4 + (rank % 4 + 1) % 4, (rank + 4) % size");
}

TEST(PartnerFormula, Roots) {
  EXPECT_EQ(textOf(setsOf(6, [](int64_t r) { return r == 2 ? Ranks{} : Ranks{2}; })),
            "2 if rank != 2");
  EXPECT_EQ(textOf(setsOf(6,
                          [](int64_t r) {
                            return r == 2 ? Ranks{0, 1, 3, 4, 5} : Ranks{};
                          })),
            "all others of rank 2");
}

TEST(PartnerFormula, None) {
  EXPECT_EQ(textOf({{3}, {0}, {4}, {4}, {1}}), "none");
  EXPECT_EQ(textOf({{}}), "none");
  PartnerSets many = setsOf(17, [](int64_t r) { return Ranks{(r * r + 3) % 17}; });
  EXPECT_EQ(textOf(many), "none");
  EXPECT_FALSE(hasGroupCode(many)) << "more ranks than are listed";
}

/// Whatever is found gives the partners again; what a formula gives is found.
TEST(PartnerFormula, GivesThePartners) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    uint32_t width = 1 + random() % 6, rows = 1 + random() % 5, size = width * rows;
    if (size < 2)
      continue;
    PartnerFormula made{.kind = PartnerFormula::Kind::Grid,
                        .width = rows == 1 ? size : width,
                        .periodic = random() % 2 == 0,
                        .offsets = {},
                        .roots = {}};
    for (uint32_t i = random() % 4; i-- > 0;)
      made.offsets.push_back(
          {int64_t(random() % width) - width / 2, int64_t(random() % rows) - rows / 2});
    PartnerSets sets;
    for (uint32_t rank = 0; rank < size; ++rank)
      sets.push_back(made.partners(rank, size));
    if (random() % 4 == 0) {
      include(sets[random() % size], random() % size);
    } else {
      ASSERT_TRUE(findFormula(sets)) << "width " << width << ", " << rows << " rows";
    }
    auto formula = findFormula(sets);
    for (uint32_t rank = 0; formula && rank < size; ++rank)
      ASSERT_EQ(formula->partners(rank, size), sets[rank]);
  }
}

TEST(GroupCode, SaysForHowManyRanks) {
  PartnerSets ring = setsOf(7, [](int64_t r) { return Ranks{(r + 1) % 7, (r + 6) % 7}; });
  EXPECT_NE(groupCode({{"neighbours", ring}}, "win").find("for more than 2 ranks"),
            std::string::npos);
  PartnerSets next = setsOf(7, [](int64_t r) { return Ranks{(r + 1) % 7}; });
  EXPECT_EQ(groupCode({{"targets", next}}, "win").find("ranks\n"), std::string::npos);
  EXPECT_NE(groupCode({{"targets", {{3}, {0}, {4}, {4}, {1}}}}, "win").find("for 5 ranks"),
            std::string::npos);
  // A width, and distances that are the run's number of ranks.
  PartnerSets rows = setsOf(12, [](int64_t r) { return Ranks{r + 4, r - 4}; });
  PartnerSets torus = setsOf(8, [](int64_t r) {
    return Ranks{r / 2 * 2 + (r + 1) % 2, (r + 2) % 8};
  });
  PartnerSets ends = setsOf(6, [](int64_t r) { return r == 5 ? Ranks{0} : Ranks{}; });
  PartnerSets across = setsOf(4, [](int64_t r) { return Ranks{(r + 2) % 4}; });
  for (const PartnerSets &sets : {rows, torus, ends, across})
    EXPECT_NE(groupCode({{"targets", sets}}, "win")
                  .find(", for " + std::to_string(sets.size()) + " ranks"),
              std::string::npos);
}

TEST(GroupCode, WindowIsNamedBeforeItsOwnVariables) {
  PartnerSets next = setsOf(7, [](int64_t r) { return Ranks{(r + 1) % 7}; });
  std::string code = groupCode({{"fp_targets", next}}, "win[rank % 2]");
  EXPECT_LT(code.find("win[rank % 2]"), code.find("int rank"));
}

Site fenceAt(const char *file, uint32_t line, uint32_t column) {
  return {.file = file,
          .directory = "",
          .function = "f",
          .call = "MPI_Win_fence",
          .window = "",
          .expression = "",
          .line = line,
          .column = column};
}

TEST(CallName, TellsCallsFromEachOther) {
  Site one = fenceAt("src/a.c", 5, 3), same = fenceAt("src/a.c", 5, 30),
       after = fenceAt("src/a.c", 9, 3), helper = fenceAt("src/halo.h", 5, 3);
  EXPECT_EQ(callName(one, {one, after}), "MPI_Win_fence at line 5");
  EXPECT_EQ(callName(same, {one, same, after}), "MPI_Win_fence at line 5, column 30");
  EXPECT_EQ(callName(one, {one, helper}), "MPI_Win_fence at a.c:5");
  EXPECT_EQ(callName(helper, {one, helper}), "MPI_Win_fence at halo.h:5");
}

} // namespace
