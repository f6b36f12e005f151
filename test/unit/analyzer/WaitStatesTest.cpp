//===- WaitStatesTest.cpp - wait states of runs made up for the purpose ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the MPI libraries at hand do not do by themselves, or not twice alike.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"

#include <gtest/gtest.h>

using namespace fencepost::analyzer;
using fencepost::EventKind;

namespace {

constexpr uint32_t kWindow = 7, kComm = 0;

/// A run with one window; group r holds rank r alone.
class MadeUp {
public:
  explicit MadeUp(uint32_t ranks) {
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    trace.definitions.hosts.resize(ranks);
    trace.definitions.ticksPerSecond = 1000000;
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      trace.definitions.comms.define(kComm).ranks.push_back(rank);
      trace.definitions.groups.define(rank) = {rank};
      if (ownerOfRank(rank, processes) == process)
        trace.locations.push_back({.id = rank, .rank = rank, .thread = 0});
    }
    trace.definitions.windows.define(kWindow) = {"w", kComm};
  }

  /// Adds a call to a rank; what others' ranks do goes nowhere here.
  Event &add(uint32_t rank, EventKind kind, uint64_t enter, uint64_t leave, uint32_t peer = kNone) {
    Event event{.enter = enter, .leave = leave, .kind = kind};
    event.comm = kComm;
    event.peer = peer;
    event.group = peer;
    event.bytes = 8;
    event.context = static_cast<uint32_t>(kind);
    if (!fencepost::isCollective(kind) && kind < EventKind::Send)
      event.window = kWindow;
    for (LocationTrace &location : trace.locations)
      if (location.rank == rank) {
        location.events.push_back(event);
        return location.events.back();
      }
    return elsewhere = event;
  }

  /// Ends the phase: another one follows.
  void look() {
    std::vector<Participation> participations = findParticipations(trace);
    Analysis phase{MPI_COMM_WORLD, process, processes, trace, participations, results, 1};
    for (const auto &detector : detectors)
      detector->look(phase);
    for (LocationTrace &location : trace.locations)
      location.events.clear();
  }

  /// Ticks of each metric in each kind of call, over all processes.
  uint64_t operator()(Metric metric, EventKind call) {
    if (!reported) {
      Analysis whole{MPI_COMM_WORLD, process, processes, trace, {}, results, 1};
      for (const auto &detector : detectors)
        detector->report(whole);
      reported = true;
    }
    uint64_t sum = 0;
    for (const Severity &of : results.severities.of(metric))
      if (of.context == static_cast<uint32_t>(call))
        sum += of.value;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return sum;
  }

private:
  int process, processes;
  bool reported = false;
  Trace trace;
  Results results;
  Event elsewhere{};
  std::vector<std::unique_ptr<Detector>> detectors = makeDetectors();
};

TEST(WaitStates, EarlyTransferIsTheOperationThatThePostFallsInto) {
  MadeUp run(3);
  run.add(0, EventKind::Start, 10, 20, 1);
  run.add(0, EventKind::Put, 20, 80, 1);
  run.add(0, EventKind::Put, 80, 90, 1);
  run.add(0, EventKind::Complete, 90, 95, 1);
  run.add(1, EventKind::Post, 70, 75, 0);
  run.add(1, EventKind::Wait, 75, 96, 0);
  run.look();
  EXPECT_EQ(run(Metric::EarlyTransfer, EventKind::Put), 50u);
  EXPECT_EQ(run(Metric::LatePost, EventKind::Start), 0u);
  EXPECT_EQ(run(Metric::EarlyWait, EventKind::Wait), 15u);
  EXPECT_EQ(run(Metric::LateComplete, EventKind::Wait), 0u);
}

TEST(WaitStates, EarlyFenceEndsWithTheLastOperationOnTheRank) {
  MadeUp run(3);
  for (uint32_t rank = 0; rank < 3; ++rank)
    run.add(rank, EventKind::Fence, 10, 20);
  run.add(0, EventKind::Put, 20, 60, 1);
  run.add(2, EventKind::Put, 20, 30, 1);
  run.add(0, EventKind::Fence, 80, 90);
  run.add(1, EventKind::Fence, 25, 90);
  run.add(2, EventKind::Fence, 30, 90);
  run.look();
  EXPECT_EQ(run(Metric::EarlyFence, EventKind::Fence), 35u);
  EXPECT_EQ(run(Metric::WaitAtFence, EventKind::Fence), 55u + 50u);
}

/// Rank 0 is the target; 1 and 2 lock.
void lock(MadeUp &run, uint32_t rank, bool exclusive, uint64_t lock, uint64_t locked,
          uint64_t unlock, uint64_t unlocked) {
  run.add(rank, EventKind::Lock, lock, locked, 0).flags = exclusive ? kExclusive : 0;
  run.add(rank, EventKind::Put, locked, locked, 0);
  run.add(rank, EventKind::Unlock, unlock, unlocked, 0);
}

