//===- UnderwayTest.cpp - where a run may be cut --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Underway.h"

#include <gtest/gtest.h>

using namespace fencepost::analyzer;
using fencepost::EventKind;

namespace {

constexpr uint32_t kWindow = 7, kComm = 0, kHalf = 1, kRanks = 4;

/// Four ranks with a window, group r holding rank r alone, and a communicator of the first two.
class UnderwayTest : public testing::Test {
protected:
  UnderwayTest() {
    definitions_.hosts.resize(kRanks);
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      definitions_.comms.define(kComm).ranks.push_back(rank);
      definitions_.groups.define(rank) = {rank};
    }
    definitions_.comms.define(kHalf).ranks = {0, 1};
    definitions_.windows.define(kWindow) = {"w", kComm};
    for (uint32_t rank = 0; rank < kRanks; ++rank)
      ranks_.emplace_back(definitions_, rank);
  }

  static Event event(EventKind kind, uint32_t peer = kNone, uint8_t flags = 0,
                     uint64_t request = 0) {
    Event made{.enter = 0, .leave = 0, .kind = kind};
    made.flags = flags;
    made.comm = kind == EventKind::Completion ? kNone : kComm;
    made.peer = peer;
    made.group = peer;
    if (kind >= EventKind::WinCreate && kind <= EventKind::CompareAndSwap)
      made.window = kWindow;
    made.request = request;
    return made;
  }
  void visit(uint32_t rank, const Event &event) { ranks_[rank].visit(event); }
  void visit(uint32_t rank, EventKind kind, uint32_t peer = kNone) {
    visit(rank, event(kind, peer));
  }
  void everybody(EventKind kind) {
    for (uint32_t rank = 0; rank < kRanks; ++rank)
      visit(rank, kind);
  }
  bool nothing() const {
    uint64_t balance = 0;
    bool none = true;
    for (const Underway &rank : ranks_) {
      balance += rank.balance();
      none &= rank.none();
    }
    return none && balance == 0;
  }

  Definitions definitions_;
  std::vector<Underway> ranks_;
};

TEST_F(UnderwayTest, FenceEndsOperationsOfItsEpoch) {
  everybody(EventKind::Fence);
  EXPECT_TRUE(nothing()); // an epoch of fences may be open
  visit(1, EventKind::Put, 2);
  EXPECT_FALSE(nothing());
  everybody(EventKind::Fence);
  EXPECT_TRUE(nothing());
}

TEST_F(UnderwayTest, CollectiveThatSomeHaveNotReached) {
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    visit(rank, EventKind::Fence);
    EXPECT_EQ(nothing(), rank == kRanks - 1) << rank;
  }
  // Of fewer ranks.
  for (uint32_t rank : {1, 0}) {
    Event barrier = event(EventKind::AllToAll);
    barrier.comm = kHalf;
    visit(rank, barrier);
    EXPECT_EQ(nothing(), rank == 0);
  }
}

TEST_F(UnderwayTest, LockMayBeOpenButNotItsOperations) {
  visit(0, EventKind::LockAll);
  visit(1, EventKind::Lock, 3);
  EXPECT_TRUE(nothing());
  visit(0, EventKind::Put, 2);
  visit(0, EventKind::Put, 3);
  visit(0, EventKind::Flush, 2);
  EXPECT_FALSE(nothing());
  visit(0, EventKind::FlushAll);
  EXPECT_TRUE(nothing());
  visit(1, EventKind::Accumulate, 3);
  EXPECT_FALSE(nothing());
  visit(1, EventKind::Unlock, 3);
  EXPECT_TRUE(nothing());
}

TEST_F(UnderwayTest, LocalCompletionEndsGetsOnly) {
  visit(0, EventKind::LockAll);
  visit(0, EventKind::Get, 1);
  visit(0, EventKind::FlushLocal, 1);
  EXPECT_TRUE(nothing());
  visit(0, EventKind::Put, 1);
  visit(0, EventKind::FlushLocalAll);
  EXPECT_FALSE(nothing());
  visit(0, EventKind::Flush, 1);
  EXPECT_TRUE(nothing());
}

TEST_F(UnderwayTest, RequestEndsWhatReads) {
  visit(0, EventKind::LockAll);
  visit(0, event(EventKind::Get, 1, 0, 11));
  visit(0, event(EventKind::Put, 1, 0, 12));
  visit(0, event(EventKind::Completion, kNone, 0, 11));
  visit(0, event(EventKind::Completion, kNone, 0, 12));
  EXPECT_FALSE(nothing()); // the put is only locally complete
  visit(0, EventKind::UnlockAll);
  EXPECT_TRUE(nothing());
}

TEST_F(UnderwayTest, RequestMustBeWaitedForEvenAfterTheUnlock) {
  visit(0, EventKind::LockAll);
  visit(0, event(EventKind::Get, 1, 0, 11));
  visit(0, EventKind::UnlockAll);
  EXPECT_FALSE(nothing());
  visit(0, event(EventKind::Completion, kNone, 0, 11));
  EXPECT_TRUE(nothing());
}

