//===- Draw.cpp - random programs -----------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Draw.h"

#include "DrawMessages.h"
#include "DrawWindows.h"
#include "Schedule.h"

#include <algorithm>
#include <numeric>

namespace racemodel {

namespace {

class Drawer {
public:
  Drawer(unsigned seed, uint32_t mostThreads)
      : mostThreads(mostThreads), sequence(seed), buffers(sequence), messages(sequence, buffers),
        windows(sequence, buffers, messages) {}

  Program run() {
    Program &program = sequence.program;
    program.ranks = 2 + sequence.below(3);
    bool threads = sequence.oneIn(2);
    for (uint32_t rank = 0; rank < program.ranks; ++rank) {
      program.threads.push_back(threads ? 1 + sequence.below(mostThreads) : 1);
      program.skew.push_back(0);
    }
    skew();
    communicators();
    messages.begin();
    windows.begin();
    for (uint32_t steps = 10 + sequence.below(50); steps > 0; --steps)
      step();
    windows.end();
    messages.end();
    return program;
  }

private:
  void skew() {
    constexpr int64_t kMost[] = {0, 8, 100};
    int64_t most = kMost[sequence.below(3)];
    for (int64_t &skew : sequence.program.skew)
      skew = static_cast<int64_t>(sequence.below(static_cast<uint32_t>(2 * most + 1))) - most;
  }

  void communicators() {
    Program &program = sequence.program;
    std::vector<uint32_t> all(program.ranks);
    std::iota(all.begin(), all.end(), 0);
    program.comms.push_back(all);
    if (sequence.oneIn(2))
      return;
    std::shuffle(all.begin(), all.end(), sequence.random);
    all.resize(2 + sequence.below(program.ranks - 1));
    program.comms.push_back(all);
  }

  void step() {
    uint32_t chosen = sequence.below(100);
    if (chosen < 4)
      threadsMeet();
    else if (chosen < 32)
      access();
    else if (chosen < 60)
      windows.operation();
    else if (chosen < 75)
      windows.synchronize();
    else if (chosen < 84)
      messages.message();
    else if (chosen < 92)
      messages.collective();
    else
      messages.complete();
  }

  /// By any thread; where there are several, now and then in a mutex.
  void access() {
    Call call{.what = sequence.oneIn(2) ? What::Load : What::Store};
    call.rank = sequence.below(sequence.program.ranks);
    call.thread = sequence.below(sequence.program.threads[call.rank]);
    call.unit = sequence.newUnit();
    Use use = call.what == What::Load ? Use::Read : Use::Write;
    call.buffers.push_back({buffers.draw(call.rank, 1 + sequence.below(12), 2), use});
    bool inMutex = sequence.program.threads[call.rank] > 1 && sequence.oneIn(3);
    Call mutex{.what = What::Acquire};
    mutex.rank = call.rank;
    mutex.thread = call.thread;
    mutex.unit = sequence.newUnit();
    mutex.object = kMutexes + sequence.below(2);
    if (inMutex)
      sequence.addTo(mutex);
    sequence.addTo(call);
    mutex.what = What::Release;
    if (inMutex)
      sequence.addTo(mutex);
  }
  static constexpr uint64_t kMutexes = 1000000;

  /// A barrier of the threads of a rank.
  void threadsMeet() {
    Call call{.what = What::Release};
    call.rank = sequence.below(sequence.program.ranks);
    uint32_t threads = sequence.program.threads[call.rank];
    if (threads == 1)
      return access();
    call.unit = sequence.newUnit();
    call.object = kMutexes + 10 + ++barriers;
    for (call.thread = 0; call.thread < threads; ++call.thread)
      sequence.addTo(call);
    call.what = What::Acquire;
    call.awaits = true;
    for (call.thread = 0; call.thread < threads; ++call.thread)
      sequence.addTo(call);
  }
  uint64_t barriers = 0;

  uint32_t mostThreads;
  Sequence sequence;
  DrawBuffers buffers;
  DrawMessages messages;
  DrawWindows windows;
};

} // namespace

Program draw(unsigned seed, uint32_t mostThreads) {
  // A run may come to a deadlock by its locks; the next one need not.
  for (unsigned attempt = 0;; ++attempt) {
    Program program = Drawer(seed, mostThreads).run();
    std::mt19937 random(seed + 1000000007u * attempt);
    if (schedule(program, random))
      return program;
    if (attempt > 20)
      return draw(seed + 500000003u, mostThreads);
  }
}

} // namespace racemodel
