//===- Propagation.cpp - clocks at points of the run ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Propagation.h"

#include "analyzer/races/Part.h"
#include "analyzer/races/Wire.h"

#include <algorithm>
#include <map>

namespace fencepost::analyzer::races {

namespace {

struct StrandHead {
  uint32_t strand, base;
  uint64_t actions;
};

/// Sends one part of a program, its actions [first, last), to the process that works it off.
void ship(const Program &program, std::size_t first, std::size_t last, uint32_t base,
          const std::vector<InstanceKey> &instances, std::vector<Bytes> &outgoing) {
  Bytes &bytes = outgoing[base % outgoing.size()];
  put(bytes, StrandHead{program.strand, base, last - first});
  for (std::size_t i = first; i < last; ++i) {
    const Action &action = program.actions[i];
    PartAction sent{action.position, action.time, {}, action.index, 0, action.kind, action.binds};
    if (action.kind == Action::Give || action.kind == Action::Take)
      sent.instance = instances[action.index];
    if (action.kind == Action::Give)
      sent.era = program.era(action.position);
    put(bytes, sent);
  }
}

using Parts = std::map<uint32_t, std::vector<Strand>>; // by base

Parts receiveParts(const std::vector<Bytes> &incoming) {
  Parts parts;
  for (std::size_t process = 0; process < incoming.size(); ++process)
    for (Unpack in(incoming[process]); in.more();) {
      auto head = in.get<StrandHead>();
      Strand &strand = parts[head.base].emplace_back();
      strand.name = head.strand;
      strand.source = process;
      strand.actions.reserve(head.actions);
      for (uint64_t i = 0; i < head.actions; ++i)
        strand.actions.push_back(in.get<PartAction>());
    }
  return parts;
}

/// Sends the clocks of a strand's probes back to where it came from.
void answer(const Strand &strand, std::vector<Bytes> &outgoing) {
  if (strand.probed.empty())
    return;
  Bytes &bytes = outgoing[strand.source];
  put(bytes, static_cast<uint64_t>(strand.clocks.size()));
  for (const Clock &clock : strand.clocks)
    put(bytes, clock);
  put(bytes, static_cast<uint64_t>(strand.probed.size()));
  for (const Strand::ProbedAt &probed : strand.probed)
    put(bytes, probed);
}

} // namespace

uint32_t Program::era(uint64_t position) const {
  auto global = std::lower_bound(
      globals.begin(), globals.end(), position,
      [](const GlobalEnter &enter, uint64_t wanted) { return enter.position < wanted; });
  return global == globals.end() ? kNever : global->number;
}

Clocks propagate(MPI_Comm comm, const std::vector<Program> &programs,
                 const std::vector<InstanceKey> &instances, uint32_t probes, bool independent) {
  int processes;
  MPI_Comm_size(comm, &processes);
  std::vector<Bytes> outgoing(static_cast<std::size_t>(processes));
  for (const Program &program : programs) {
    std::size_t first = 0;
    uint32_t base = 0;
    for (std::size_t i = 0; independent && i < program.actions.size(); ++i)
      if (program.actions[i].kind == Action::Global) {
        ship(program, first, i, base, instances, outgoing);
        first = i + 1;
        base = program.actions[i].index;
      }
    ship(program, first, program.actions.size(), base, instances, outgoing);
  }
  Parts parts = receiveParts(allToAll(comm, std::move(outgoing)));

  outgoing.assign(static_cast<std::size_t>(processes), {});
  for (auto &[base, strands] : parts) {
    workOff(base, strands);
    for (Strand &strand : strands)
      answer(strand, outgoing);
    strands = {};
  }

  Clocks clocks;
  clocks.probes.resize(probes);
  for (const Bytes &bytes : allToAll(comm, std::move(outgoing)))
    for (Unpack in(bytes); in.more();) {
      auto first = static_cast<uint32_t>(clocks.clocks.size());
      for (auto n = in.get<uint64_t>(); n > 0; --n)
        clocks.clocks.push_back(in.getClock());
      for (auto n = in.get<uint64_t>(); n > 0; --n) {
        auto probed = in.get<Strand::ProbedAt>();
        clocks.probes[probed.probe] = {first + probed.clock, probed.order};
      }
    }
  return clocks;
}

} // namespace fencepost::analyzer::races
