//===- Balance.cpp - what if all ranks computed for as long ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The run is cut at the synchronizations of all ranks. What the ranks compute
// in a stretch between two of them is replaced by its mean.
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Text.h"
#include "analyzer/whatif/Apply.h"

#include <algorithm>
#include <cmath>

namespace fencepost::analyzer {

namespace {

/// Of each rank a place in its order.
using Places = std::vector<std::size_t>;

/// Where all ranks synchronize, in order: the place after the call of each rank.
std::vector<Places> cutsOf(const Graph &graph) {
  std::vector<std::size_t> placeOf(graph.steps.size());
  for (const RankSteps &rank : graph.ranks)
    for (std::size_t i = 0; i < rank.order.size(); ++i)
      placeOf[rank.order[i]] = i + 1;
  std::vector<Places> places(graph.gates.size());
  for (const auto &[step, gate, kind] : graph.links)
    if (graph.gates[gate].allRanks && kind == LinkKind::Waits) {
      places[gate].resize(graph.ranks.size());
      places[gate][graph.steps[step].rank] = placeOf[step];
    }
  std::erase_if(places, [](const Places &at) { return at.empty(); });
  std::sort(places.begin(), places.end());
  // Non-blocking ones may cross others.
  std::vector<Places> cuts;
  for (const Places &at : places)
    if (cuts.empty() || std::equal(at.begin(), at.end(), cuts.back().begin(), std::greater<>()))
      cuts.push_back(at);
  return cuts;
}

/// The steps of a rank between two places whose computing counts.
template <typename Counts, typename Visit>
void forEachComputing(Graph &graph, uint32_t rank, std::size_t from, std::size_t until,
                      Counts counts, Visit visit) {
  for (std::size_t i = from; i < until; ++i)
    if (Step &step = graph.steps[graph.ranks[rank].order[i]]; counts(step))
      visit(step);
}

} // namespace

Applied balance(const Change &change, const Definitions &definitions, Graph &graph) {
  PathsThrough isThere(definitions, change.place);
  // What comes before MPI_Init is the start of the process.
  auto counts = [&](const Step &step) {
    return step.computing && step.kind != EventKind::Init && isThere(step.context);
  };
  std::vector<Places> cuts = cutsOf(graph);
  cuts.emplace_back();
  for (const RankSteps &rank : graph.ranks)
    cuts.back().push_back(rank.order.size());
  Applied applied;
  uint64_t stretches = 0;
  Places from(graph.ranks.size(), 0);
  for (const Places &until : cuts) {
    std::vector<uint64_t> sums(graph.ranks.size(), 0);
    uint64_t all = 0;
    for (uint32_t rank = 0; rank < sums.size(); ++rank) {
      forEachComputing(graph, rank, from[rank], until[rank], counts, [&](const Step &step) {
        sums[rank] += step.computing;
        ++applied.calls;
      });
      all += sums[rank];
    }
    double mean = double(all) / double(sums.size());
    stretches += all > 0;
    for (uint32_t rank = 0; rank < sums.size(); ++rank) {
      forEachComputing(graph, rank, from[rank], until[rank], counts, [&](Step &step) {
        double share = double(step.computing) / double(sums[rank]);
        step.computing = static_cast<uint64_t>(std::llround(mean * share));
      });
      // One that had nothing to do gets its part before it synchronizes.
      if (all && !sums[rank] && until[rank] > from[rank])
        graph.steps[graph.ranks[rank].order[until[rank] - 1]].computing +=
            static_cast<uint64_t>(std::llround(mean));
    }
    from = until;
  }
  applied.assumptions = {
      "the computing of each of " + std::to_string(stretches) +
      " stretches between synchronizations of all ranks can be divided evenly among the "
      "ranks, and takes no more computing or communication for that"};
  return applied;
}

} // namespace fencepost::analyzer
