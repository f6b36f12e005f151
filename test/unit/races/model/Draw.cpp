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
  explicit Drawer(unsigned seed)
      : sequence(seed), buffers(sequence), messages(sequence, buffers),
        windows(sequence, buffers, messages) {}

  Program run() {
    Program &program = sequence.program;
    program.ranks = 2 + sequence.below(3);
    for (uint32_t rank = 0; rank < program.ranks; ++rank) {
      program.threads.push_back(1);
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
    return std::move(program);
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
    if (chosen < 30)
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

  void access() {
    Call call{.what = sequence.oneIn(2) ? What::Load : What::Store};
    call.rank = sequence.below(sequence.program.ranks);
    call.unit = sequence.newUnit();
    Use use = call.what == What::Load ? Use::Read : Use::Write;
    call.buffers.push_back({buffers.draw(call.rank, 1 + sequence.below(12), 2), use});
    sequence.add(call);
  }

  Sequence sequence;
  DrawBuffers buffers;
  DrawMessages messages;
  DrawWindows windows;
};

} // namespace

Program draw(unsigned seed) {
  // A run may come to a deadlock by its locks; the next one need not.
  for (unsigned attempt = 0;; ++attempt) {
    Program program = Drawer(seed).run();
    std::mt19937 random(seed + 1000000007u * attempt);
    if (schedule(program, random))
      return program;
    if (attempt > 20)
      return draw(seed + 500000003u);
  }
}

} // namespace racemodel
