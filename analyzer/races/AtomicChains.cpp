//===- AtomicChains.cpp - atomic operations that may synchronize ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/AtomicChains.h"

#include "analyzer/match/Exchange.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fencepost::analyzer::races {

namespace {

/// Where an atomic operation goes: window, target, displacement.
using Place = std::tuple<uint32_t, uint32_t, int64_t>;

struct Atomic {
  uint32_t window, target;
  int64_t displacement;
  uint32_t plan, operation; // at the process it comes from
  uint32_t rank;
  uint32_t seesUntilSet; // whether it returns a value and was completed
  uint32_t writes;       // what others may see
  uint64_t enter;
  uint64_t seesUntil; // time of its completion
};

struct Link {
  uint32_t plan, operation;
  uint32_t give; // its number among those that write; kNever: it only reads
  uint32_t take; // of the last one it may have seen; kNever: none
};

/// A chain's key; its sequence is the number of the link.
InstanceKey chainKey(const Atomic &atomic, uint32_t link) {
  auto displacement = static_cast<uint64_t>(atomic.displacement);
  return {{KeyKind::Pscw, atomic.window, static_cast<uint32_t>(displacement >> 32), atomic.target,
           static_cast<uint32_t>(displacement), link},
          Flow::Atomics};
}

Atomic describe(const Definitions &definitions, const Event &event, const RankPlan &plan,
                uint32_t planIndex, uint32_t index) {
  const Operation &operation = plan.operations[index];
  return {.window = event.window,
          .target = operation.target,
          .displacement = event.displacement,
          .plan = planIndex,
          .operation = index,
          .rank = plan.program.rank,
          .seesUntilSet = event.kind != EventKind::Accumulate && operation.local.known(),
          .writes = definitions.strings[event.op] != "MPI_NO_OP",
          .enter = event.enter,
          .seesUntil = operation.local.time};
}

void makeLinks(std::vector<std::pair<Atomic, std::size_t>> &chain,
               std::vector<std::vector<Link>> &links) {
  bool anyReturns = std::any_of(chain.begin(), chain.end(),
                                [](const auto &member) { return member.first.seesUntilSet; });
  bool oneOrigin = std::all_of(chain.begin(), chain.end(), [&](const auto &member) {
    return member.first.rank == chain.front().first.rank;
  });
  if (!anyReturns || oneOrigin)
    return;
  std::sort(chain.begin(), chain.end(), [](const auto &a, const auto &b) {
    return std::tie(a.first.enter, a.first.rank, a.first.operation) <
           std::tie(b.first.enter, b.first.rank, b.first.operation);
  });
  std::vector<uint64_t> writes; // their enters
  for (const auto &[atomic, process] : chain)
    if (atomic.writes)
      writes.push_back(atomic.enter);
  uint32_t written = 0;
  for (const auto &[atomic, process] : chain) {
    uint32_t take = kNever;
    if (atomic.seesUntilSet) {
      auto after = std::upper_bound(writes.begin(), writes.end(), atomic.seesUntil);
      if (after != writes.begin())
        take = static_cast<uint32_t>(after - writes.begin()) - 1;
    }
    uint32_t give = atomic.writes ? written++ : kNever;
    links[process].push_back({atomic.plan, atomic.operation, give, take});
  }
}

} // namespace

void chainAtomics(const Analysis &analysis, Numbering &numbering, std::vector<RankPlan> &plans) {
  auto processes = static_cast<std::size_t>(analysis.processes);
  std::vector<std::vector<Atomic>> outgoing(processes);
  auto eventOf = [&](const Operation &operation) -> const Event & {
    return analysis.trace.locations[operation.source.location].events[operation.source.event];
  };
  for (uint32_t p = 0; p < plans.size(); ++p)
    for (uint32_t i = 0; i < plans[p].operations.size(); ++i)
      if (const Event &event = eventOf(plans[p].operations[i]); isAtomic(event.kind)) {
        Atomic atomic = describe(analysis.definitions(), event, plans[p], p, i);
        outgoing[hashKey(chainKey(atomic, 0).key) % processes].push_back(atomic);
      }

  std::map<Place, std::vector<std::pair<Atomic, std::size_t>>> chains;
  auto received = allToAll(analysis.comm, outgoing);
  for (std::size_t process = 0; process < processes; ++process)
    for (const Atomic &atomic : received[process])
      chains[{atomic.window, atomic.target, atomic.displacement}].push_back({atomic, process});
  std::vector<std::vector<Link>> links(processes);
  for (auto &[place, chain] : chains)
    makeLinks(chain, links);

  for (const auto &fromOwner : allToAll(analysis.comm, links))
    for (const Link &link : fromOwner) {
      RankPlan &plan = plans[link.plan];
      const Operation &operation = plan.operations[link.operation];
      Atomic atomic =
          describe(analysis.definitions(), eventOf(operation), plan, link.plan, link.operation);
      if (link.give != kNever)
        plan.program.actions.push_back({operation.source.position, atomic.enter, Action::Give, true,
                                        numbering.instance(chainKey(atomic, link.give))});
      if (link.take != kNever)
        plan.program.actions.push_back({operation.local.position, operation.local.time,
                                        Action::Take, true,
                                        numbering.instance(chainKey(atomic, link.take))});
    }
}

} // namespace fencepost::analyzer::races
