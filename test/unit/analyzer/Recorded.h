//===- Recorded.h - small graphs of runs, made by hand --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_ANALYZER_RECORDED_H
#define FENCEPOST_TEST_UNIT_ANALYZER_RECORDED_H

#include "analyzer/trace/Reader.h"
#include "analyzer/whatif/Apply.h"
#include "analyzer/whatif/Replay.h"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace fencepost::analyzer {

/// A run of calls; a call's context is its line of main.
struct Recorded {
  explicit Recorded(uint32_t ranks) {
    graph.ranks.resize(ranks);
    definitions.hosts.resize(ranks);
    definitions.regions.define(0).name = "main";
  }

  uint32_t call(uint32_t rank, uint32_t line, uint64_t enter, uint64_t leave,
                EventKind kind = EventKind::AllToAll) {
    Context &context = definitions.contexts.define(line);
    context.region = 0;
    context.file = "a.c";
    context.directory = "/src";
    context.line = line;
    std::vector<uint32_t> &order = graph.ranks[rank].order;
    uint64_t before = order.empty() ? 0 : graph.steps[order.back()].leave;
    order.push_back(static_cast<uint32_t>(graph.steps.size()));
    graph.steps.push_back({.enter = enter,
                           .leave = leave,
                           .computing = enter - before,
                           .rank = rank,
                           .context = line,
                           .window = 0,
                           .kind = kind});
    graph.recorded = std::max(graph.recorded, leave);
    return order.back();
  }

  void all(GateKind kind, std::initializer_list<uint32_t> steps) {
    uint32_t gate = graph.addGate(kind);
    graph.gates[gate].allRanks = steps.size() == graph.ranks.size();
    for (uint32_t step : steps) {
      graph.link(step, gate, LinkKind::Enters);
      graph.link(step, gate, LinkKind::Waits);
    }
  }

  void waits(uint32_t step, uint32_t late, GateKind kind, LinkKind until = LinkKind::Enters) {
    uint32_t gate = graph.addGate(kind);
    graph.link(late, gate, until);
    graph.link(step, gate, LinkKind::Waits);
  }

  uint64_t with(const std::string &change) {
    Graph changed = graph;
    setOwnTimes(changed);
    apply(parseChange(change), definitions, changed);
    return replay(changed).ticks;
  }
  uint64_t unchanged() {
    setOwnTimes(graph);
    return replay(graph).ticks;
  }

  Graph graph;
  Definitions definitions;
};

/// Rank 1 computes 100 before a barrier, rank 0 only 10; then the other way round.
inline Recorded twoBarriers() {
  Recorded run(2);
  run.all(GateKind::Barrier, {run.call(0, 1, 10, 105), run.call(1, 1, 100, 105)});
  run.all(GateKind::Fence, {run.call(0, 2, 205, 210), run.call(1, 2, 115, 210)});
  return run;
}

/// Three ranks hold a lock for 20 one after the other; all had asked for it at 10.
inline Recorded threeHolds() {
  Recorded run(3);
  for (uint32_t rank = 0; rank < 3; ++rank) {
    uint32_t lock = run.call(rank, 1, 10, 12 + rank * 23, EventKind::Lock);
    uint64_t release = 12 + rank * 23 + 20;
    uint32_t unlock = run.call(rank, 2, release, release + 1, EventKind::Unlock);
    run.graph.holds.push_back({.window = 0,
                               .target = 0,
                               .lock = lock,
                               .waits = lock,
                               .unlock = unlock,
                               .exclusive = true,
                               .checked = true});
  }
  linkLocks(run.graph);
  return run;
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_TEST_UNIT_ANALYZER_RECORDED_H
