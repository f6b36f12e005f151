//===- Links.cpp - the graph of a recorded run ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/whatif/Links.h"

#include "analyzer/match/Instances.h"

#include <algorithm>
#include <span>

namespace fencepost::analyzer {

namespace {

/// Of one instance: the indices of its records.
using Members = std::span<const uint32_t>;

class Linker {
public:
  Linker(const Definitions &definitions, const Records &records)
      : definitions(definitions), records(records) {}

  Graph make() {
    addSteps();
    auto keyOf = [&](uint32_t index) -> const Key & { return records.parts[index].key; };
    countStarts(keyOf);
    forEachInstance(records.parts.size(), keyOf, [&](Members members) {
      switch (keyOf(members[0]).kind) {
      case KeyKind::Collective:
      case KeyKind::WinCollective:
        collective(members);
        break;
      case KeyKind::Pscw:
        pair(members);
        break;
      case KeyKind::Message:
        message(members);
      }
    });
    for (const AccessRecord &access : records.accesses)
      graph.uses.push_back({firstOf[access.rank] + access.call, access.target});
    std::sort(graph.uses.begin(), graph.uses.end());
    for (const Use &use : graph.uses)
      if (graph.steps[use.step].kind == EventKind::Complete)
        graph.served.push_back(use);
    addHolds();
    addProgress();
    for (const TouchRecord &touch : records.touches)
      if (firstOf[touch.rank] + touch.call < firstOf[touch.rank + 1])
        graph.touches.insert({firstOf[touch.rank] + touch.call, touch.window, touch.inCall});
    graph.untoldWindows = {records.untoldWindows.begin(), records.untoldWindows.end()};
    graph.sharedWindows = {records.sharedWindows.begin(), records.sharedWindows.end()};
    setOwnTimes(graph);
    return std::move(graph);
  }

private:
  const PartRecord &part(uint32_t index) const { return records.parts[index]; }
  uint32_t begins(uint32_t index) const { return firstOf[part(index).rank] + part(index).begins; }
  uint32_t ends(uint32_t index) const { return firstOf[part(index).rank] + part(index).ends; }
  uint64_t enter(uint32_t index) const { return graph.steps[begins(index)].enter; }
  uint64_t leave(uint32_t index) const { return graph.steps[ends(index)].leave; }

  void addSteps();
  void collective(Members members);
  void everybody(Members members, GateKind kind);
  void message(Members members);
  void pair(Members members);
  template <typename KeyOf> void countStarts(KeyOf keyOf);
  void addHolds();
  void addProgress();
  uint32_t stepAt(uint32_t rank, uint64_t time) const;

  /// The pair's calls of an epoch: indices of records, kNone where there is none.
  struct Pair {
    uint32_t start = kNone, complete = kNone, post = kNone, wait = kNone;
  };
  Pair pairOf(Members members) const;
  /// One waits for the other's being entered.
  void waitFor(uint32_t waiter, uint32_t entered, GateKind kind) {
    if (enter(entered) > leave(waiter))
      return;
    uint32_t gate = graph.addGate(kind);
    graph.link(begins(entered), gate, LinkKind::Enters);
    graph.link(ends(waiter), gate, LinkKind::Waits);
  }