void barrier(MadeUp &run, uint32_t ranks, uint64_t enter, uint64_t leave) {
  for (uint32_t rank = 0; rank < ranks; ++rank)
    run.add(rank, EventKind::AllToAll, enter, leave);
}

TEST(WaitStates, AChainOfLocksWaitsForTheOneBefore) {
  MadeUp run(3);
  lock(run, 1, true, 10, 12, 50, 52);
  lock(run, 2, true, 20, 22, 25, 55); // granted late, in the unlock
  barrier(run, 3, 100, 110);
  run.look();
  EXPECT_EQ(run(Metric::LockContention, EventKind::Unlock), 52u - 25u);
  EXPECT_EQ(run(Metric::LockContention, EventKind::Lock), 0u);
  EXPECT_EQ(run(Metric::WaitForProgress, EventKind::Unlock), 0u);
}

TEST(WaitStates, SharedLocksDoNotWaitForEachOther) {
  MadeUp run(3);
  lock(run, 1, false, 10, 12, 50, 52);
  lock(run, 2, false, 20, 45, 60, 62);
  barrier(run, 3, 100, 110);
  run.look();
  EXPECT_EQ(run(Metric::LockContention, EventKind::Lock), 0u);
}

TEST(WaitStates, SharedAndExclusiveLocksWaitForEachOther) {
  MadeUp run(3);
  lock(run, 1, true, 10, 12, 50, 50);
  lock(run, 2, false, 20, 51, 60, 62);
  barrier(run, 3, 100, 110);
  run.look();
  lock(run, 1, false, 110, 112, 150, 150);
  lock(run, 2, true, 120, 151, 160, 162);
  barrier(run, 3, 200, 210);
  run.look();
  EXPECT_EQ(run(Metric::LockContention, EventKind::Lock), 60u);
}

TEST(WaitStates, LockAllIsASharedLockOnEveryTarget) {
  MadeUp run(3);
  run.add(1, EventKind::LockAll, 10, 12);
  run.add(1, EventKind::UnlockAll, 50, 50);
  lock(run, 2, true, 20, 51, 60, 60);
  barrier(run, 3, 100, 110);
  run.look();
  lock(run, 2, true, 110, 112, 150, 150);
  run.add(1, EventKind::LockAll, 120, 151);
  run.add(1, EventKind::UnlockAll, 160, 160);
  barrier(run, 3, 200, 210);
  run.look();
  EXPECT_EQ(run(Metric::LockContention, EventKind::Lock), 30u);
  EXPECT_EQ(run(Metric::LockContention, EventKind::LockAll), 30u);
}

TEST(WaitStates, AnEpochThatWasGrantedWaitsForNobody) {
  MadeUp run(3);
  run.add(1, EventKind::Lock, 10, 12, 0).flags = kExclusive;
  run.add(1, EventKind::Put, 12, 13, 0);
  run.add(1, EventKind::Flush, 13, 15, 0);
  run.add(1, EventKind::Unlock, 50, 70, 0); // returns after the next one has had the lock
  lock(run, 2, true, 20, 22, 53, 60);
  barrier(run, 3, 100, 110);
  run.look();
  EXPECT_EQ(run(Metric::LockContention, EventKind::Unlock), 60u - 53u); // of rank 2
}

TEST(WaitStates, WhoReleasesALockMayComeBackAfterTheNextOne) {
  MadeUp run(4);
  run.add(1, EventKind::Lock, 10, 12, 0).flags = kExclusive;
  run.add(1, EventKind::Put, 12, 13, 0);
  run.add(1, EventKind::Flush, 13, 15, 0);
  run.add(1, EventKind::Unlock, 50, 70, 0);
  lock(run, 2, true, 20, 21, 22, 60); // had and released it meanwhile
  lock(run, 3, false, 23, 24, 25, 65);
  barrier(run, 4, 100, 110);
  run.look();
  EXPECT_EQ(run(Metric::LockContention, EventKind::Unlock), (60u - 22u) + (60u - 25u));
}

TEST(WaitStates, NoProgressUntilTheTargetEntersMpi) {
  MadeUp run(2);
  barrier(run, 2, 10, 12);
  lock(run, 1, true, 20, 21, 22, 81);
  barrier(run, 2, 80, 90);
  run.look();
  EXPECT_EQ(run(Metric::WaitForProgress, EventKind::Unlock), 80u - 22u);
  EXPECT_EQ(run(Metric::LockContention, EventKind::Unlock), 0u);
}

TEST(WaitStates, ATargetThatIsServedAloneIsNotWaitedFor) {
  MadeUp run(2);
  barrier(run, 2, 10, 12);
  lock(run, 1, true, 20, 21, 22, 24);
  lock(run, 1, true, 30, 31, 78, 81); // the barrier comes just then
  barrier(run, 2, 80, 90);
  run.look();
  EXPECT_EQ(run(Metric::WaitForProgress, EventKind::Unlock), 0u);
}

