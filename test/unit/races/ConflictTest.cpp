//===- ConflictTest.cpp - the exemptions of RMA-RULES 4 -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Conflict.h"
#include "analyzer/races/WindowHints.h"

#include <gtest/gtest.h>

#include <array>

namespace {

using namespace fencepost;
using namespace fencepost::analyzer;
using namespace fencepost::analyzer::races;

class Conflict : public ::testing::Test {
protected:
  enum : uint32_t { Sum, Product, NoOp, Int, Double, Derived };

  void SetUp() override {
    const char *names[] = {"MPI_SUM", "MPI_PROD", "MPI_NO_OP", "MPI_INT", "MPI_DOUBLE", "derived"};
    for (uint32_t i = 0; i < 6; ++i)
      definitions.strings.define(i) = names[i];
    memory.clocks = &clocks;
  }

  Access add(AccessKind kind, Side side, uint32_t rank, bool write, uint64_t address = 64) {
    Accessor accessor;
    accessor.kind = kind;
    accessor.side = side;
    accessor.rank = rank;
    accessor.window = 0;
    accessor.position = ++positions;
    accessor.start = {0, rank, accessor.position, 0};
    accessor.called = {rank, 1, accessor.position};
    memory.accessors.push_back(accessor);
    return {static_cast<uint32_t>(memory.accessors.size() - 1), write, {address, 8, 0, 1}};
  }
  Access atomic(uint32_t rank, uint32_t op, uint32_t type, uint64_t address = 64,
                AccessKind kind = AccessKind::Accumulate) {
    Access access = add(kind, Side::Target, rank, op != NoOp, address);
    Accessor &accessor = memory.accessors.back();
    accessor.atomic = true;
    accessor.op = op;
    accessor.type = type;
    return access;
  }
  Access locked(Access access, uint32_t epoch, bool exclusive, bool checked = true) {
    Accessor &accessor = memory.accessors[access.accessor];
    memory.holds.push_back({{0, accessor.rank, kNone, epoch, exclusive, checked}});
    accessor.holds = static_cast<uint32_t>(memory.holds.size() - 1);
    return access;
  }
  std::optional<FindingId> check(const Access &a, const Access &b) {
    auto there = conflict(memory, a, b, definitions);
    EXPECT_EQ(there, conflict(memory, b, a, definitions));
    return there;
  }

  /// Of two that were made in this order.
  std::optional<FindingId> checkInOrder(const std::array<Access, 2> &both) {
    return check(both[0], both[1]);
  }

