//===- DrawWindows.h - random epochs and operations -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window is in one phase at a time: fences, a round of post, start, complete
// and wait, or locks.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_WINDOWS_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_WINDOWS_H

#include "DrawMessages.h"

namespace racemodel {

class DrawWindows {
public:
  DrawWindows(Sequence &sequence, DrawBuffers &buffers, DrawMessages &messages)
      : sequence(sequence), buffers(buffers), messages(messages) {}

  void begin();
  /// Closes all epochs and frees the windows.
  void end();

  /// An operation where an epoch is open, or something that leads to one.
  void operation();
  /// Some synchronization of some window.
  void synchronize();

private:
  enum class Phase { Idle, Fence, Pscw, Passive };
  struct Held {
    uint32_t target; // kNone: all
    bool exclusive;
    uint32_t unit;
  };
  struct Member {                              // one rank's part
    std::vector<std::size_t> synchronizations; // the last one that opened or closed an epoch
    std::vector<std::size_t> since;            // operations and flushes since
    std::vector<Held> locks;
    std::vector<uint32_t> started, posted; // groups, while open
  };
  struct State {
    uint32_t unit; // of its creation
    Phase phase = Phase::Idle;
    bool operations = false; // since the last fence
    uint32_t fenceUnit = 0, roundUnit = 0;
    std::map<uint32_t, Member> members;
    std::vector<Call> round; // calls of it that are still to be made
  };

  std::size_t call(uint32_t window, Call call, bool orders);
  const std::vector<uint32_t> &ranksOf(uint32_t window) const;
  uint32_t rankIn(uint32_t window, uint32_t rank) const;
  /// Of the window's communicator, after all that was done on the window, before all that follows.
  void barrier(uint32_t window);

  void enterPhase(uint32_t window);
  void leavePhase(uint32_t window);
  void fence(uint32_t window, bool last);
  void beginRound(uint32_t window);
  void continueRound(uint32_t window);
  void passive(uint32_t window);
  void lock(uint32_t window, uint32_t rank);
  void unlock(uint32_t window, uint32_t rank);
  void flush(uint32_t window, uint32_t rank);
  bool lockable(uint32_t window, uint32_t rank, uint32_t target, bool exclusive) const;

  struct Place { // where an operation may go
    uint32_t rank, target, unit;
  };
  std::vector<Place> places(uint32_t window) const;
  void operation(uint32_t window, const Place &place);

  Sequence &sequence;
  DrawBuffers &buffers;
  DrawMessages &messages;
  std::vector<State> states;
  /// The only rank that makes atomic operations, of which some bring values back; kNone: all do,
  /// and none brings one. Values that came from others would order more than the model knows.
  uint32_t fetches = kNone;
};

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_WINDOWS_H
