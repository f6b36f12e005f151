//===- AtomicOrderTest.cpp - whose atomics an atomic operation has seen ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/AtomicOrder.h"
#include "analyzer/races/AtomicLocations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace {

using fencepost::EventKind;
using namespace fencepost::analyzer;
using namespace fencepost::analyzer::races;

AtomicOp at(AtomicOp op, uint64_t enter, uint64_t done) {
  op.enter = enter;
  op.done = done;
  if (op.found)
    op.seen = done;
  return op;
}
AtomicOp read(uint64_t found) {
  return describeAtomic(EventKind::FetchAndOp, "MPI_NO_OP", "MPI_INT", 4, {{}, {}, found});
}
AtomicOp replace(uint64_t operand) {
  return describeAtomic(EventKind::Accumulate, "MPI_REPLACE", "MPI_INT", 4, {operand, {}, {}});
}
AtomicOp add(uint64_t operand) {
  return describeAtomic(EventKind::Accumulate, "MPI_SUM", "MPI_INT", 4, {operand, {}, {}});
}
AtomicOp fetchAdd(uint64_t operand, uint64_t found) {
  return describeAtomic(EventKind::FetchAndOp, "MPI_SUM", "MPI_INT", 4, {operand, {}, found});
}
AtomicOp swap(uint64_t operand, uint64_t compare, uint64_t found) {
  return describeAtomic(EventKind::CompareAndSwap, "", "MPI_INT", 4, {operand, compare, found});
}

std::set<uint32_t> seenBy(const std::vector<AtomicOp> &ops, std::size_t reader, bool alone = true) {
  Seen seen = whatWasSeen(ops, alone)[reader];
  std::set<uint32_t> all(seen.others.begin(), seen.others.end());
  for (uint32_t i = 0; i < seen.prefix; ++i)
    all.insert(i);
  return all;
}
using Writes = std::set<uint32_t>;

TEST(AtomicOrder, AFlagIsSeenByItsValue) {
  // The read that came too early overlaps the write in time.
  std::vector<AtomicOp> ops{at(replace(1), 10, 30), at(read(0), 11, 29), at(read(1), 12, 31)};
  EXPECT_EQ(seenBy(ops, 1), Writes{});
  EXPECT_EQ(seenBy(ops, 2), Writes{0});
}

TEST(AtomicOrder, AValueThatWasReplacedIsGone) {
  std::vector<AtomicOp> ops{at(replace(1), 10, 20), at(replace(2), 30, 40), at(read(2), 50, 60)};
  EXPECT_EQ(seenBy(ops, 2), Writes{1});
}

TEST(AtomicOrder, OfTwoWritesOfOneValueTheLastCounts) {
  std::vector<AtomicOp> ops{at(replace(1), 10, 20), at(replace(1), 30, 40), at(read(1), 50, 60)};
  EXPECT_EQ(seenBy(ops, 2), Writes{1});
  ops[1].enter = 15; // then it may be either
  EXPECT_EQ(seenBy(ops, 2), (Writes{0, 1}));
}

TEST(AtomicOrder, ACounterPassesOnWhatItHadSeen) {
  // Counted in another order than begun.
  std::vector<AtomicOp> ops{at(fetchAdd(1, 1), 10, 40), at(fetchAdd(1, 0), 11, 30),
                            at(fetchAdd(1, 2), 12, 41), at(read(2), 13, 50)};
  EXPECT_EQ(seenBy(ops, 0), Writes{1});
  EXPECT_EQ(seenBy(ops, 1), Writes{});
  EXPECT_EQ(seenBy(ops, 2), (Writes{0, 1}));
  EXPECT_EQ(seenBy(ops, 3), (Writes{0, 1}));
}

TEST(AtomicOrder, ALockIsSeenFromItsRelease) {
  std::vector<AtomicOp> ops{at(swap(1, 0, 0), 10, 20), at(swap(2, 0, 1), 11, 21),
                            at(replace(0), 30, 40), at(swap(2, 0, 0), 31, 45)};
  EXPECT_EQ(seenBy(ops, 0), Writes{}); // not the release to come
  EXPECT_EQ(seenBy(ops, 1), Writes{0});
  EXPECT_EQ(seenBy(ops, 3), Writes{1}); // the failed swap writes nothing
}

TEST(AtomicOrder, NotificationsAreAddedUp) {
  std::vector<AtomicOp> ops{at(add(1), 10, 100), at(add(1), 11, 101), at(read(0), 12, 99),
                            at(read(1), 13, 102), at(read(2), 14, 103)};
  EXPECT_EQ(seenBy(ops, 2), Writes{});
  EXPECT_EQ(seenBy(ops, 3), (Writes{0, 1})); // one of them: it may be either
  EXPECT_EQ(seenBy(ops, 4), (Writes{0, 1}));
  // One of them was over before the read began, so that it is the one.
  ops[0].done = 12;
  EXPECT_EQ(seenBy(ops, 3), Writes{0});
  // Where others store, too, sums tell nothing.
  EXPECT_EQ(seenBy(ops, 2, false), (Writes{0, 1}));
}