  std::vector<Clock> clocks{Clock(0)}; // of those who know nothing
  Memory memory;
  Definitions definitions;
  uint64_t positions = 0;
};

constexpr auto kNothing = std::nullopt;

TEST_F(Conflict, OneMustWrite) {
  EXPECT_EQ(check(add(AccessKind::Get, Side::Target, 1, false),
                  add(AccessKind::Load, Side::Local, 0, false)),
            kNothing);
  EXPECT_EQ(check(add(AccessKind::Put, Side::Target, 1, true),
                  add(AccessKind::Load, Side::Local, 0, false)),
            FindingId::RemoteRace);
  EXPECT_EQ(check(add(AccessKind::Get, Side::Origin, 0, true),
                  add(AccessKind::Load, Side::Local, 0, false)),
            FindingId::LocalRace);
}

TEST_F(Conflict, ThreadsAmongThemselvesAreNotOurs) {
  EXPECT_EQ(check(add(AccessKind::Store, Side::Local, 0, true),
                  add(AccessKind::Store, Side::Local, 0, true)),
            kNothing);
}

TEST_F(Conflict, AtomicsOfOneTypeAndOp) {
  EXPECT_EQ(check(atomic(1, Sum, Int), atomic(2, Sum, Int)), kNothing);
  EXPECT_EQ(check(atomic(1, Sum, Int), atomic(2, NoOp, Int)), kNothing);
  EXPECT_EQ(check(atomic(1, Sum, Int), atomic(2, Product, Int)), FindingId::MixedAccumulate);
  EXPECT_EQ(check(atomic(1, Sum, Int), atomic(2, Sum, Double)), FindingId::RemoteRace);
  EXPECT_EQ(check(atomic(1, Sum, Int, 64), atomic(2, Sum, Int, 66)), FindingId::RemoteRace);
  EXPECT_EQ(check(atomic(1, Sum, Int, 64), atomic(2, Sum, Int, 68)), kNothing);
  EXPECT_EQ(check(atomic(1, Sum, Derived), atomic(2, Sum, Int)), kNothing);
  EXPECT_EQ(check(atomic(1, Sum, Int), add(AccessKind::Put, Side::Target, 2, true)),
            FindingId::RemoteRace);
}

TEST_F(Conflict, CompareAndSwapGoesWithAtomicsOfItsType) {
  auto swap = [&](uint32_t rank, uint32_t type) {
    return atomic(rank, Product, type, 64, AccessKind::CompareAndSwap);
  };
  EXPECT_EQ(check(swap(1, Int), atomic(2, Sum, Int)), kNothing);
  EXPECT_EQ(check(swap(1, Int), swap(2, Int)), kNothing);
  EXPECT_EQ(check(swap(1, Int), atomic(2, Sum, Double)), FindingId::RemoteRace);
}

TEST_F(Conflict, AccumulatesOfOneOriginAreOrdered) {
  EXPECT_EQ(check(atomic(1, Sum, Int), atomic(1, Product, Int)), kNothing);
  EXPECT_EQ(check(add(AccessKind::Put, Side::Target, 1, true),
                  add(AccessKind::Put, Side::Target, 1, true)),
            FindingId::RemoteRace);
}

TEST_F(Conflict, HintsSayWhatOfOneOriginIsOrdered) {
  auto hinted = [&](Access access, uint8_t ordering, bool sameOp = false) {
    memory.accessors[access.accessor].hints = {ordering, sameOp};
    return access;
  };
  auto sum = [&](uint8_t ordering) { return hinted(atomic(1, Sum, Int), ordering); };
  auto product = [&](uint8_t ordering) { return hinted(atomic(1, Product, Int), ordering); };
  EXPECT_EQ((checkInOrder({sum(kAllOrders), product(kAllOrders)})), kNothing);
  EXPECT_EQ((checkInOrder({sum(kWriteAfterWrite), product(kWriteAfterWrite)})), kNothing);
  EXPECT_EQ((checkInOrder({sum(0), product(0)})), FindingId::MixedAccumulate);
  EXPECT_EQ((checkInOrder({sum(kReadAfterWrite), product(kReadAfterWrite)})),
            FindingId::MixedAccumulate);
  EXPECT_EQ((checkInOrder({sum(0), sum(0)})), kNothing); // atomic to each other in any case
  // A sum that fetches reads, too.
  auto fetch = [&](uint8_t ordering) {
    return hinted(atomic(1, Product, Int, 64, AccessKind::FetchAndOp), ordering);
  };
  EXPECT_EQ((checkInOrder({sum(kWriteAfterWrite), fetch(kWriteAfterWrite)})),
            FindingId::MixedAccumulate);
  EXPECT_EQ((checkInOrder({sum(kWriteAfterWrite | kReadAfterWrite), fetch(kAllOrders)})), kNothing);
  // With same_op not even MPI_NO_OP goes with another one.
  EXPECT_EQ((checkInOrder({hinted(atomic(1, Sum, Int), kAllOrders, true),
                           hinted(atomic(2, NoOp, Int), kAllOrders, true)})),
            FindingId::MixedAccumulate);
  EXPECT_EQ((checkInOrder({hinted(atomic(1, Sum, Int), kAllOrders, true),
                           hinted(atomic(2, Sum, Int), kAllOrders, true)})),
            kNothing);
}

TEST_F(Conflict, OrderingIsAList) {
  EXPECT_EQ(parseOrdering(""), kAllOrders);
  EXPECT_EQ(parseOrdering("none"), 0);
  EXPECT_EQ(parseOrdering("rar, waw"), kReadAfterRead | kWriteAfterWrite);
  EXPECT_EQ(parseOrdering("raw,war"), kReadAfterWrite | kWriteAfterRead);
}

TEST_F(Conflict, WhatAPendingMessageUsesIsNotTheProgramsYet) {
  auto message = [&](AccessKind kind, uint32_t ended) {
    Access access = add(kind, Side::Local, 0, kind == AccessKind::Recv);
    memory.accessors[access.accessor].context = 5;
    memory.accessors[access.accessor].endContext = ended;
    return access;
  };
  auto load = [&] { return add(AccessKind::Load, Side::Local, 0, false); };
  auto store = [&] { return add(AccessKind::Store, Side::Local, 0, true); };
  EXPECT_EQ((checkInOrder({message(AccessKind::Recv, 6), load()})), FindingId::LocalRace);
  EXPECT_EQ((checkInOrder({message(AccessKind::Send, 6), store()})), FindingId::LocalRace);
  EXPECT_EQ((checkInOrder({message(AccessKind::Send, kNone), store()})), FindingId::LocalRace);
  EXPECT_EQ((checkInOrder({message(AccessKind::Send, 6), load()})), kNothing);
  EXPECT_EQ((checkInOrder({message(AccessKind::Recv, 5), load()})), kNothing); // a blocking one
}

TEST_F(Conflict, LocksExcludeEachOtherIfOneIsExclusive) {
  auto put = [&](uint32_t rank) { return add(AccessKind::Put, Side::Target, rank, true); };
  auto store = [&] { return add(AccessKind::Store, Side::Local, 0, true); };
  EXPECT_EQ(check(locked(put(1), 1, true), locked(put(2), 1, true)), kNothing);
  EXPECT_EQ(check(locked(put(1), 1, true), locked(put(2), 1, false)), kNothing);
  EXPECT_EQ(check(locked(put(1), 1, false), locked(put(2), 1, false)), FindingId::RemoteRace);
  EXPECT_EQ(check(locked(put(1), 1, true), store()), FindingId::RemoteRace);
  EXPECT_EQ(check(locked(put(1), 1, true), locked(store(), 7, false)), kNothing);
  // MPI_MODE_NOCHECK acquires nothing.
  EXPECT_EQ(check(locked(put(1), 1, true, false), locked(put(2), 1, true)), FindingId::RemoteRace);
  // Two operations of one epoch hold the same lock.
  EXPECT_EQ(check(locked(put(1), 3, true), locked(put(1), 3, true)), FindingId::RemoteRace);
  EXPECT_EQ(check(locked(put(0), 3, true), locked(store(), 3, true)), FindingId::RemoteRace);
}

} // namespace
