//===- CommunicatorsTest.cpp - communicators whose members are partly unknown -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Communicators.h"

#include <gtest/gtest.h>

using namespace fencepost;
using namespace fencepost::archive;

namespace {

constexpr uint32_t kWorldSize = 6;

Ranks membersOf(Comm comm, const std::vector<bool> &recorded) {
  DefinitionSet set;
  comm.parent = set.comm({kWorldKey, kWorldSize, kNoId, 0, 0, {}});
  uint32_t index = set.comm(std::move(comm));
  return assembleCommunicators(set, recorded)[index];
}

const std::vector<bool> kAll(kWorldSize, true);

TEST(Communicators, OrderIsThatOfLocalRanks) {
  EXPECT_EQ(membersOf({{4, 0}, 3, 0, 0, 0, {{2, 0}, {0, 4}, {1, 5}}}, kAll), (Ranks{4, 5, 0}));
}

TEST(Communicators, TheKeyKnowsRankZero) {
  EXPECT_EQ(membersOf({{4, 0}, 2, 0, 0, 0, {{1, 5}}}, kAll), (Ranks{4, 5}));
}

TEST(Communicators, ADuplicateTakesItsParentsMembers) {
  EXPECT_EQ(membersOf({{0, 3}, kWorldSize, 0, 0, 0, {{2, 2}}}, kAll), (Ranks{0, 1, 2, 3, 4, 5}));
}

TEST(Communicators, UnknownMembersAreRanksThatLeftNothing) {
  std::vector<bool> recorded(kWorldSize, true);
  recorded[1] = recorded[3] = false;
  EXPECT_EQ(membersOf({{5, 0}, 4, 0, 0, 0, {{0, 5}, {2, 0}}}, recorded), (Ranks{5, 1, 0, 3}));
}

TEST(Communicators, NobodyIsInTwice) {
  // Two ranks that claim one place: damage. The first keeps it, the places stay distinct.
  EXPECT_EQ(membersOf({{0, 1}, 3, 0, 0, 0, {{1, 2}, {1, 4}}}, kAll), (Ranks{0, 2, 1}));
}

TEST(Communicators, SelfHasNone) {
  EXPECT_EQ(membersOf({kSelfKey, 1, 0, 0, 0, {}}, kAll), Ranks{});
}

} // namespace
