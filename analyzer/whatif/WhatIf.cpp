//===- WhatIf.cpp - the run time that changes would give ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/whatif/WhatIf.h"

#include "analyzer/results/Text.h"
#include "analyzer/whatif/Apply.h"
#include "analyzer/whatif/Links.h"
#include "analyzer/whatif/Replay.h"

#include <algorithm>
#include <cmath>

namespace fencepost::analyzer {

namespace {

/// Share of the recorded time by which the unchanged replay may miss it.
constexpr double kTrusted = 0.05;

/// Ranks have one sequence of calls each.
void checkThreads(const Records &records) {
  uint32_t rank = kNone;
  for (const RankTimes &times : records.ranks)
    if (times.overlap)
      rank = std::min(rank, times.rank);
  if (rank != kNone)
    throw TraceError("--what-if: threads of rank " + std::to_string(rank) +
                     " were in MPI calls at once: only runs with one thread of a rank in MPI at a "
                     "time can be replayed");
}

Prediction predictionOf(const Change &change, const Definitions &definitions, Graph graph,
                        const Replayed &unchanged) {
  Prediction prediction{.change = change.text,
                        .calls = 0,
                        .recorded = definitions.seconds(graph.recorded),
                        .replayed = definitions.seconds(unchanged.ticks),
                        .predicted = 0,
                        .assumptions = {}};
  std::vector<std::string> &assumptions = prediction.assumptions;
  double error =
      std::fabs(prediction.replayed - prediction.recorded) / std::max(prediction.recorded, 1e-9);
  if (error > kTrusted)
    assumptions.push_back("not to be trusted: without the change the replay misses the recorded "
                          "time by " +
                          percentText(error));
  Applied applied = apply(change, definitions, graph);
  Replayed changed = replay(graph);
  prediction.calls = applied.calls;
  prediction.predicted = definitions.seconds(changed.ticks);
  assumptions.insert(assumptions.end(), applied.assumptions.begin(), applied.assumptions.end());
  assumptions.push_back("all other computing takes as long as recorded, and MPI calls as long as "
                        "recorded beyond their waiting: network and cores are as fast");
  auto has = [&](GateKind kind) {
    return std::any_of(graph.gates.begin(), graph.gates.end(),
                       [kind](const Gate &gate) { return gate.kind == kind; });
  };
  if (change.kind != ChangeKind::Shared && has(GateKind::Lock))
    assumptions.push_back("locks are granted in the order recorded");
  if (has(GateKind::Progress))
    assumptions.push_back("a target that computes serves operations when it enters the MPI call in "
                          "which it did so in the run");
  if (changed.forced > unchanged.forced)
    assumptions.push_back(countText(changed.forced - unchanged.forced, "call") +
                          " would wait for each other and were let go: the changed program may "
                          "deadlock");
  return prediction;
}

} // namespace

WhatIf::WhatIf(const std::vector<std::string> &texts) {
  for (const std::string &text : texts)
    changes.push_back(parseChange(text));
  bool moves = std::any_of(changes.begin(), changes.end(), [](const Change &change) {
    return change.kind == ChangeKind::EarlyPost || change.kind == ChangeKind::LateWait;
  });
  if (!changes.empty())
    recorder.emplace(moves);
}

void WhatIf::look(const Analysis &phase) {
  if (recorder)
    recorder->look(phase);
}

void WhatIf::gather(MPI_Comm comm) {
  if (recorder)
    records = recorder->gathered(comm);
}

std::vector<Prediction> WhatIf::predict(const Definitions &definitions) {
  std::vector<Prediction> predictions;
  if (!recorder)
    return predictions;
  checkThreads(records);
  Graph graph = makeGraph(definitions, std::exchange(records, {}));
  Replayed unchanged = replay(graph);
  for (const Change &change : changes)
    predictions.push_back(predictionOf(change, definitions, graph, unchanged));
  return predictions;
}

} // namespace fencepost::analyzer
