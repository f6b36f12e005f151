//===- KeyTest.cpp - partners compute the same key -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/match/Key.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace fencepost::analyzer;
using fencepost::EventKind;

namespace {

/// A run of `ranks` ranks with one window, 7, on communicator 1 that reverses the ranks of the
/// world.
Trace makeTrace(uint32_t ranks) {
  Trace trace;
  Definitions &definitions = trace.definitions;
  definitions.hosts.resize(ranks);
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    definitions.comms.define(0).ranks.push_back(rank);
    definitions.comms.define(1).ranks.push_back(ranks - 1 - rank);
    definitions.groups.define(rank) = {rank}; // group r holds rank r alone
    trace.locations.push_back({.id = rank, .rank = rank, .thread = 0});
  }
  definitions.windows.define(7) = {"w", 1};
  return trace;
}

Event &add(LocationTrace &location, EventKind kind, uint64_t enter) {
  location.events.push_back({.enter = enter, .leave = enter + 1, .kind = kind});
  return location.events.back();
}

TEST(Keys, CollectivesCountForEachCommunicatorAndWindow) {
  Trace trace = makeTrace(2);
  for (LocationTrace &location : trace.locations) {
    add(location, EventKind::WinCreate, 1).window = 7;
    add(location, EventKind::AllToAll, 2).comm = 0;
    add(location, EventKind::Fence, 3).window = 7;
    add(location, EventKind::AllToAll, 4).comm = 1;
    add(location, EventKind::OneToAll, 5).comm = 0;
    add(location, EventKind::AllToAll, 6).comm = 99; // not defined: an intercommunicator
  }
  std::vector<Participation> found = findParticipations(trace);
  ASSERT_EQ(found.size(), 10u);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(found[i].key, found[i + 5].key);
  EXPECT_EQ(found[0].key, (Key{KeyKind::WinCollective, 7, 0, 0, 0, 0}));
  EXPECT_EQ(found[2].key, (Key{KeyKind::WinCollective, 7, 0, 0, 0, 1}));
  EXPECT_EQ(found[4].key, (Key{KeyKind::Collective, 0, 0, 0, 0, 1}));
}

TEST(Keys, PscwCountsForEachPair) {
  Trace trace = makeTrace(3);
  auto sync = [&](uint32_t rank, EventKind kind, uint64_t enter, uint32_t group) {
    Event &event = add(trace.locations[rank], kind, enter);
    event.window = 7;
    event.group = group;
  };
  // Rank 0 is origin of rank 2, then of rank 1, then of rank 2 again.
  uint64_t time = 0;
  for (uint32_t target : {2u, 1u, 2u}) {
    sync(0, EventKind::Start, ++time, target);
    sync(0, EventKind::Complete, ++time, target);
    sync(target, EventKind::Post, ++time, 0);
    sync(target, EventKind::Wait, ++time, 0);
  }
  std::map<Key, int> parts;
  for (const Participation &at : findParticipations(trace))
    parts[at.key] |= 1 << static_cast<int>(at.part);
  int all = 1 << static_cast<int>(Part::Start) | 1 << static_cast<int>(Part::Complete) |
            1 << static_cast<int>(Part::Post) | 1 << static_cast<int>(Part::Wait);
  ASSERT_EQ(parts.size(), 3u);
  for (auto [key, seen] : parts)
    EXPECT_EQ(seen, all);
  EXPECT_TRUE(parts.count({KeyKind::Pscw, 7, 0, 2, 0, 1}));
}

TEST(Keys, EmptyGroupsAndMissingPeersTakeNoPart) {
  Trace trace = makeTrace(2);
  trace.definitions.groups.define(9);
  Event &start = add(trace.locations[0], EventKind::Start, 1);
  start.window = 7;
  start.group = 9;
  add(trace.locations[0], EventKind::Test, 2).window = 7; // one that failed: no group
  add(trace.locations[0], EventKind::Send, 3);            // to MPI_PROC_NULL
  EXPECT_TRUE(findParticipations(trace).empty());
}

TEST(Keys, ThreadsOfARankAreMergedByTime) {
  Trace trace = makeTrace(2);
  trace.locations.insert(trace.locations.begin() + 1, {.id = 1ull << 32, .rank = 0, .thread = 1});
  add(trace.locations[0], EventKind::Fence, 10).window = 7;
  add(trace.locations[1], EventKind::Fence, 5).window = 7;
  add(trace.locations[0], EventKind::Fence, 20).window = 7;
  std::vector<Participation> found = findParticipations(trace);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].location, 1u);
  EXPECT_EQ(found[2].key.sequence, 2u);
}

/// Messages of random peers and tags, received blocking or not, with requests completed in any
/// order; MPI matches those of one sender, communicator and tag in the order of posting.
class MessageKeys : public ::testing::TestWithParam<unsigned> {};

TEST_P(MessageKeys, SenderAndReceiverAgree) {
  std::mt19937 random(GetParam());
  constexpr uint32_t kRanks = 3;
  Trace trace = makeTrace(kRanks);
  const Communicator &comm = trace.definitions.comms[1];
  uint64_t time = 0, request = 0;
  struct Open {
    uint32_t receiver, source, tag;
    uint64_t bytes, request;
  };
  std::vector<Open> open;
  for (uint64_t message = 1; message <= 300; ++message) {
    uint32_t from = random() % kRanks, to = random() % kRanks, tag = random() % 2;
    uint32_t worldFrom = comm.ranks[from], worldTo = comm.ranks[to];
    Event &send = add(trace.locations[worldFrom], EventKind::Send, ++time);
    send.comm = 1;
    send.peer = to;
    send.tag = tag;
    send.bytes = message;
    Event &receive = add(trace.locations[worldTo], EventKind::Recv, ++time);
    receive.bytes = message;
    if (random() % 2) {
      receive.comm = 1;
      receive.peer = from;
      receive.tag = tag;
    } else {
      receive.flags = kNonBlocking;
      receive.request = ++request;
      open.push_back({worldTo, from, tag, message, request});
    }
  }
  std::shuffle(open.begin(), open.end(), random);
  for (const Open &done : open) {
    Event &completion = add(trace.locations[done.receiver], EventKind::Completion, ++time);
    completion.flags = kMessageDone;
    completion.comm = 1;
    completion.peer = done.source;
    completion.tag = done.tag;
    completion.request = done.request;
  }
  std::map<Key, std::map<Part, uint64_t>> messages;
  for (const Participation &at : findParticipations(trace))
    messages[at.key][at.part] = trace.locations[at.location].events[at.event].bytes;
  EXPECT_EQ(messages.size(), 300u);
  for (auto &[key, ends] : messages)
    EXPECT_EQ(ends[Part::Send], ends[Part::Receive]);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MessageKeys, ::testing::Range(0u, 20u));

} // namespace
