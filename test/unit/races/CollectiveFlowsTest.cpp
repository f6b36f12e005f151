//===- CollectiveFlowsTest.cpp - who learns from whom in a collective -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/CollectiveFlows.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace {

using namespace fencepost::analyzer;
using namespace fencepost::analyzer::races;
using fencepost::EventKind;

constexpr uint32_t kIntra = 0, kInter = 1, kRanks = 5;

Definitions makeDefinitions() {
  Definitions definitions;
  definitions.hosts.resize(kRanks);
  definitions.comms.define(kIntra).ranks = {3, 1, 4, 0, 2};
  definitions.comms.define(kInter).ranks = {1, 0};
  definitions.comms.define(kInter).others = {4, 3, 2};
  for (uint32_t rank = 0; rank < kRanks; ++rank)
    definitions.groups.define(rank) = {rank};
  definitions.groups.define(kRanks); // empty
  return definitions;
}

using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

/// Who learns from whom (`from`, `to`; world ranks) when every rank's event is that of `eventOf`.
/// A chain's link has what those before it gave.
Pairs learning(const Definitions &definitions, const std::function<Event(uint32_t)> &eventOf) {
  std::vector<Flows> flows;
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    Event event = eventOf(rank);
    flows.push_back(
        collectiveFlows(definitions, event, {KeyKind::Collective, event.comm, 0, 0, 0, 7}, rank));
  }
  Pairs pairs;
  for (uint32_t from = 0; from < kRanks; ++from)
    for (uint32_t to = 0; to < kRanks; ++to)
      for (const InstanceKey &given : flows[from].gives)
        for (InstanceKey taken : flows[to].takes) {
          bool before = taken.flow == Flow::Scan && given.flow == Flow::Scan &&
                        given.key.sequence < taken.key.sequence;
          if (before)
            taken.key.sequence = given.key.sequence;
          if (given == taken && from != to)
            pairs.insert({from, to});
        }
  return pairs;
}

Event collective(EventKind kind, uint32_t comm, uint32_t root = kNone, uint64_t bytes = 4) {
  Event event{.enter = 1, .leave = 2, .kind = kind};
  event.comm = comm;
  event.peer = root;
  event.bytes = bytes;
  return event;
}

bool inFirst(uint32_t rank) { return rank < 2; } // group of the inter-communicator

TEST(CollectiveFlows, WithinOneGroup) {
  Definitions definitions = makeDefinitions();
  Pairs all, fromRoot, toRoot, upwards;
  const std::vector<uint32_t> &ranks = definitions.comms[kIntra].ranks;
  for (uint32_t i = 0; i < kRanks; ++i)
    for (uint32_t j = 0; j < kRanks; ++j) {
      if (i == j)
        continue;
      all.insert({i, j});
      (i == 4 ? fromRoot : toRoot).insert({i, j});
      if (i < j)
        upwards.insert({ranks[i], ranks[j]});
    }
  std::erase_if(toRoot, [](auto pair) { return pair.second != 4; });
  auto with = [&](EventKind kind, uint32_t root) {
    return learning(definitions, [&](uint32_t) { return collective(kind, kIntra, root); });
  };
  EXPECT_EQ(with(EventKind::AllToAll, kNone), all);
  EXPECT_EQ(with(EventKind::CommCreate, kNone), all);
  EXPECT_EQ(with(EventKind::OneToAll, 2), fromRoot); // its rank 2 is rank 4
  EXPECT_EQ(with(EventKind::AllToOne, 2), toRoot);
  EXPECT_EQ(with(EventKind::Scan, kNone), upwards);
}

TEST(CollectiveFlows, NothingMoved) {
  Definitions definitions = makeDefinitions();
  for (EventKind kind : {EventKind::OneToAll, EventKind::AllToOne, EventKind::Scan})
    EXPECT_TRUE(
        learning(definitions, [&](uint32_t) { return collective(kind, kIntra, 0, 0); }).empty());
  // A barrier moves nothing, either.
  EXPECT_EQ(learning(definitions,
                     [&](uint32_t) { return collective(EventKind::AllToAll, kIntra, kNone, 0); })
                .size(),
            kRanks * (kRanks - 1));
}

TEST(CollectiveFlows, BetweenGroups) {
  Definitions definitions = makeDefinitions();
  Pairs across, fromRoot, toRoot, all;
  for (uint32_t i = 0; i < kRanks; ++i)
    for (uint32_t j = 0; j < kRanks; ++j) {
      if (inFirst(i) != inFirst(j))
        across.insert({i, j});
      if (i == 3 && inFirst(j))
        fromRoot.insert({i, j});
      if (j == 3 && inFirst(i))
        toRoot.insert({i, j});
      if (i != j)
        all.insert({i, j});
    }
  // The root is rank 1 of the second group, rank 3 of the world.
  auto rooted = [&](EventKind kind) {
    return learning(definitions, [&](uint32_t rank) {
      return collective(kind, kInter,
                        inFirst(rank) ? 1
                        : rank == 3   ? kRootIsSelf
                                      : kRootIsInThisGroup);
    });
  };
  EXPECT_EQ(rooted(EventKind::OneToAll), fromRoot);
  EXPECT_EQ(rooted(EventKind::AllToOne), toRoot);
  EXPECT_EQ(
      learning(definitions, [&](uint32_t) { return collective(EventKind::AllToAll, kInter); }),
      across);
  EXPECT_EQ(
      learning(definitions, [&](uint32_t) { return collective(EventKind::CommCreate, kInter); }),
      all);
}

TEST(CollectiveFlows, AlongTheEdges) {
  Definitions definitions = makeDefinitions();
  // 0 -> 1 -> 2 -> 3, and rank 4 alone.
  auto line = [&](uint32_t rank) {
    Event event = collective(EventKind::Neighbour, kIntra);
    event.group = rank < 3 ? rank + 1 : kRanks;
    event.type = rank > 0 && rank < 4 ? rank - 1 : kRanks;
    return event;
  };
  EXPECT_EQ(learning(definitions, line), (Pairs{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(CollectiveFlows, RanksOfAnInterCommunicatorAreTheOthers) {
  Definitions definitions = makeDefinitions();
  const Communicator &inter = definitions.comms[kInter];
  EXPECT_EQ(inter.worldRank(2, 0), 2u);
  EXPECT_EQ(inter.worldRank(0, 3), 1u);
  EXPECT_EQ(inter.worldRank(2, 3), kNone);
  EXPECT_EQ(inter.localRank(3), 1u);
  EXPECT_EQ(inter.size(), kRanks);
}

} // namespace