TEST(WaitStates, ProgressIsWhatIsLeftAfterTheRelease) {
  MadeUp run(3);
  barrier(run, 3, 10, 12);
  lock(run, 1, true, 20, 21, 40, 81);
  lock(run, 2, true, 25, 26, 27, 82);
  barrier(run, 3, 80, 90);
  run.look();
  // Rank 1 from 40, rank 2 from 40 after waiting for the lock from 27, and for rank 1's unlock.
  EXPECT_EQ(run(Metric::WaitForProgress, EventKind::Unlock), 40u + 40u);
  EXPECT_EQ(run(Metric::LockContention, EventKind::Unlock), 13u + 1u);
}

TEST(WaitStates, MessagesInWrongOrder) {
  MadeUp run(2);
  auto message = [&](uint32_t rank, EventKind kind, uint64_t enter, uint64_t leave, uint32_t tag) {
    Event &event = run.add(rank, kind, enter, leave, 1 - rank);
    event.tag = tag;
  };
  message(0, EventKind::Send, 10, 11, 1);
  message(0, EventKind::Send, 60, 61, 2);
  message(1, EventKind::Recv, 20, 62, 2);
  message(1, EventKind::Recv, 62, 63, 1);
  barrier(run, 2, 100, 101);
  run.look();
  message(0, EventKind::Send, 150, 151, 1);
  message(1, EventKind::Recv, 120, 152, 1);
  barrier(run, 2, 200, 201);
  run.look();
  EXPECT_EQ(run(Metric::LateSender, EventKind::Recv), 40u + 30u);
  EXPECT_EQ(run(Metric::WrongOrder, EventKind::Recv), 40u);
  EXPECT_EQ(run(Metric::LateReceiver, EventKind::Send), 0u);
}

TEST(WaitStates, RequestsWaitWhereTheyAreCompleted) {
  MadeUp run(2);
  auto posted = [&](EventKind kind, uint32_t rank, uint64_t enter, uint64_t request) {
    Event &event = run.add(rank, kind, enter, enter + 1, 1 - rank);
    event.request = request;
    event.flags |= kNonBlocking;
    event.tag = 1;
  };
  posted(EventKind::Recv, 0, 10, 5);
  posted(EventKind::Send, 1, 30, 6);
  Event &received = run.add(0, EventKind::Completion, 20, 40, 1);
  received.request = 5;
  received.tag = 1;
  received.flags |= kMessageDone;
  run.add(1, EventKind::Completion, 32, 33).request = 6;
  run.look();
  EXPECT_EQ(run(Metric::LateSender, EventKind::Completion), 10u);
  EXPECT_EQ(run(Metric::LateReceiver, EventKind::Completion), 0u);
}

TEST(WaitStates, AReceiverIsWaitedForWhenAllMessagesWereSent) {
  MadeUp run(2);
  auto message = [&](EventKind kind, uint32_t rank, uint64_t enter, uint64_t leave, uint32_t tag) {
    Event &event = run.add(rank, kind, enter, leave, 1 - rank);
    event.tag = tag;
    return &event;
  };
  for (auto [kind, request] : {std::pair(EventKind::Recv, 5), std::pair(EventKind::Send, 6)}) {
    Event *posted = message(kind, 0, 10, 11, static_cast<uint32_t>(request));
    posted->request = static_cast<uint64_t>(request);
    posted->flags |= kNonBlocking;
  }
  message(EventKind::Send, 1, 30, 31, 5);
  message(EventKind::Recv, 1, 50, 61, 6);
  Event &received = run.add(0, EventKind::Completion, 20, 60, 1);
  received.request = 5;
  received.tag = 5;
  received.flags |= kMessageDone;
  run.add(0, EventKind::Completion, 20, 60).request = 6;
  run.look();
  EXPECT_EQ(run(Metric::LateSender, EventKind::Completion), 10u);
  EXPECT_EQ(run(Metric::LateReceiver, EventKind::Completion), 20u);
}

TEST(WaitStates, Collectives) {
  MadeUp run(3);
  for (uint32_t rank = 0; rank < 3; ++rank) {
    run.add(rank, EventKind::OneToAll, 10 + 10 * rank, 40, 2);
    run.add(rank, EventKind::AllToOne, 50 + 10 * rank, 80, 0);
    run.add(rank, EventKind::AllToAll, 100 + 10 * rank, 130 + rank);
  }
  run.look();
  EXPECT_EQ(run(Metric::LateBroadcast, EventKind::OneToAll), 20u + 10u);
  EXPECT_EQ(run(Metric::EarlyReduce, EventKind::AllToOne), 10u);
  EXPECT_EQ(run(Metric::WaitAtNxN, EventKind::AllToAll), 20u + 10u);
  EXPECT_EQ(run(Metric::CollectiveCompletion, EventKind::AllToAll), 1u + 2u);
}

} // namespace