  const Definitions &definitions;
  const Records &records;
  std::vector<uint32_t> firstOf; // step of each rank
  bool startsWait = true;        // MPI_Win_start itself waits for the posts
  Graph graph;
};

void Linker::addSteps() {
  uint64_t begin = UINT64_MAX, end = 0;
  for (const RankTimes &times : records.ranks) {
    begin = std::min(begin, times.begin);
    end = std::max(end, times.end);
  }
  graph.recorded = records.ranks.empty() ? 0 : end - begin;
  graph.ranks.resize(definitions.ranks());
  firstOf.resize(definitions.ranks() + 1, 0);
  for (const CallRecord &call : records.calls)
    ++firstOf[call.rank + 1];
  for (std::size_t i = 1; i < firstOf.size(); ++i)
    firstOf[i] += firstOf[i - 1];
  graph.steps.resize(records.calls.size());
  std::vector<uint64_t> last(definitions.ranks(), 0);
  for (const RankTimes &times : records.ranks) {
    last[times.rank] = times.begin;
    graph.ranks[times.rank].begin = times.begin - begin;
  }
  for (const CallRecord &call : records.calls) {
    std::vector<uint32_t> &order = graph.ranks[call.rank].order;
    auto index = static_cast<uint32_t>(firstOf[call.rank] + order.size());
    order.push_back(index);
    graph.steps[index] = {.enter = call.enter,
                          .leave = call.leave,
                          .computing = call.enter - std::min(call.enter, last[call.rank]),
                          .rank = call.rank,
                          .context = call.context,
                          .window = call.window,
                          .kind = call.kind};
    last[call.rank] = std::max(last[call.rank], call.leave);
  }
  for (const RankTimes &times : records.ranks)
    graph.ranks[times.rank].tail = times.end - std::min(times.end, last[times.rank]);
}

void Linker::everybody(Members members, GateKind kind) {
  uint64_t latestEnter = 0, earliestLeave = UINT64_MAX;
  for (uint32_t member : members) {
    latestEnter = std::max(latestEnter, enter(member));
    earliestLeave = std::min(earliestLeave, leave(member));
  }
  if (latestEnter > earliestLeave)
    return;
  uint32_t gate = graph.addGate(kind);
  graph.gates[gate].allRanks = members.size() == graph.ranks.size();
  for (uint32_t member : members) {
    graph.link(begins(member), gate, LinkKind::Enters);
    graph.link(ends(member), gate, LinkKind::Waits);
  }
}

void Linker::collective(Members members) {
  const PartRecord &first = part(members[0]);
  const Communicator &comm = first.key.kind == KeyKind::WinCollective
                                 ? definitions.windowComm(first.key.object)
                                 : definitions.comms[first.key.object];
  if (members.size() != comm.size())
    return;
  if (first.shape == Shape::NxN || first.shape == Shape::Barrier) {
    bool fence = graph.steps[begins(members[0])].kind == EventKind::Fence;
    return everybody(members, fence           ? GateKind::Fence
                              : first.barrier ? GateKind::Barrier
                                              : GateKind::Collective);
  }
  for (uint32_t root : members)
    for (uint32_t other : members)
      if (part(root).root && other != root) {
        bool oneToAll = first.shape == Shape::OneToAll;
        waitFor(oneToAll ? other : root, oneToAll ? root : other, GateKind::Collective);
      }
}

void Linker::message(Members members) {
  for (uint32_t send : members)
    for (uint32_t receive : members) {
      if (part(send).part != Part::Send || part(receive).part != Part::Receive)
        continue;
      waitFor(receive, send, GateKind::Message);
      // It did wait for its receive, or would have.
      if (part(send).synchronous || enter(receive) > graph.steps[ends(send)].enter)
        waitFor(send, receive, GateKind::Message);
    }
}

Linker::Pair Linker::pairOf(Members members) const {
  Pair pair;
  for (uint32_t member : members)
    switch (part(member).part) {
    case Part::Start:
      pair.start = member;
      break;
    case Part::Complete:
      pair.complete = member;
      break;
    case Part::Post:
      pair.post = member;
      break;
    default:
      pair.wait = member;
    }
  return pair;
}

/// A library has the origin wait for the post in MPI_Win_start or later: always the same.
template <typename KeyOf> void Linker::countStarts(KeyOf keyOf) {
  uint64_t waited = 0, wentOn = 0;
  forEachInstance(records.parts.size(), keyOf, [&](Members members) {
    if (keyOf(members[0]).kind != KeyKind::Pscw)
      return;
    Pair pair = pairOf(members);
    if (pair.start == kNone || pair.post == kNone || enter(pair.post) < enter(pair.start))
      return;
    ++(enter(pair.post) <= leave(pair.start) ? waited : wentOn);
  });
  startsWait = waited >= wentOn;
}

void Linker::pair(Members members) {
  Pair pair = pairOf(members);
  if (pair.wait != kNone && pair.complete != kNone)
    waitFor(pair.wait, pair.complete, GateKind::Complete);
  if (pair.post == kNone)
    return;
  bool atStart = pair.start != kNone && startsWait && enter(pair.post) <= leave(pair.start);
  if (uint32_t waiter = atStart ? pair.start : pair.complete; waiter != kNone)
    waitFor(waiter, pair.post, GateKind::Post);
}

/// The last call of the rank that was entered by that time; kNone before the first.
uint32_t Linker::stepAt(uint32_t rank, uint64_t time) const {
  const std::vector<uint32_t> &order = graph.ranks[rank].order;
  auto after = std::upper_bound(order.begin(), order.end(), time, [&](uint64_t at, uint32_t step) {
    return at < graph.steps[step].enter;
  });
  return after == order.begin() ? kNone : *std::prev(after);
}

void Linker::addHolds() {
  for (const HoldRecord &hold : records.holds) {
    Hold steps{.window = hold.window,
               .target = hold.target,
               .lock = stepAt(hold.origin, hold.lockEnter),
               .waits = stepAt(hold.origin, hold.waitsEnter),
               .unlock = stepAt(hold.origin, hold.unlockEnter),
               .exclusive = hold.exclusive,
               .checked = hold.checked};
    if (steps.lock != kNone) // as the others come later
      graph.holds.push_back(steps);
  }
  std::stable_sort(graph.holds.begin(), graph.holds.end(), [](const Hold &a, const Hold &b) {
    return std::tie(a.window, a.target) < std::tie(b.window, b.target);
  });
  linkLocks(graph);
}

void Linker::addProgress() {
  for (const ProgressRecord &record : records.progress) {
    uint32_t waiter = stepAt(record.origin, record.time);
    uint32_t late = stepAt(record.target, record.targetEnter);
    if (waiter == kNone || late == kNone || graph.steps[late].enter > graph.steps[waiter].leave)
      continue;
    uint32_t gate = graph.addGate(GateKind::Progress);
    graph.link(late, gate, LinkKind::Enters);
    graph.link(waiter, gate, LinkKind::Waits);
  }
}

} // namespace

Graph makeGraph(const Definitions &definitions, Records records) {
  return Linker(definitions, records).make();
}

} // namespace fencepost::analyzer
