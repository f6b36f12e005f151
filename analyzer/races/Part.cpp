//===- Part.cpp - the clocks between two global synchronizations ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Part.h"

namespace fencepost::analyzer::races {

namespace {

bool isChain(Flow flow) {
  return flow == Flow::Atomics || flow == Flow::Scan || flow == Flow::Threads;
}
bool isAtomic(Flow flow) { return flow == Flow::Atomics || flow == Flow::Atomic; }

class Part {
public:
  Part(uint32_t base, std::vector<Strand> &strands) : strands_(strands) {
    for (uint32_t i = 0; i < strands.size(); ++i) {
      states_.push_back({0, {Clock(base), 0}, false});
      ready_.push_back(i);
      for (const PartAction &action : strands[i].actions)
        if (action.kind == Action::Give) {
          Sum &sum = sums_[action.instance];
          ++sum.expected;
          sum.binds |= action.binds;
        } else if (action.kind == Action::Take)
          ++sums_[action.instance].takes;
    }
    unfinished_ = strands.size();
  }

  void run() {
    for (;;) {
      while (!ready_.empty()) {
        uint32_t strand = ready_.back();
        ready_.pop_back();
        advance(strand);
      }
      if (unfinished_ == 0)
        return;
      // Atomics are chained by their times, which clocks of different nodes may put in an
      // impossible order: those go on first, everybody else only if that did not help.
      if (!force(true))
        force(false);
    }
  }

private:
  struct Sum {
    uint32_t expected = 0, received = 0, takes = 0;
    bool binds = false, whole = false;
    bool passedOn = false; // of a chain: the next link has what this one had
    Knowledge knowledge;
    std::vector<uint32_t> waiting;                   // strands
    bool answers() const { return whole || !binds; } // nobody waits where nothing flows
  };
  struct State {
    std::size_t next;
    Knowledge knowledge;
    bool stored; // the last clock of the strand is this one
  };

  void advance(uint32_t index) {
    Strand &strand = strands_[index];
    State &state = states_[index];
    for (; state.next < strand.actions.size(); ++state.next) {
      const PartAction &action = strand.actions[state.next];
      state.knowledge.order = std::max(state.knowledge.order, action.time);
      switch (action.kind) {
      case Action::Give:
        give(strand, state, action);
        break;
      case Action::Take: {
        Sum &sum = sums_[action.instance];
        if (!sum.answers()) {
          sum.waiting.push_back(index);
          return;
        }
        take(state, action.instance, sum);
        break;
      }
      case Action::Probe:
        probe(strand, state, action.index);
        break;
      case Action::Global:
        state.knowledge.clock.rebase(action.index);
        state.stored = false;
        break;
      }
    }
    --unfinished_;
  }

  void give(const Strand &strand, const State &state, const PartAction &action) {
    Sum &sum = sums_[action.instance];
    if (action.instance.flow == Flow::Global) // what is known by then need not be told
      sum.knowledge.clock.rebase(action.instance.key.object);
    sum.knowledge.join(state.knowledge);
    sum.knowledge.clock.add({strand.name, action.era, action.position});
    if (++sum.received < sum.expected)
      return;
    if (isChain(action.instance.flow))
      finishChain(action.instance);
    else
      finish(sum);
  }

  void finish(Sum &sum) {
    sum.whole = true;
    ready_.insert(ready_.end(), sum.waiting.begin(), sum.waiting.end());
    sum.waiting.clear();
  }

  /// Each link of a chain passes on what the one before it had.
  void finishChain(InstanceKey instance) {
    for (;; ++instance.key.sequence) {
      auto link = sums_.find(instance);
      if (link == sums_.end() || link->second.received < link->second.expected)
        return;
      if (instance.key.sequence > 0) {
        InstanceKey before = instance;
        --before.key.sequence;
        if (auto previous = sums_.find(before);
            previous != sums_.end() && previous->second.expected > 0) {
          if (!previous->second.whole)
            return;
          link->second.knowledge.join(previous->second.knowledge);
          previous->second.passedOn = true;
          if (previous->second.takes == 0)
            previous->second.knowledge = {};
        }
      }
      finish(link->second);
    }
  }

  void take(State &state, const InstanceKey &instance, Sum &sum) {
    if (sum.binds) {
      if (state.knowledge.clock.join(sum.knowledge.clock))
        state.stored = false;
      state.knowledge.order = std::max(state.knowledge.order, sum.knowledge.order + 1);
    }
    if (--sum.takes == 0 && sum.whole && (!isChain(instance.flow) || sum.passedOn))
      sum.knowledge = {};
  }

  void probe(Strand &strand, State &state, uint32_t number) {
    if (!state.stored)
      strand.clocks.push_back(state.knowledge.clock);
    state.stored = true;
    strand.probed.push_back(
        {number, static_cast<uint32_t>(strand.clocks.size() - 1), state.knowledge.order});
  }

  /// Lets those who wait in a circle go on with what is there. Whether anybody does.
  bool force(bool atomics) {
    for (auto &[instance, sum] : sums_)
      if (!sum.waiting.empty() && isAtomic(instance.flow) == atomics)
        finish(sum);
    return !ready_.empty();
  }

  std::vector<Strand> &strands_;
  std::vector<State> states_;
  std::unordered_map<InstanceKey, Sum, InstanceHash> sums_;
  std::vector<uint32_t> ready_;
  std::size_t unfinished_ = 0;
};

} // namespace

void workOff(uint32_t base, std::vector<Strand> &strands) { Part(base, strands).run(); }

} // namespace fencepost::analyzer::races