TEST(AtomicOrder, WhatIsNotKnownMayHaveBeenSeen) {
  AtomicOp unknown = at(replace(0), 10, 30);
  unknown.left = std::nullopt;
  std::vector<AtomicOp> ops{unknown, at(read(0), 11, 40)};
  EXPECT_EQ(seenBy(ops, 1), Writes{0});
  AtomicOp blind = read(0);
  blind.found = std::nullopt;
  blind.seen = 40;
  blind.enter = 9;
  EXPECT_EQ(seenBy({blind, at(replace(3), 10, 30)}, 0), Writes{0});
  EXPECT_EQ(seenBy({at(replace(3), 50, 60), at(read(3), 9, 40)}, 1), Writes{}); // began after it
}

TEST(AtomicOrder, ASumOfNothingReads) {
  std::vector<AtomicOp> ops{at(fetchAdd(0, 0), 10, 30), at(fetchAdd(0, 0), 11, 31),
                            at(replace(1), 12, 32), at(fetchAdd(0, 1), 13, 33)};
  EXPECT_EQ(seenBy(ops, 1), Writes{});
  EXPECT_EQ(seenBy(ops, 3), Writes{0}); // the only write
}

/// Random operations on one location in a known order, as they may be recorded.
struct RandomLocation {
  std::vector<AtomicOp> ops;            // by enter
  std::vector<std::set<uint32_t>> seen; // writes that each of them really saw

  explicit RandomLocation(unsigned seed) {
    std::mt19937 random(seed);
    uint64_t value = random() % 3;
    bool counts = seed % 4 == 0;
    struct Made {
      AtomicOp op;
      std::set<std::size_t> seen; // in the order of the location
    };
    std::vector<Made> made;
    std::set<std::size_t> there; // whose writes are in the value
    for (std::size_t i = 0; i < 40; ++i) {
      AtomicOp op;
      uint64_t operand = random() % 3;
      unsigned kind = counts ? 6 + random() % 4 : random() % 8;
      // Sums that return nothing hide all values after them.
      switch (kind == 6 && seed % 4 > 1 ? 7 : kind) {
      case 0:
      case 1:
        op = replace(operand);
        break;
      case 2:
        op = swap(operand, random() % 3, value);
        break;
      case 3:
        op = describeAtomic(EventKind::FetchAndOp, "MPI_REPLACE", "MPI_INT", 4,
                            {operand, {}, value});
        break;
      case 4:
        op = fetchAdd(operand, value);
        break;
      case 5:
        op = describeAtomic(EventKind::FetchAndOp, "MPI_MAX", "MPI_INT", 4, {operand, {}, value});
        break;
      case 6:
        op = add(1 + operand);
        break;
      default:
        op = read(value);
      }
      made.push_back({op, op.found ? there : std::set<std::size_t>()});
      if (op.added && !op.found)
        value += static_cast<uint64_t>(*op.added);
      else if (op.writes)
        value = *op.left;
      if (op.replaces)
        there.clear();
      if (op.writes)
        there.insert(i);
      // Its effect is at time 100 * i.
      uint64_t now = 100 * (i + 20), before = random() % 600, after = random() % 600;
      made.back().op = at(op, now - before, now + after);
      if (!op.found && random() % 10 == 0)
        made.back().op.done = AtomicOp::kNever;
    }
    std::vector<std::size_t> order(made.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return made[a].op.enter < made[b].op.enter;
    });
    std::vector<uint32_t> number(made.size());
    uint32_t writes = 0;
    for (std::size_t i : order)
      if (made[i].op.writes)
        number[i] = writes++;
    for (std::size_t i : order) {
      ops.push_back(made[i].op);
      seen.emplace_back();
      for (std::size_t before : made[i].seen)
        seen.back().insert(number[before]);
    }
  }
};

TEST(AtomicOrder, NothingThatWasSeenIsMissed) {
  std::size_t told = 0, possible = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    RandomLocation location(seed);
    for (std::size_t i = 0; i < location.ops.size(); ++i) {
      auto seen = seenBy(location.ops, i);
      ASSERT_TRUE(std::ranges::includes(seen, location.seen[i])) << "seed " << seed << ", " << i;
      if (!location.ops[i].found)
        continue;
      told += seen.size();
      for (const AtomicOp &other : location.ops)
        possible += other.writes && other.enter <= location.ops[i].seen;
    }
    if (HasFatalFailure())
      return;
  }
  EXPECT_LT(told, possible * 9 / 10);
}

TEST(AtomicLocations, OverlappingElementsShareALocation) {
  AtomicLocations locations;
  AtomicUse write{at(replace(1), 10, 20), 1, 0, 0}, look{at(read(1), 30, 40), 2, 0, 1};
  locations.add(write, std::vector<Strided>{{64, 16, 0, 1}}); // four elements: values say nothing
  locations.add(look, std::vector<Strided>{{72, 4, 0, 1}});
  AtomicUse other{at(replace(7), 10, 20), 1, 0, 2};
  locations.add(other, std::vector<Strided>{{80, 4, 0, 1}}); // nobody looks there
  locations.divide();
  int visits = 0;
  locations.forEach([&](uint64_t address, auto writes, auto sights) {
    ++visits;
    EXPECT_EQ(address, 72u);
    ASSERT_EQ(writes.size(), 1u);
    ASSERT_EQ(sights.size(), 1u);
    EXPECT_EQ(sights[0].use.rank, 2u);
    EXPECT_EQ(sights[0].seen.prefix, 1u);
  });
  EXPECT_EQ(visits, 1);
}

} // namespace
