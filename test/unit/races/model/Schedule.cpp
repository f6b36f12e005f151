//===- Schedule.cpp - a legal run of a program ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"

#include "Edges.h"

#include <algorithm>
#include <map>

namespace racemodel {

namespace {

class Run {
public:
  Run(Program &program, std::mt19937 &random)
      : program(program), random(random), waitsFor(2 * program.calls.size()),
        then(2 * program.calls.size()) {
    for (auto [from, to] : edgesOf(program, false)) {
      ++waitsFor[to];
      then[from].push_back(to);
    }
    for (Node node = 0; node < waitsFor.size(); ++node)
      if (waitsFor[node] == 0)
        ready.push_back(node);
  }

  bool run() {
    std::size_t done = 0;
    for (uint64_t now = 1000; !ready.empty(); now += 1 + random() % 4, ++done) {
      std::vector<std::size_t> able;
      for (std::size_t i = 0; i < ready.size(); ++i)
        if (may(ready[i]))
          able.push_back(i);
      if (able.empty())
        return false;
      std::size_t chosen = able[random() % able.size()];
      Node node = ready[chosen];
      ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(chosen));
      Call &call = program.calls[node / 2];
      (node % 2 ? call.leave : call.enter) = now;
      pass(node);
      for (Node next : then[node])
        if (--waitsFor[next] == 0)
          ready.push_back(next);
    }
    return done == waitsFor.size();
  }

private:
  struct Holder {
    uint32_t rank;
    bool exclusive;
  };
  using Locked = std::pair<uint32_t, uint32_t>; // window, target

  std::vector<Locked> locked(const Call &call) const {
    if (call.what != What::LockAll && call.what != What::UnlockAll)
      return {{call.window, program.target(call)}};
    std::vector<Locked> all;
    for (uint32_t target : program.comms[program.windows[call.window].comm])
      all.push_back({call.window, target});
    return all;
  }
  static bool locks(const Call &call) {
    return (call.what == What::Lock || call.what == What::LockAll) && !(call.assertion & kNoCheck);
  }

  /// Locks are had when the call returns, mutexes likewise.
  bool may(Node node) const {
    const Call &call = program.calls[node / 2];
    if (node % 2 == 0)
      return true;
    if (call.what == What::Acquire && !call.awaits)
      return !mutexes.count({call.rank, call.object});
    if (!locks(call))
      return true;
    for (const Locked &lock : locked(call))
      if (auto found = holders.find(lock); found != holders.end())
        for (const Holder &holder : found->second)
          if (holder.exclusive || call.exclusive)
            return false;
    return true;
  }

  void pass(Node node) {
    const Call &call = program.calls[node / 2];
    if (node % 2 && locks(call))
      for (const Locked &lock : locked(call))
        holders[lock].push_back({call.rank, call.exclusive});
    if (node % 2 == 0 && (call.what == What::Unlock || call.what == What::UnlockAll))
      for (const Locked &lock : locked(call))
        std::erase_if(holders[lock], [&](const Holder &held) { return held.rank == call.rank; });
    if (node % 2 && call.what == What::Acquire && !call.awaits)
      mutexes[{call.rank, call.object}] = true;
    if (node % 2 == 0 && call.what == What::Release)
      mutexes.erase({call.rank, call.object});
  }

  Program &program;
  std::mt19937 &random;
  std::vector<std::size_t> waitsFor;
  std::vector<std::vector<Node>> then;
  std::vector<Node> ready;
  std::map<Locked, std::vector<Holder>> holders;
  std::map<std::pair<uint32_t, uint64_t>, bool> mutexes;
};

} // namespace

bool schedule(Program &program, std::mt19937 &random) { return Run(program, random).run(); }

} // namespace racemodel
