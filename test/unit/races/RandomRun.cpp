//===- RandomRun.cpp - random runs with known happens-before --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomRun.h"

#include <algorithm>
#include <random>

using namespace fencepost::analyzer;
using namespace fencepost::analyzer::races;

namespace {

class Player {
public:
  Player(RandomRun &run, unsigned seed, uint32_t ranks, bool globals)
      : run(run), random(seed), ranks(ranks), globals(globals),
        known(ranks, RandomRun::Dense(ranks)), position(ranks) {
    run.programs.resize(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
      run.programs[rank].strand = rank;
  }

  void step() {
    now += 1 + random() % 3;
    switch (random() % 8) {
    case 0:
      barrier(ranks, true);
      break;
    case 1:
      barrier(1 + random() % ranks, random() % 4 != 0);
      break;
    case 2:
    case 3:
      send(pick());
      break;
    case 4:
      receive();
      break;
    case 5:
      atomic(pick());
      break;
    default:
      probe(pick());
    }
  }

private:
  struct Message {
    uint32_t instance, destination;
    RandomRun::Dense known;
  };

  uint32_t pick() { return random() % ranks; }
  uint64_t skewed() { return now + random() % 5; } // clocks that are a little wrong

  void act(uint32_t rank, Action::Kind kind, uint32_t index, bool binds = true) {
    run.programs[rank].actions.push_back({++position[rank], skewed(), kind, binds, index});
  }
  uint32_t newInstance(Flow flow, uint32_t object, uint32_t sequence) {
    run.instances.push_back({{KeyKind::Collective, object, 0, 0, 0, sequence}, flow});
    return static_cast<uint32_t>(run.instances.size() - 1);
  }
  RandomRun::Dense given(uint32_t rank) const {
    RandomRun::Dense dense = known[rank];
    dense[rank] = position[rank];
    return dense;
  }
  void learn(uint32_t rank, const RandomRun::Dense &dense) {
    for (uint32_t r = 0; r < ranks; ++r)
      known[rank][r] = std::max(known[rank][r], dense[r]);
  }

  void barrier(uint32_t count, bool binds) {
    std::vector<uint32_t> members(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
      members[rank] = rank;
    std::shuffle(members.begin(), members.end(), random);
    members.resize(count);
    bool global = globals && binds && count == ranks;
    uint32_t number = global ? ++globalCount : newInstance(Flow::Together, 1, barriers++);
    RandomRun::Dense all(ranks);
    for (uint32_t rank : members) {
      if (global)
        run.programs[rank].globals.push_back({++position[rank], number});
      else
        act(rank, Action::Give, number, binds);
      auto mine = given(rank);
      for (uint32_t r = 0; r < ranks; ++r)
        all[r] = std::max(all[r], mine[r]);
    }
    for (uint32_t rank : members) {
      act(rank, global ? Action::Global : Action::Take, number);
      if (binds)
        learn(rank, all);
    }
  }

  void send(uint32_t rank) {
    uint32_t instance = newInstance(Flow::Message, 2, messages++);
    act(rank, Action::Give, instance);
    underWay.push_back({instance, pick(), given(rank)});
  }
  void receive() {
    if (underWay.empty() || random() % 10 == 0) {
      // Of a partner that was killed: nobody gives.
      act(pick(), Action::Take, newInstance(Flow::Message, 2, messages++));
      return;
    }
    auto message = underWay.begin() + static_cast<std::ptrdiff_t>(random() % underWay.size());
    act(message->destination, Action::Take, message->instance);
    learn(message->destination, message->known);
    underWay.erase(message);
  }

  void atomic(uint32_t rank) {
    links.push_back(newInstance(Flow::Atomics, 3, static_cast<uint32_t>(links.size())));
    act(rank, Action::Give, links.back());
    auto mine = given(rank);
    chain.resize(ranks);
    for (uint32_t r = 0; r < ranks; ++r)
      chain[r] = std::max(chain[r], mine[r]);
    if (random() % 2) {
      act(rank, Action::Take, links.back());
      learn(rank, chain);
    }
  }

  void probe(uint32_t rank) {
    auto number = static_cast<uint32_t>(run.probes.size());
    act(rank, Action::Probe, number);
    run.probes.push_back({rank, position[rank], now, known[rank]});
  }

  RandomRun &run;
  std::mt19937 random;
  uint32_t ranks;
  bool globals;
  std::vector<RandomRun::Dense> known;
  std::vector<uint64_t> position;
  std::vector<Message> underWay;
  std::vector<uint32_t> links;
  RandomRun::Dense chain;
  uint64_t now = 100;
  uint32_t globalCount = 0, barriers = 0, messages = 0;
};

} // namespace

RandomRun::RandomRun(unsigned seed, uint32_t ranks, int steps, bool globals) {
  Player player(*this, seed, ranks, globals);
  for (int i = 0; i < steps; ++i)
    player.step();
}
