//===- CommunicatorsTest.cpp - communicators whose members are partly unknown -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Communicators.h"

#include <gtest/gtest.h>
#include <memory>

using namespace fencepost;
using namespace fencepost::archive;

namespace {

constexpr uint32_t kWorldSize = 6;

Ranks membersOf(Comm comm, const std::vector<bool> &recorded) {
  DefinitionSet set;
  comm.parent = set.comm({kWorldKey, {kWorldSize, 0}, kNoId, 0, 0, {}});
  uint32_t index = set.comm(std::move(comm));
  return assembleCommunicators(set, recorded)[index][0];
}

const std::vector<bool> kAll(kWorldSize, true);

TEST(Communicators, OrderIsThatOfLocalRanks) {
  EXPECT_EQ(membersOf({{4, 0}, {3, 0}, 0, 0, 0, {{0, 2, 0}, {0, 0, 4}, {0, 1, 5}}}, kAll),
            (Ranks{4, 5, 0}));
}

TEST(Communicators, TheKeyKnowsRankZero) {
  EXPECT_EQ(membersOf({{4, 0}, {2, 0}, 0, 0, 0, {{0, 1, 5}}}, kAll), (Ranks{4, 5}));
}

TEST(Communicators, ADuplicateTakesItsParentsMembers) {
  EXPECT_EQ(membersOf({{0, 3}, {kWorldSize, 0}, 0, 0, 0, {{0, 2, 2}}}, kAll),
            (Ranks{0, 1, 2, 3, 4, 5}));
}

TEST(Communicators, UnknownMembersAreRanksThatLeftNothing) {
  std::vector<bool> recorded(kWorldSize, true);
  recorded[1] = recorded[3] = false;
  EXPECT_EQ(membersOf({{5, 0}, {4, 0}, 0, 0, 0, {{0, 0, 5}, {0, 2, 0}}}, recorded),
            (Ranks{5, 1, 0, 3}));
}

TEST(Communicators, NobodyIsInTwice) {
  // Two ranks that claim one place: damage. The first keeps it, the places stay distinct.
  EXPECT_EQ(membersOf({{0, 1}, {3, 0}, 0, 0, 0, {{0, 1, 2}, {0, 1, 4}}}, kAll), (Ranks{0, 2, 1}));
}

TEST(Communicators, AnInterCommunicatorHasTwoGroups) {
  DefinitionSet set;
  uint32_t world = set.comm({kWorldKey, {kWorldSize, 0}, kNoId, 0, 0, {}});
  uint32_t inter = set.comm({{1, 4}, {2, 3}, kNoId, 0, 0, {{1, 2, 5}, {0, 0, 1}, {1, 0, 3}}});
  auto comms = assembleCommunicators(set, {true, true, false, true, false, true});
  EXPECT_TRUE(set.comms[inter].isInter());
  EXPECT_FALSE(set.comms[world].isInter());
  // Ranks 2 and 4 left nothing and are taken for the members that nobody knows.
  EXPECT_EQ(comms[inter], (CommGroups{Ranks{1, 2}, Ranks{3, 4, 5}}));
}

TEST(Communicators, ANonBlockingDuplicateIsKnownByItsParent) {
  auto setOf = [](uint32_t rank, bool dupFirst) {
    auto set = std::make_unique<DefinitionSet>();
    if (dupFirst) // another order of ids than elsewhere
      set->comm({{rank, 9}, {1, 0}, kNoId, 0, 0, {{0, 0, rank}}});
    uint32_t parent = set->comm({{4, 0}, {2, 0}, kNoId, 0, 0, {{0, rank == 4 ? 0u : 1u, rank}}});
    for (uint32_t i = 1; i <= 2; ++i)
      set->comm({{kNoId, i, parent}, {2, 0}, parent, 0, 0, {{0, rank == 4 ? 0u : 1u, rank}}});
    return set;
  };
  DefinitionSet unified;
  unified.merge(*setOf(4, true));
  Mapping second = unified.merge(*setOf(2, false));
  ASSERT_EQ(unified.comms.size(), 4u);
  EXPECT_EQ(second.comms, (std::vector<uint32_t>{1, 2, 3}));
  auto comms = assembleCommunicators(unified, kAll);
  EXPECT_EQ(comms[2][0], (Ranks{4, 2}));
  EXPECT_EQ(comms[3][0], (Ranks{4, 2}));
}

TEST(Communicators, SelfHasNone) {
  EXPECT_EQ(membersOf({kSelfKey, {1, 0}, 0, 0, 0, {}}, kAll), Ranks{});
}

} // namespace
