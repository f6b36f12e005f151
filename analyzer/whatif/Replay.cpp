//===- Replay.cpp - a run from its graph ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/whatif/Replay.h"

#include <algorithm>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

namespace fencepost::analyzer {

namespace {

/// The links of each step side by side.
class LinksOf {
public:
  explicit LinksOf(const Graph &graph) : first(graph.steps.size() + 1, 0) {
    for (const Link &link : graph.links)
      ++first[link.step + 1];
    for (std::size_t i = 1; i < first.size(); ++i)
      first[i] += first[i - 1];
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    sorted.resize(graph.links.size());
    for (const Link &link : graph.links)
      sorted[next[link.step]++] = link;
  }
  std::span<const Link> operator()(uint32_t step) const {
    return std::span(sorted).subspan(first[step], first[step + 1] - first[step]);
  }

private:
  std::vector<std::size_t> first; // of each step
  std::vector<Link> sorted;
};

/// The ranks' calls in the order of time.
class Run {
public:
  explicit Run(const Graph &graph)
      : graph(graph), linksOf(graph), served(graph.served), servedOnEnter(graph.servedOnEnter),
        gates(graph.gates.size()), ranks(graph.ranks.size()) {
    std::sort(served.begin(), served.end());
    std::sort(servedOnEnter.begin(), servedOnEnter.end());
    for (const Link &link : graph.links)
      gates[link.gate].missing += link.kind != LinkKind::Waits;
    for (uint32_t rank = 0; rank < ranks.size(); ++rank)
      goOn(rank, graph.ranks[rank].begin);
  }

  Replayed go() {
    do
      while (!events.empty()) {
        Event event = events.top();
        events.pop();
        now = event.time;
        event.enters ? enter(event.rank) : leave(event.rank);
      }
    while (forceOne());
    return result;
  }

private:
  struct GateState {
    uint32_t missing = 0;
    std::vector<uint32_t> waiting; // ranks
  };
  struct RankState {
    std::size_t next = 0;        // in its order
    uint32_t missing = 0;        // gates, then targets, that it waits for
    bool inCall = false;         // and can serve others
    bool forTargets = false;     // it waits for those
    std::vector<uint32_t> asked; // ranks that wait for it
  };
  struct Event {
    uint64_t time;
    bool enters; // a call, else leaves it
    uint32_t rank;
    bool operator>(const Event &other) const {
      return std::tie(time, enters, rank) > std::tie(other.time, other.enters, other.rank);
    }
  };

  bool isDone(uint32_t rank) const { return ranks[rank].next == graph.ranks[rank].order.size(); }
  uint32_t stepOf(uint32_t rank) const { return graph.ranks[rank].order[ranks[rank].next]; }

  /// It computes until the next call, or the end.
  void goOn(uint32_t rank, uint64_t from) {
    if (isDone(rank))
      result.ticks = std::max(result.ticks, from + graph.ranks[rank].tail);
    else
      events.push({from + graph.steps[stepOf(rank)].computing, true, rank});
  }

  void enter(uint32_t rank) {
    uint32_t index = stepOf(rank);
    RankState &state = ranks[rank];
    state.inCall = graph.steps[index].kind != EventKind::Post;
    open(index, LinkKind::Enters);
    if (state.inCall)
      for (uint32_t origin : std::exchange(state.asked, {}))
        arrived(origin);
    state.missing = 1; // until all gates are looked at
    state.forTargets = false;
    for (const Link &link : linksOf(index))
      if (link.kind == LinkKind::Waits && gates[link.gate].missing) {
        gates[link.gate].waiting.push_back(rank);
        ++state.missing;
      }
    askTargets(rank, servedOnEnter);
    arrived(rank);
  }

  void leave(uint32_t rank) {
    ranks[rank].inCall = false;
    open(stepOf(rank), LinkKind::Leaves);
    ++ranks[rank].next;
    goOn(rank, now);
  }

  void open(uint32_t step, LinkKind kind) {
    for (const Link &link : linksOf(step))
      if (link.kind == kind && --gates[link.gate].missing == 0)
        for (uint32_t waiter : std::exchange(gates[link.gate].waiting, {}))
          arrived(waiter);
  }

  /// One of those that the rank waits for: the last one lets it go on.
  void arrived(uint32_t rank) {
    RankState &state = ranks[rank];
    if (!state.missing || --state.missing)
      return;
    if (!std::exchange(state.forTargets, true)) {
      askTargets(rank, served);
      if (state.missing)
        return;
    }
    events.push({now + graph.steps[stepOf(rank)].own, false, rank});
  }

  /// The rank waits for those targets of its call that are not in one.
  void askTargets(uint32_t rank, const std::vector<Use> &uses) {
    uint32_t step = stepOf(rank);
    for (auto use = std::lower_bound(uses.begin(), uses.end(), Use{step, 0});
         use != uses.end() && use->step == step; ++use)
      if (use->target < ranks.size() && !ranks[use->target].inCall && !isDone(use->target)) {
        ranks[use->target].asked.push_back(rank);
        ++ranks[rank].missing;
      }
  }

  /// Where all wait, lets the rank go whose call ended first when it was recorded.
  bool forceOne() {
    uint32_t first = kNone;
    auto recorded = [&](uint32_t rank) { return graph.steps[stepOf(rank)].leave; };
    for (uint32_t rank = 0; rank < ranks.size(); ++rank)
      if (!isDone(rank) && (first == kNone || recorded(rank) < recorded(first)))
        first = rank;
    if (first == kNone)
      return false;
    ++result.forced;
    for (const Link &link : linksOf(stepOf(first)))
      std::erase(gates[link.gate].waiting, first);
    for (RankState &state : ranks)
      std::erase(state.asked, first);
    ranks[first].missing = 0;
    events.push({now + graph.steps[stepOf(first)].own, false, first});
    return true;
  }

  const Graph &graph;
  LinksOf linksOf;
  std::vector<Use> served, servedOnEnter; // sorted
  std::vector<GateState> gates;
  std::vector<RankState> ranks;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  uint64_t now = 0;
  Replayed result;
};

} // namespace

Replayed replay(const Graph &graph) { return Run(graph).go(); }

} // namespace fencepost::analyzer
