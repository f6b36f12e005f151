//===- Apply.cpp - a graph with a change ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/whatif/Apply.h"

#include "analyzer/trace/Reader.h"

#include <cmath>

namespace fencepost::analyzer {

namespace {

Applied scale(const Change &change, const Definitions &definitions, Graph &graph) {
  PathsThrough isThere(definitions, change.place);
  Applied applied;
  for (Step &step : graph.steps)
    if (isThere(step.context)) {
      step.computing = static_cast<uint64_t>(std::llround(change.factor * double(step.computing)));
      ++applied.calls;
    }
  applied.assumptions = {"what is scaled is the time from the MPI call before to each of these "
                         "calls"};
  return applied;
}

Applied removeBarriers(const Change &change, const Definitions &definitions, Graph &graph) {
  PathsThrough isThere(definitions, change.place);
  // Gone for all who take part, wherever they call it.
  std::vector<bool> gone(graph.gates.size(), false);
  auto isBarrier = [&](const Link &link) {
    return graph.gates[link.gate].kind == GateKind::Barrier;
  };
  for (const Link &link : graph.links)
    if (isBarrier(link) && isThere(graph.steps[link.step].context))
      gone[link.gate] = true;
  Applied applied;
  std::erase_if(graph.links, [&](const Link &link) {
    if (!gone[link.gate])
      return false;
    if (link.kind == LinkKind::Waits) {
      graph.steps[link.step].own = 0;
      ++applied.calls;
    }
    return true;
  });
  applied.assumptions = {"nothing relies on the order that the barrier makes: neither accesses to "
                         "window memory nor anything outside of MPI"};
  return applied;
}

struct Row {
  ChangeKind kind;
  Applied (*apply)(const Change &, const Definitions &, Graph &);
  const char *calls; // that it can be applied to
};

constexpr Row kRows[] = {
    {ChangeKind::Scale, scale, "call to MPI"},
    {ChangeKind::NoBarrier, removeBarriers, "barrier that all its ranks have called"},
    {ChangeKind::Balance, balance, "computing between synchronizations of all ranks"},
    {ChangeKind::Pscw, replaceFences, "fence that could be replaced"},
    {ChangeKind::Shared, shareLocks, "exclusive lock that was released"},
    {ChangeKind::EarlyPost, postEarlier, "MPI_Win_post"},
    {ChangeKind::LateWait, waitLater, "MPI_Win_wait"},
};

} // namespace

std::string progressText(const Graph &graph) {
  if (graph.progress == Progress::Independent)
    return "MPI_Win_complete ends while its targets compute, as it did in the run";
  return std::string(
             "MPI_Win_complete ends only when the targets of its operations have been in MPI, ") +
         (graph.progress == Progress::ByTarget ? "as in the run" : "which the run does not tell");
}

Applied apply(const Change &change, const Definitions &definitions, Graph &graph) {
  const Row &row = kRows[static_cast<std::size_t>(change.kind)];
  Applied applied = row.apply(change, definitions, graph);
  if (!applied.calls)
    throw TraceError("--what-if=" + change.text + ": no " + row.calls +
                     " was recorded at this place" +
                     (change.place.line ? callsElsewhere(definitions, *change.place.line)
                                        : callersElsewhere(definitions, change.place.function)));
  return applied;
}

} // namespace fencepost::analyzer
