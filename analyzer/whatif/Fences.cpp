//===- Fences.cpp - what if only those synchronized that communicate ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the place of a fence stand MPI_Win_complete and MPI_Win_wait of the epoch
// that it ends, and MPI_Win_post of the one that it begins: a rank goes on when
// those that accessed its memory have come. MPI_Win_start comes with the first
// operation, and waits for those whose memory it accesses.
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Text.h"
#include "analyzer/whatif/Apply.h"

#include <algorithm>
#include <map>
#include <span>

namespace fencepost::analyzer {

namespace {

class Replacing {
public:
  Replacing(const Change &change, const Definitions &definitions, Graph &graph)
      : isThere(definitions, change.place), graph(graph) {}

  Applied go() {
    findFences();
    std::erase_if(graph.links, [&](const Link &link) { return fences.contains(link.gate); });
    for (const auto &[gate, calls] : fences)
      replace(calls);
    applied.assumptions = {
        "the ranks that communicate are those of this run, " + std::to_string(pairs) + " of " +
            countText(allPairs, "pair") + " of ranks and epochs, and are known beforehand",
        "nothing else relies on the fence as a barrier",
        "MPI_Win_start comes right before the first operation and waits for the posts; the calls "
        "in "
        "the place of a fence take together what it took beyond its waiting, nothing on ranks that "
        "have no partner",
        progressText(graph)};
    if (left)
      applied.assumptions.push_back(countText(left, "call") +
                                    " of fences stay, on windows whose ranks may communicate by "
                                    "loads and stores");
    return applied;
  }

private:
  using Calls = std::map<uint32_t, uint32_t>; // by rank: step

  void findFences() {
    for (const auto &[index, gate, kind] : graph.links) {
      const Step &step = graph.steps[index];
      if (graph.gates[gate].kind != GateKind::Fence || kind != LinkKind::Waits ||
          !isThere(step.context))
        continue;
      if (graph.sharedWindows.contains(step.window))
        ++left;
      else
        fences.try_emplace(gate);
    }
    for (const auto &[index, gate, kind] : graph.links)
      if (auto fence = fences.find(gate); fence != fences.end() && kind == LinkKind::Waits) {
        fence->second[graph.steps[index].rank] = index;
        ++applied.calls;
      }
    for (const RankSteps &rank : graph.ranks) {
      std::map<uint32_t, uint32_t> last; // by window
      for (uint32_t index : rank.order) {
        const Step &step = graph.steps[index];
        auto before = last.find(step.window);
        if (step.kind == EventKind::Fence) {
          if (before != last.end())
            following[before->second] = index;
          last[step.window] = index;
        } else if (isOperation(step.kind) && before != last.end()) {
          firstOperation.try_emplace(before->second, index);
        }
      }
    }
  }

  std::span<const Use> usesBefore(uint32_t fence) const {
    auto [first, end] =
        std::equal_range(graph.uses.begin(), graph.uses.end(), Use{fence, 0},
                         [](const Use &a, const Use &b) { return a.step < b.step; });
    return {first, end};
  }

  void replace(const Calls &calls) {
    std::map<uint32_t, std::vector<uint32_t>> waitsFor; // step: steps
    for (const auto &[rank, index] : calls) {
      allPairs += calls.size() - 1;
      for (const Use &use : usesBefore(index))
        if (auto target = calls.find(use.target); target != calls.end()) {
          waitsFor[target->second].push_back(index);
          waitsFor[index]; // it has something to do
          ++pairs;
          if (graph.progress != Progress::Independent)
            graph.servedOnEnter.push_back(use);
        }
      if (auto next = following.find(index); next != following.end()) {
        auto first = firstOperation.find(index);
        uint32_t starts = first == firstOperation.end() ? next->second : first->second;
        for (const Use &use : usesBefore(next->second))
          if (auto target = calls.find(use.target); target != calls.end()) {
            waitsFor[starts].push_back(target->second);
            waitsFor[index];
            waitsFor[target->second];
          }
      }
    }
    for (const auto &[rank, index] : calls)
      if (!waitsFor.contains(index))
        graph.steps[index].own = 0;
    for (const auto &[waiter, partners] : waitsFor) {
      if (partners.empty())
        continue;
      uint32_t gate = graph.addGate(GateKind::Complete);
      graph.link(waiter, gate, LinkKind::Waits);
      for (uint32_t partner : partners)
        graph.link(partner, gate, LinkKind::Enters);
    }
  }

  PathsThrough isThere;
  Graph &graph;
  std::map<uint32_t, Calls> fences;            // to be replaced, by gate
  std::map<uint32_t, uint32_t> following;      // the next fence of the rank and window, by step
  std::map<uint32_t, uint32_t> firstOperation; // after each fence, on its window
  uint64_t pairs = 0, allPairs = 0, left = 0;
  Applied applied;
};

} // namespace

Applied replaceFences(const Change &change, const Definitions &definitions, Graph &graph) {
  return Replacing(change, definitions, graph).go();
}

} // namespace fencepost::analyzer
