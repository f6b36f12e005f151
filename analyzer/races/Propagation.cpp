//===- Propagation.cpp - clocks at points of the run ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Propagation.h"

#include "analyzer/races/InstanceOwner.h"

#include <algorithm>
#include <optional>

namespace fencepost::analyzer::races {

namespace {

/// A part of a rank's program that advances by itself.
struct Strand {
  const Program *program;
  std::size_t next, end; // actions
  Knowledge knowledge;
  std::optional<uint32_t> lastClock; // what the last probe stored, if nothing was learned since
};

class Propagation {
public:
  Propagation(MPI_Comm comm, const std::vector<Program> &programs,
              const std::vector<InstanceKey> &instances, uint32_t probes)
      : comm_(comm), programs_(programs), instances_(instances), results_(instances.size()),
        waiting_(instances.size()), owner_(size(comm)), outgoing_(size(comm)) {
    clocks_.probes.resize(probes);
    for (uint32_t i = 0; i < instances.size(); ++i)
      index_.emplace(instances[i], i);
  }

  Clocks run(bool independent) {
    makeStrands(independent);
    announce();
    for (uint32_t i = 0; i < strands_.size(); ++i)
      ready_.push_back(i);
    for (;;) {
      bool advanced = !ready_.empty();
      while (!ready_.empty()) {
        uint32_t strand = ready_.back();
        ready_.pop_back();
        advance(strand);
      }
      deliver();
      advanced |= !ready_.empty();
      int state[2] = {advanced, unfinished_ > 0};
      MPI_Allreduce(MPI_IN_PLACE, state, 2, MPI_INT, MPI_MAX, comm_);
      if (!state[1])
        return std::move(clocks_);
      if (!state[0])
        breakCircle();
    }
  }

private:
  static std::size_t size(MPI_Comm comm) {
    int processes;
    MPI_Comm_size(comm, &processes);
    return static_cast<std::size_t>(processes);
  }
  std::size_t ownerOf(const InstanceKey &instance) const {
    // A chain of atomics has one owner.
    Key key = instance.key;
    if (instance.flow == Flow::Atomics)
      key.sequence = 0;
    return hashKey(key) % outgoing_.size();
  }

  void makeStrands(bool independent) {
    for (const Program &program : programs_) {
      Strand strand{&program, 0, 0, {}, std::nullopt};
      for (std::size_t i = 0; independent && i < program.actions.size(); ++i)
        if (program.actions[i].kind == Action::Global) {
          strand.end = i;
          strands_.push_back(strand);
          strand = {&program, i + 1, 0, {Clock(program.actions[i].index), 0}, std::nullopt};
        }
      strand.end = program.actions.size();
      strands_.push_back(strand);
    }
    unfinished_ = strands_.size();
  }

  /// Tells the owners what will be given and taken.
  void announce() {
    std::vector<uint32_t> gives(instances_.size());
    std::vector<bool> takes(instances_.size());
    for (const Program &program : programs_)
      for (const Action &action : program.actions)
        if (action.kind == Action::Give)
          ++gives[action.index];
        else if (action.kind == Action::Take)
          takes[action.index] = true;
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      Bytes &bytes = outgoing_[ownerOf(instances_[i])];
      put(bytes, instances_[i]);
      put(bytes, gives[i]);
      put(bytes, static_cast<uint32_t>(takes[i]));
    }
    auto incoming = send();
    for (std::size_t process = 0; process < incoming.size(); ++process)
      for (Unpack in(incoming[process]); in.more();) {
        auto instance = in.get<InstanceKey>();
        auto count = in.get<uint32_t>();
        owner_.expect(instance, count, in.get<uint32_t>() != 0, static_cast<int>(process));
      }
    owner_.answerEmpty();
  }

  std::vector<Bytes> send() {
    std::vector<Bytes> outgoing(outgoing_.size());
    std::swap(outgoing, outgoing_);
    return allToAll(comm_, std::move(outgoing));
  }

  void advance(uint32_t index) {
    Strand &strand = strands_[index];
    for (; strand.next < strand.end; ++strand.next) {
      const Action &action = strand.program->actions[strand.next];
      strand.knowledge.order = std::max(strand.knowledge.order, action.time);
      switch (action.kind) {
      case Action::Give:
        give(strand, action);
        break;
      case Action::Take:
        if (!results_[action.index]) {
          waiting_[action.index].push_back(index);
          return;
        }
        take(strand, *results_[action.index]);
        break;
      case Action::Probe:
        probe(strand, action.index);
        break;
      case Action::Global:
        strand.knowledge.clock.rebase(action.index);
        strand.lastClock.reset();
        break;
      }
    }
    --unfinished_;
  }

