//===- EventBuilderTest.cpp - records become events ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/EventBuilder.h"

#include <gtest/gtest.h>

using namespace fencepost::analyzer;
using fencepost::EventKind;

namespace {

enum Regions : uint32_t { kMain, kFence, kTest, kWaitall, kFlush, kSendrecv, kPoll, kUnknown };

struct EventBuilderTest : ::testing::Test {
  EventBuilderTest() {
    for (auto [id, name] : {std::pair(kMain, "main"),
                            {kFence, "MPI_Win_fence"},
                            {kTest, "MPI_Win_test"},
                            {kWaitall, "MPI_Waitall"},
                            {kFlush, "MPI_Win_flush"},
                            {kSendrecv, "MPI_Sendrecv"},
                            {kPoll, "MPI_Test"},
                            {kUnknown, "MPI_T_init"}})
      definitions.regions.define(id) = {
          .name = name, .file = "", .mpi = id != kMain, .call = fencepost::findCall(name)};
    definitions.windows.define(3) = {"w", 5};
  }

  void enter(uint64_t ticks, uint32_t region, Facts facts = {}) {
    builder.time(ticks);
    builder.enterRegion(ticks, region, facts);
  }
  void leave(uint64_t ticks) {
    builder.time(ticks);
    builder.leave(ticks);
  }
  Range access(RangeKind kind) { return {.address = 8, .bytes = 4, .count = 1, .kind = kind}; }

  Definitions definitions;
  LocationTrace trace{.id = 0, .rank = 0, .thread = 0};
  EventBuilder builder{definitions, trace};
};

TEST_F(EventBuilderTest, TimesComeFromEnterAndLeave) {
  enter(10, kFence);
  builder.record(EventKind::Fence).window = 3;
  leave(25);
  builder.finish(true);
  ASSERT_EQ(trace.events.size(), 1u);
  EXPECT_EQ(trace.events[0].enter, 10u);
  EXPECT_EQ(trace.events[0].leave, 25u);
}

TEST_F(EventBuilderTest, ATestWithoutRecordFailed) {
  enter(1, kTest, {.window = 3});
  leave(2);
  enter(3, kTest);
  builder.record(EventKind::Local).group = 0;
  leave(4);
  builder.finish(true);
  ASSERT_EQ(trace.events.size(), 2u);
  EXPECT_TRUE(trace.events[0].flags & kFailedTest);
  EXPECT_EQ(trace.events[0].window, 3u);
  EXPECT_EQ(trace.events[0].comm, 5u);
  EXPECT_FALSE(trace.events[1].flags & kFailedTest);
}

TEST_F(EventBuilderTest, PollsThatFollowEachOtherAreOne) {
  enter(1, kMain);
  auto poll = [&](uint64_t begin, uint64_t end) {
    enter(begin, kPoll);
    leave(end);
  };
  poll(10, 110);
  poll(113, 213); // after a pause of less than a 32nd part of it
  poll(216, 316);
  poll(320, 420); // after a pause
  enter(421, kPoll);
  builder.record(EventKind::Completion).request = 7;
  leave(450);
  poll(451, 460);
  leave(470);
  builder.finish(true);
  ASSERT_EQ(trace.events.size(), 4u);
  for (std::size_t i : {0, 1, 3})
    EXPECT_TRUE(isPoll(trace.events[i]));
  EXPECT_EQ(trace.events[0].enter, 10u);
  EXPECT_EQ(trace.events[0].leave, 316u);
  EXPECT_EQ(trace.events[1].enter, 320u);
  EXPECT_FALSE(isPoll(trace.events[2]));
  EXPECT_EQ(trace.events[2].request, 7u);
  EXPECT_EQ(trace.events[3].leave, 460u);
}

TEST_F(EventBuilderTest, ACallMayGiveSeveralEvents) {
  enter(1, kSendrecv);
  builder.record(EventKind::Send).peer = 1;
  builder.record(EventKind::Recv).peer = 2;
  builder.range(1, access(RangeKind::SendRead));
  builder.range(1, access(RangeKind::ReceiveWrite));
  builder.range(1, access(RangeKind::SendRead));
  leave(2);
  builder.finish(true);
  ASSERT_EQ(trace.events.size(), 2u);
  EXPECT_EQ(trace.events[0].rangeCount, 2u);
  EXPECT_EQ(trace.events[1].rangeCount, 1u);
  for (uint32_t i = 0; i < 2; ++i)
    EXPECT_EQ(trace.ranges[trace.events[0].firstRange + i].kind, RangeKind::SendRead);
  EXPECT_EQ(trace.events[1].leave, 2u);
}

TEST_F(EventBuilderTest, AccessesBetweenCallsAreOneEvent) {
  enter(10, kFence);
  builder.record(EventKind::Fence);
  leave(20);
  builder.time(30);
  builder.range(30, access(RangeKind::Load));
  builder.range(30, access(RangeKind::Store));
  enter(31, kFence);
  builder.record(EventKind::Fence);
  leave(40);
  builder.finish(true);
  ASSERT_EQ(trace.events.size(), 3u);
  EXPECT_EQ(trace.events[1].kind, EventKind::Local);
  EXPECT_EQ(trace.events[1].enter, 20u);
  EXPECT_EQ(trace.events[1].rangeCount, 2u);
}

TEST_F(EventBuilderTest, RequestsCompleteWhatTheyBelongTo) {
  enter(1, kUnknown);
  builder.operation(EventKind::Put, 3, 1, 8, 77, {.request = 5});
  leave(2);
  enter(3, kFlush);
  builder.operationCompleted(3, 77);
  leave(4);
  enter(5, kWaitall);
  builder.operationCompleted(3, 77);
  builder.operationCompleted(3, 78); // of no request
  leave(6);
  builder.finish(true);
  ASSERT_EQ(trace.events.size(), 3u);
  EXPECT_EQ(trace.events[1].kind, EventKind::Flush);
  EXPECT_EQ(trace.events[1].window, 3u); // of the operation it completed
  EXPECT_EQ(trace.events[2].kind, EventKind::Completion);
  EXPECT_EQ(trace.events[2].request, 5u);
}

TEST_F(EventBuilderTest, ACallThatNeverReturnedStaysOpen) {
  builder.time(1);
  builder.windowCreated(3, {});
  enter(10, kFence);
  builder.finish(true);
  ASSERT_EQ(trace.events.size(), 1u);
  EXPECT_TRUE(trace.events[0].flags & kOpen);
  EXPECT_EQ(trace.events[0].window, 3u); // the only one there is
  EXPECT_FALSE(trace.complete);
}

TEST_F(EventBuilderTest, TimeOfCallsIsWithoutThoseBelow) {
  enter(0, kMain);
  enter(10, kFence);
  leave(30);
  leave(100);
  builder.finish(true);
  ASSERT_EQ(trace.times.size(), 2u);
  EXPECT_EQ(trace.times[0].ticks, 20u);
  EXPECT_TRUE(trace.times[0].mpi);
  EXPECT_EQ(trace.times[1].ticks, 80u);
}

} // namespace
