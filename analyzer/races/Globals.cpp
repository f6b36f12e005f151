//===- Globals.cpp - synchronizations of all ranks ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Globals.h"

#include "analyzer/match/Exchange.h"

#include <unordered_map>

namespace fencepost::analyzer::races {

namespace {

struct Vote {
  InstanceKey instance;
  uint32_t ordinal;
  uint32_t binds;
};

struct Tally {
  uint32_t votes = 0;
  uint32_t ordinal = kNever;
  bool agreed = true, binds = false;
  std::vector<std::size_t> voters; // processes, once for each vote
};

/// Keys of this process's candidates that all ranks took part in.
std::unordered_map<InstanceKey, bool, InstanceHash> confirmed(MPI_Comm comm, uint32_t ranks,
                                                              const Numbering &numbering,
                                                              const std::vector<RankPlan> &plans) {
  int processes;
  MPI_Comm_size(comm, &processes);
  std::vector<std::vector<Vote>> votes(static_cast<std::size_t>(processes));
  for (const RankPlan &plan : plans)
    for (const GlobalCandidate &candidate : plan.candidates) {
      const InstanceKey &instance = numbering.instances[candidate.instance];
      votes[hashKey(instance.key) % votes.size()].push_back(
          {instance, candidate.ordinal, candidate.binds});
    }
  std::unordered_map<InstanceKey, Tally, InstanceHash> tallies;
  auto received = allToAll(comm, votes);
  for (std::size_t process = 0; process < received.size(); ++process)
    for (const Vote &vote : received[process]) {
      Tally &tally = tallies[vote.instance];
      if (tally.votes++ == 0)
        tally.ordinal = vote.ordinal;
      tally.agreed &= vote.ordinal != kNever && vote.ordinal == tally.ordinal;
      tally.binds |= vote.binds != 0;
      if (tally.voters.empty() || tally.voters.back() != process)
        tally.voters.push_back(process);
    }
  std::vector<std::vector<InstanceKey>> answers(static_cast<std::size_t>(processes));
  for (const auto &[instance, tally] : tallies)
    if (tally.votes == ranks && tally.agreed && tally.binds)
      for (std::size_t process : tally.voters)
        answers[process].push_back(instance);
  std::unordered_map<InstanceKey, bool, InstanceHash> result;
  for (const auto &instances : allToAll(comm, answers))
    for (const InstanceKey &instance : instances)
      result.emplace(instance, true);
  return result;
}

void exchange(std::vector<Action> &actions, const GlobalCandidate &candidate, uint32_t instance) {
  actions.push_back(
      {candidate.enter, candidate.enterTime, Action::Give, candidate.binds, instance});
  if (candidate.left)
    actions.push_back({candidate.leave, candidate.leaveTime, Action::Take, true, instance});
}

/// What the rank did before is known to whoever passes the global synchronization.
void markEnter(RankPlan &plan, const GlobalCandidate &candidate) {
  for (uint32_t strand = 0; strand < plan.programs.size(); ++strand) {
    uint64_t known = strand == candidate.strand ? candidate.enter : candidate.known[strand];
    auto &globals = plan.programs[strand].globals;
    if (known > (globals.empty() ? 0 : globals.back().position))
      globals.push_back({known, candidate.ordinal});
  }
}

} // namespace

void settleGlobals(MPI_Comm comm, uint32_t ranks, bool oneStrandEach, Numbering &numbering,
                   std::vector<RankPlan> &plans) {
  auto global = confirmed(comm, ranks, numbering, plans);
  for (RankPlan &plan : plans)
    for (const GlobalCandidate &candidate : plan.candidates) {
      auto &actions = plan.programs[candidate.strand].actions;
      if (global.count(numbering.instances[candidate.instance])) {
        markEnter(plan, candidate);
        if (candidate.left)
          actions.push_back(
              {candidate.leave, candidate.leaveTime, Action::Global, true, candidate.ordinal});
        if (!oneStrandEach)
          exchange(actions, candidate,
                   numbering.instance(
                       {{KeyKind::Collective, candidate.ordinal, 0, 0, 0, 0}, Flow::Global}));
        continue;
      }
      exchange(actions, candidate, candidate.instance);
    }
}

} // namespace fencepost::analyzer::races
