//===- OwnTimes.cpp - what calls took beyond their waiting ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/whatif/Graph.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

/// When the rank was in a call that serves others, at the time or next; UINT64_MAX: never.
uint64_t inCallFrom(const Graph &graph, uint32_t rank, uint64_t time) {
  const std::vector<uint32_t> &order = graph.ranks[rank].order;
  auto at = std::partition_point(order.begin(), order.end(),
                                 [&](uint32_t step) { return graph.steps[step].leave <= time; });
  while (at != order.end() && graph.steps[*at].kind == EventKind::Post)
    ++at;
  return at == order.end() ? UINT64_MAX : std::max(time, graph.steps[*at].enter);
}

/// When the call's gates were open.
uint64_t readyAt(const Graph &graph, uint32_t step) {
  return graph.steps[step].leave - graph.steps[step].own;
}

/// Whether operations need their targets, as far as the times tell. What they contradict is left
/// out.
void findProgress(Graph &graph) {
  uint64_t waited = 0, alone = 0;
  std::erase_if(graph.served, [&](const Use &use) {
    uint64_t ready = readyAt(graph, use.step), left = graph.steps[use.step].leave;
    uint64_t from = inCallFrom(graph, use.target, ready);
    if (from <= ready || from == UINT64_MAX) // nothing can be learnt
      return from == UINT64_MAX;
    ++(from <= left ? waited : alone);
    return from > left;
  });
  graph.progress = alone + waited == 0 ? Progress::Untold
                   : alone > waited    ? Progress::Independent
                                       : Progress::ByTarget;
  if (graph.progress == Progress::Independent)
    graph.served.clear();
}

void waitForGates(Graph &graph) {
  for (Gate &gate : graph.gates)
    gate.opened = 0;
  for (const auto &[step, gate, kind] : graph.links) {
    const Step &call = graph.steps[step];
    if (kind != LinkKind::Waits)
      graph.gates[gate].opened =
          std::max(graph.gates[gate].opened, kind == LinkKind::Enters ? call.enter : call.leave);
  }
  for (Step &step : graph.steps)
    step.own = step.leave - step.enter;
  for (const auto &[step, gate, kind] : graph.links) {
    Step &call = graph.steps[step];
    if (kind == LinkKind::Waits)
      call.own = std::min(
          call.own, call.leave - std::clamp(graph.gates[gate].opened, call.enter, call.leave));
  }
}

void waitForTargets(Graph &graph) {
  std::vector<uint64_t> served;
  for (const Use &use : graph.served)
    served.push_back(inCallFrom(graph, use.target, readyAt(graph, use.step)));
  for (std::size_t i = 0; i < served.size(); ++i) {
    Step &call = graph.steps[graph.served[i].step];
    call.own = std::min(call.own, call.leave - served[i]);
  }
}

} // namespace

void setOwnTimes(Graph &graph) {
  waitForGates(graph);
  findProgress(graph);
  waitForTargets(graph);
}

} // namespace fencepost::analyzer