  void give(const Strand &strand, const Action &action) {
    Knowledge given = strand.knowledge;
    given.clock.add(strand.program->stamp(action.position));
    const InstanceKey &instance = instances_[action.index];
    Bytes &bytes = outgoing_[ownerOf(instance)];
    put(bytes, instance);
    put(bytes, static_cast<uint32_t>(action.binds));
    put(bytes, given.order);
    put(bytes, given.clock);
  }

  static void take(Strand &strand, const Knowledge &taken) {
    if (strand.knowledge.clock.join(taken.clock))
      strand.lastClock.reset();
    strand.knowledge.order = std::max(strand.knowledge.order, taken.order + 1);
  }

  void probe(Strand &strand, uint32_t number) {
    if (!strand.lastClock) {
      strand.lastClock = static_cast<uint32_t>(clocks_.clocks.size());
      clocks_.clocks.push_back(strand.knowledge.clock);
    }
    clocks_.probes[number] = {*strand.lastClock, strand.knowledge.order};
  }

  /// One round: what was given to the owners, what became whole to those that take it.
  void deliver() {
    for (const Bytes &bytes : send())
      for (Unpack in(bytes); in.more();) {
        auto instance = in.get<InstanceKey>();
        bool binds = in.get<uint32_t>() != 0;
        auto order = in.get<uint64_t>();
        owner_.give(instance, binds, {in.getClock(), order});
      }
    receiveReplies();
  }

  void receiveReplies() {
    for (const Bytes &bytes : allToAll(comm_, owner_.takeReplies()))
      for (Unpack in(bytes); in.more();) {
        uint32_t index = index_.at(in.get<InstanceKey>());
        auto order = in.get<uint64_t>();
        results_[index] = Knowledge{in.getClock(), order};
        ready_.insert(ready_.end(), waiting_[index].begin(), waiting_[index].end());
        waiting_[index].clear();
      }
  }

  /// Atomics are chained by their times, which clocks of different nodes may put in an impossible
  /// order: those go on first, everybody else only if that did not help.
  void breakCircle() {
    auto waits = [&](bool atomics) {
      int any = 0;
      for (std::size_t i = 0; i < instances_.size(); ++i)
        if (!waiting_[i].empty() && (instances_[i].flow == Flow::Atomics) == atomics)
          any = 1;
      MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, comm_);
      return any != 0;
    };
    bool atomics = waits(true);
    for (std::size_t i = 0; i < instances_.size(); ++i)
      if (!waiting_[i].empty() && (instances_[i].flow == Flow::Atomics) == atomics)
        put(outgoing_[ownerOf(instances_[i])], instances_[i]);
    auto incoming = send();
    for (std::size_t process = 0; process < incoming.size(); ++process)
      for (Unpack in(incoming[process]); in.more();)
        owner_.force(in.get<InstanceKey>(), static_cast<int>(process));
    receiveReplies();
  }

  MPI_Comm comm_;
  const std::vector<Program> &programs_;
  const std::vector<InstanceKey> &instances_;
  std::unordered_map<InstanceKey, uint32_t, InstanceHash> index_;
  std::vector<std::optional<Knowledge>> results_; // by instance
  std::vector<std::vector<uint32_t>> waiting_;    // strands, by instance
  std::vector<Strand> strands_;
  std::vector<uint32_t> ready_;
  std::size_t unfinished_ = 0;
  InstanceOwner owner_;
  std::vector<Bytes> outgoing_;
  Clocks clocks_;
};

} // namespace

uint32_t Program::era(uint64_t position) const {
  auto global = std::lower_bound(
      globals.begin(), globals.end(), position,
      [](const GlobalEnter &enter, uint64_t wanted) { return enter.position < wanted; });
  return global == globals.end() ? kNever : global->number;
}

Clocks propagate(MPI_Comm comm, const std::vector<Program> &programs,
                 const std::vector<InstanceKey> &instances, uint32_t probes, bool independent) {
  return Propagation(comm, programs, instances, probes).run(independent);
}

} // namespace fencepost::analyzer::races
