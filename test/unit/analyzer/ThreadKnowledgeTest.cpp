//===- ThreadKnowledgeTest.cpp - what the threads of a rank know ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/ThreadKnowledge.h"

#include <gtest/gtest.h>

using namespace fencepost::analyzer;
using fencepost::EventKind;

namespace {

constexpr uint32_t kMain = 0, kWorker = 1;

class ThreadKnowledgeTest : public testing::Test {
protected:
  uint64_t step(uint32_t thread, ThreadStep what, uint64_t object = 0) {
    Event event{.enter = ++time_, .leave = time_, .kind = EventKind::Local};
    event.step = what;
    event.request = object;
    return visit(thread, event);
  }
  uint64_t access(uint32_t thread) {
    ++time_;
    return visit(thread, {.enter = time_, .leave = time_, .kind = EventKind::Local});
  }
  /// Whether a synchronization that the main thread makes now comes after all others.
  bool knowsAll() {
    ++time_;
    return knowledge_.knowsAll({.enter = time_, .leave = time_, .kind = EventKind::AllToAll},
                               kMain);
  }
  /// One that can be cut: all that is released later comes after it.
  void synchronize() {
    EXPECT_TRUE(knowsAll());
    cut_ = access(kMain);
  }
  bool comesAfterCut(uint32_t thread) { return knowledge_.knows(thread, {kMain, cut_ + 1}); }

  ThreadKnowledge knowledge_{2, true};

private:
  uint64_t visit(uint32_t thread, const Event &event) {
    knowledge_.visit(event, {thread, ++position_});
    return position_;
  }
  uint64_t time_ = 0, position_ = 0, cut_ = 0;
};

constexpr uint64_t kThread = 10, kEnd = 11, kFork = 20, kBarrier = 21, kTask = 22, kLock = 30;

TEST_F(ThreadKnowledgeTest, CreatedAndJoined) {
  step(kMain, ThreadStep::Release, kThread);
  step(kWorker, ThreadStep::Begin, kThread);
  access(kWorker);
  EXPECT_FALSE(knowsAll());
  step(kWorker, ThreadStep::Release, kEnd);
  EXPECT_FALSE(knowsAll());
  step(kMain, ThreadStep::Acquire, kEnd);
  EXPECT_TRUE(knowsAll());
}

TEST_F(ThreadKnowledgeTest, WhatIsReleasedBeforeTheCutDoesNotTellOfIt) {
  step(kMain, ThreadStep::Release, kThread);
  synchronize();
  step(kWorker, ThreadStep::Begin, kThread);
  EXPECT_FALSE(comesAfterCut(kWorker));
  step(kMain, ThreadStep::Release, kLock);
  step(kWorker, ThreadStep::Acquire, kLock);
  EXPECT_TRUE(comesAfterCut(kWorker));
}

TEST_F(ThreadKnowledgeTest, AccessesAfterTheRelease) {
  step(kWorker, ThreadStep::Release, kLock);
  access(kWorker);
  step(kMain, ThreadStep::Acquire, kLock);
  EXPECT_FALSE(knowsAll());
}

TEST_F(ThreadKnowledgeTest, TeamsThatEndLate) {
  for (int region = 0; region < 2; ++region) {
    step(kMain, ThreadStep::Release, kFork + 100 * region);
    step(kMain, ThreadStep::TeamBegin, kFork + 100 * region);
    if (region > 0)
      step(kWorker, ThreadStep::TeamEnd);
    step(kWorker, ThreadStep::TeamBegin, kFork + 100 * region);
    access(kWorker);
    step(kWorker, ThreadStep::Release, kBarrier + 100 * region);
    step(kMain, ThreadStep::Release, kBarrier + 100 * region);
    step(kMain, ThreadStep::TeamEnd);
    step(kMain, ThreadStep::Acquire, kBarrier + 100 * region);
    synchronize();
  }
}

TEST_F(ThreadKnowledgeTest, TasksEndWithTheirTeam) {
  step(kMain, ThreadStep::Release, kFork);
  step(kMain, ThreadStep::TeamBegin, kFork);
  EXPECT_TRUE(knowsAll());
  step(kMain, ThreadStep::TaskCreate, kTask);
  EXPECT_FALSE(knowsAll());
  step(kWorker, ThreadStep::TeamBegin, kFork);
  step(kWorker, ThreadStep::TaskSwitch, kTask);
  access(kWorker);
  step(kWorker, ThreadStep::Release, kBarrier);
  step(kMain, ThreadStep::Acquire, kBarrier);
  EXPECT_FALSE(knowsAll());
  step(kMain, ThreadStep::TeamEnd);
  EXPECT_TRUE(knowsAll());
}

TEST_F(ThreadKnowledgeTest, ANewThreadInThePlaceOfOneThatNobodyKnows) {
  step(kMain, ThreadStep::Release, kThread);
  step(kWorker, ThreadStep::Begin, kThread);
  access(kWorker);
  step(kWorker, ThreadStep::Release, kEnd);
  step(kMain, ThreadStep::Release, kThread + 100);
  step(kWorker, ThreadStep::Begin, kThread + 100);
  step(kWorker, ThreadStep::Release, kEnd + 100);
  step(kMain, ThreadStep::Acquire, kEnd + 100);
  EXPECT_FALSE(knowsAll());
}

TEST_F(ThreadKnowledgeTest, ObjectsOfBeforeTheCutAreForgotten) {
  for (uint64_t object = 0; object < 1000; ++object) {
    step(kWorker, ThreadStep::Release, 1000 + object);
    access(kWorker);
    step(kWorker, ThreadStep::Release, 5000 + object);
    step(kMain, ThreadStep::Acquire, 5000 + object);
    synchronize();
    knowledge_.forgetBefore(access(kMain));
  }
  EXPECT_TRUE(knowsAll());
}

TEST(ThreadKnowledge, ByTimeWhereSynchronizationIsNotRecorded) {
  ThreadKnowledge knowledge(2, false);
  auto call = [](uint64_t enter, uint64_t leave) {
    return Event{.enter = enter, .leave = leave, .kind = EventKind::Put};
  };
  knowledge.visit(call(10, 20), {kWorker, 1});
  EXPECT_TRUE(knowledge.knows(kMain, {kWorker, 1}));
  EXPECT_FALSE(knowledge.knowsAll(call(15, 30), kMain));
  EXPECT_TRUE(knowledge.knowsAll(call(20, 30), kMain));
}

} // namespace