TEST_F(UnderwayTest, PairsOfPostAndStart) {
  visit(1, EventKind::Post, 0);
  EXPECT_FALSE(nothing());
  visit(0, EventKind::Start, 1);
  EXPECT_FALSE(nothing());
  visit(0, EventKind::Put, 1);
  visit(0, EventKind::Complete, 1);
  EXPECT_FALSE(nothing()); // not yet waited for
  visit(1, event(EventKind::Test, kNone, kFailedTest));
  EXPECT_FALSE(nothing());
  visit(1, EventKind::Wait, 0);
  EXPECT_TRUE(nothing());
}

TEST_F(UnderwayTest, PairsThatDoNotMatchDoNotMakeUpForEachOther) {
  visit(1, EventKind::Post, 0);
  visit(1, EventKind::Wait, 0);
  visit(0, EventKind::Start, 2);
  visit(0, EventKind::Complete, 2);
  EXPECT_FALSE(nothing());
}

TEST_F(UnderwayTest, Messages) {
  visit(0, EventKind::Send, 3);
  EXPECT_FALSE(nothing());
  visit(2, EventKind::Recv, 1); // another one's
  EXPECT_FALSE(nothing());
  visit(3, EventKind::Recv, 0);
  visit(1, EventKind::Send, 2);
  EXPECT_TRUE(nothing());
  visit(0, event(EventKind::Send, 1, kNonBlocking, 5));
  visit(1, EventKind::Recv, 0);
  EXPECT_FALSE(nothing());
  visit(0, event(EventKind::Completion, kNone, 0, 5));
  EXPECT_TRUE(nothing());
}

TEST_F(UnderwayTest, CancelledMessageNeedsNoReceiver) {
  visit(0, event(EventKind::Send, 1, kNonBlocking, 5));
  visit(0, event(EventKind::Completion, kNone, kCancelled, 5));
  EXPECT_TRUE(nothing());
}

TEST_F(UnderwayTest, NonBlockingCollectiveCountsWhereItIsComplete) {
  for (uint32_t rank = 0; rank < kRanks; ++rank)
    visit(rank, event(EventKind::AllToAll, kNone, kNonBlocking, 9));
  EXPECT_FALSE(nothing());
  Event completion = event(EventKind::Completion, kNone, 0, 9);
  completion.comm = kComm;
  for (uint32_t rank = 0; rank < kRanks; ++rank)
    visit(rank, completion);
  EXPECT_TRUE(nothing());
}

TEST_F(UnderwayTest, OtherThreadsComplete) {
  fencepost::analyzer::ThreadKnowledge threads(2, true);
  Underway rank(definitions_, 0, &threads);
  auto step = [&](uint32_t thread, fencepost::analyzer::ThreadStep what, uint64_t position) {
    Event made = event(EventKind::Local);
    made.step = what;
    made.request = 5;
    threads.visit(made, {thread, position});
  };
  rank.visit(event(EventKind::Put, 1), {1, 1});
  rank.visit(event(EventKind::FlushAll), {0, 2});
  EXPECT_FALSE(rank.none()); // the put may be later
  step(1, fencepost::analyzer::ThreadStep::Release, 3);
  step(0, fencepost::analyzer::ThreadStep::Acquire, 4);
  rank.visit(event(EventKind::FlushAll), {0, 5});
  EXPECT_TRUE(rank.none());
}

TEST_F(UnderwayTest, SynchronizationsOfAll) {
  std::vector<WindowPart> windows;
  auto ofAll = [&](const Event &event) { return Underway::isOfAll(definitions_, event, windows); };
  EXPECT_TRUE(ofAll(event(EventKind::Fence)));
  EXPECT_TRUE(ofAll(event(EventKind::AllToAll)));
  EXPECT_FALSE(ofAll(event(EventKind::AllToAll, kNone, kNonBlocking, 3)));
  EXPECT_FALSE(ofAll(event(EventKind::Lock, 1)));
  Event half = event(EventKind::AllToAll);
  half.comm = kHalf;
  EXPECT_FALSE(ofAll(half));
  Event noPrecede = event(EventKind::Fence);
  noPrecede.assertion = 8;
  EXPECT_FALSE(ofAll(noPrecede));
}

TEST_F(UnderwayTest, StoresInSharedWindowsAreSeenOnlyAfterTheWindowsOwnSynchronization) {
  std::vector<WindowPart> shared{{.window = kWindow,
                                  .rank = 0,
                                  .base = 0,
                                  .size = 8,
                                  .dispUnit = 1,
                                  .flavor = 4,
                                  .model = 2,
                                  .info = kNone}};
  Event barrier = event(EventKind::AllToAll), fence = event(EventKind::Fence);
  barrier.leave = fence.leave = 7;
  EXPECT_TRUE(Underway::leavesUnseen(barrier, shared));
  EXPECT_FALSE(Underway::leavesUnseen(fence, shared));
  shared[0].until = 5; // it is no more
  EXPECT_FALSE(Underway::leavesUnseen(barrier, shared));
  shared[0] = {.window = kWindow,
               .rank = 0,
               .base = 0,
               .size = 8,
               .dispUnit = 1,
               .flavor = 4,
               .model = 2,
               .info = kNone,
               .from = 8};
  EXPECT_FALSE(Underway::leavesUnseen(barrier, shared)); // it is not yet
}

} // namespace
