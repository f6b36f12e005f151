//===- Locks.cpp - who waits for a lock, and what if it were shared -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/whatif/Apply.h"

#include <set>
#include <span>

namespace fencepost::analyzer {

namespace {

/// One epoch waits for the other to be released: for the end of the unlock where that was recorded
/// before the end of the waiting call, else for its begin.
void waitFor(const Hold &waiter, const Hold &holder, Graph &graph) {
  const Step &unlock = graph.steps[holder.unlock];
  uint64_t until = graph.steps[waiter.waits].leave;
  if (unlock.enter > until)
    return;
  uint32_t gate = graph.addGate(GateKind::Lock);
  graph.link(holder.unlock, gate, unlock.leave <= until ? LinkKind::Leaves : LinkKind::Enters);
  graph.link(waiter.waits, gate, LinkKind::Waits);
}

/// Of one window and target.
void linkInOrder(std::span<const Hold> holds, Graph &graph) {
  const Hold *exclusive = nullptr;      // the last one
  std::vector<const Hold *> sharedOnes; // since then
  for (const Hold &hold : holds) {
    if (!hold.checked)
      continue;
    if (exclusive && (!hold.exclusive || sharedOnes.empty()))
      waitFor(hold, *exclusive, graph);
    if (!hold.exclusive) {
      sharedOnes.push_back(&hold);
      continue;
    }
    for (const Hold *before : sharedOnes)
      waitFor(hold, *before, graph);
    sharedOnes.clear();
    exclusive = &hold;
  }
}

} // namespace

void linkLocks(Graph &graph) {
  std::erase_if(graph.links,
                [&](const Link &link) { return graph.gates[link.gate].kind == GateKind::Lock; });
  std::vector<Hold> holds = graph.holds;
  for (std::size_t begin = 0, end; begin < holds.size(); begin = end) {
    for (end = begin; end < holds.size() && holds[end].window == holds[begin].window &&
                      holds[end].target == holds[begin].target;)
      ++end;
    linkInOrder(std::span(holds).subspan(begin, end - begin), graph);
  }
}

Applied shareLocks(const Change &change, const Definitions &definitions, Graph &graph) {
  PathsThrough isThere(definitions, change.place);
  Applied applied;
  std::set<uint32_t> locks; // one call may lock several targets
  for (Hold &hold : graph.holds)
    if (hold.exclusive && isThere(graph.steps[hold.lock].context)) {
      hold.exclusive = false;
      locks.insert(hold.lock);
    }
  applied.calls = locks.size();
  linkLocks(graph);
  applied.assumptions = {
      "what is done under these locks may be done at once: it only reads, or "
      "updates with accumulates of one operation, or touches other memory",
      "the other locks are granted in the order recorded",
      "operations of several origins at once take as long as one after the other"};
  return applied;
}

} // namespace fencepost::analyzer
