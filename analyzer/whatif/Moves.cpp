//===- Moves.cpp - what if a post came earlier, a wait later --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An exposure epoch may be longer where nothing needs the window's memory: its
// post may come as early as right after the epoch before, its wait as late as
// right before the next, but neither beyond an access of the rank to that memory.
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Text.h"
#include "analyzer/whatif/Apply.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

/// Whether the call may lie in an exposure epoch of its window.
bool mayBeExposed(EventKind kind) {
  return kind == EventKind::Start || kind == EventKind::Complete || isOperation(kind);
}

class Moving {
public:
  Moving(const Change &change, const Definitions &definitions, Graph &graph)
      : isThere(definitions, change.place), graph(graph) {}

  /// Of one rank: the calls of that kind, in the order in which they may be moved.
  void early(RankSteps &rank) {
    for (std::size_t at = 0; at < rank.order.size(); ++at)
      if (concerns(step(rank, at), EventKind::Post))
        earlier(rank, at);
  }
  void late(RankSteps &rank) {
    for (std::size_t at = rank.order.size(); at-- > 0;)
      if (concerns(step(rank, at), EventKind::Wait))
        later(rank, at);
  }

  uint64_t calls = 0, moved = 0, held = 0; // held: by an access of the rank
  bool untold = false;

private:
  Step &step(const RankSteps &rank, std::size_t at) { return graph.steps[rank.order[at]]; }
  bool concerns(const Step &call, EventKind kind) {
    if (call.kind != kind || !isThere(call.context))
      return false;
    ++calls;
    untold = untold || graph.untoldWindows.contains(call.window);
    return true;
  }
  bool isBound(const Step &call, uint32_t window) const {
    return call.window == window && !mayBeExposed(call.kind);
  }
  bool touched(const RankSteps &rank, std::size_t at, uint32_t window, bool inCall) const {
    return graph.touches.contains({rank.order[at], window, inCall});
  }
  /// The computing before the call at that place.
  uint64_t &computing(RankSteps &rank, std::size_t at) {
    return at < rank.order.size() ? step(rank, at).computing : rank.tail;
  }

  void earlier(RankSteps &rank, std::size_t at) {
    Step &post = step(rank, at);
    std::size_t to = at;
    bool afterComputing = touched(rank, at, post.window, false);
    while (!afterComputing && to > 0 && !isBound(step(rank, to - 1), post.window) &&
           !touched(rank, to - 1, post.window, true))
      afterComputing = touched(rank, --to, post.window, false);
    held += afterComputing || (to > 0 && touched(rank, to - 1, post.window, true));
    if (to == at && afterComputing)
      return;
    moved += to < at || post.computing;
    computing(rank, at + 1) += std::exchange(post.computing, 0);
    if (afterComputing)
      post.computing = std::exchange(step(rank, to).computing, 0);
    std::rotate(rank.order.begin() + static_cast<std::ptrdiff_t>(to),
                rank.order.begin() + static_cast<std::ptrdiff_t>(at),
                rank.order.begin() + static_cast<std::ptrdiff_t>(at + 1));
  }

  void later(RankSteps &rank, std::size_t at) {
    Step &wait = step(rank, at);
    // Before the call at `to`; after the computing before that, unless this uses the memory.
    std::size_t to = at + 1;
    auto usesMemory = [&] {
      return to < rank.order.size() && touched(rank, to, wait.window, false);
    };
    while (to < rank.order.size() && !usesMemory() && !isBound(step(rank, to), wait.window) &&
           !touched(rank, to, wait.window, true))
      ++to;
    bool inCall = to < rank.order.size() && touched(rank, to, wait.window, true);
    held += usesMemory() || inCall;
    uint64_t before = std::exchange(wait.computing, 0);
    computing(rank, at + 1) += before;
    if (usesMemory() && to == at + 1) { // it stays where it is
      computing(rank, to) -= before;
      wait.computing = before;
      return;
    }
    if (!usesMemory())
      wait.computing = std::exchange(computing(rank, to), 0);
    moved += to > at + 1 || wait.computing > before;
    std::rotate(rank.order.begin() + static_cast<std::ptrdiff_t>(at),
                rank.order.begin() + static_cast<std::ptrdiff_t>(at + 1),
                rank.order.begin() + static_cast<std::ptrdiff_t>(to));
  }

  PathsThrough isThere;
  Graph &graph;
};

Applied outcome(const Moving &moving, const std::string &where, const std::string &progress) {
  Applied applied;
  applied.calls = moving.calls;
  applied.assumptions = {countText(moving.moved, "call") + " of " + std::to_string(moving.calls) +
                         " could be moved, " + where + "; " + countText(moving.held, "call") +
                         " no further, as the rank uses its memory of the window"};
  applied.assumptions.push_back(
      moving.untold ? "that the rank does not use its memory of the window in between: that was "
                      "not recorded"
                    : "what the rank did with its memory of the window is what it does in every "
                      "run");
  applied.assumptions.push_back(progress);
  return applied;
}

} // namespace

Applied postEarlier(const Change &change, const Definitions &definitions, Graph &graph) {
  Moving moving(change, definitions, graph);
  for (RankSteps &rank : graph.ranks)
    moving.early(rank);
  return outcome(moving, "at most to the end of the exposure epoch before", progressText(graph));
}

Applied waitLater(const Change &change, const Definitions &definitions, Graph &graph) {
  Moving moving(change, definitions, graph);
  for (RankSteps &rank : graph.ranks)
    moving.late(rank);
  return outcome(moving, "at most to the next call that needs the exposure epoch to be over",
                 progressText(graph));
}

} // namespace fencepost::analyzer
