//===- Communicators.cpp - who is in a communicator -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Communicators.h"

#include <algorithm>
#include <numeric>

namespace fencepost::archive {

namespace {

Ranks knownMembers(const Comm &comm) {
  Ranks ranks(comm.size, kNoId);
  if (comm.key == kWorldKey) {
    std::iota(ranks.begin(), ranks.end(), 0u);
    return ranks;
  }
  for (CommMember member : comm.members)
    if (member.localRank < ranks.size() && ranks[member.localRank] == kNoId)
      ranks[member.localRank] = member.worldRank;
  if (!ranks.empty() && ranks[0] == kNoId)
    ranks[0] = comm.key.rank;
  return ranks;
}

void fillFromParent(Ranks &ranks, const Ranks &parent) {
  if (ranks.size() != parent.size())
    return;
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (ranks[i] != kNoId && ranks[i] != parent[i])
      return;
  ranks = parent;
}

void fillFromCandidates(Ranks &ranks, const Ranks &parent, const std::vector<bool> &recorded) {
  if (std::ranges::find(ranks, kNoId) == ranks.end())
    return;
  auto worldSize = static_cast<uint32_t>(recorded.size());
  std::vector<bool> used(worldSize);
  std::vector<bool> inParent(worldSize);
  for (uint32_t rank : ranks)
    if (rank < worldSize)
      used[rank] = true;
  for (uint32_t rank : parent)
    if (rank < worldSize)
      inParent[rank] = true;
  Ranks candidates;
  for (bool ofParent : {true, false})
    for (bool left : {false, true})
      for (uint32_t rank = 0; rank < worldSize; ++rank)
        if (!used[rank] && inParent[rank] == ofParent && recorded[rank] == left)
          candidates.push_back(rank);
  auto unknown = static_cast<std::size_t>(std::ranges::count(ranks, kNoId));
  candidates.resize(std::min(candidates.size(), unknown));
  std::ranges::sort(candidates);
  auto next = candidates.begin();
  for (uint32_t &rank : ranks)
    if (rank == kNoId && next != candidates.end())
      rank = *next++;
}

} // namespace

std::vector<Ranks> assembleCommunicators(const DefinitionSet &set,
                                         const std::vector<bool> &recorded) {
  std::vector<Ranks> members;
  members.reserve(set.comms.size());
  for (const Comm &comm : set.comms) {
    Ranks ranks = comm.key == kSelfKey ? Ranks() : knownMembers(comm);
    const Ranks parent = comm.parent < members.size() ? members[comm.parent] : Ranks();
    fillFromParent(ranks, parent);
    fillFromCandidates(ranks, parent, recorded);
    members.push_back(std::move(ranks));
  }
  return members;
}

} // namespace fencepost::archive
