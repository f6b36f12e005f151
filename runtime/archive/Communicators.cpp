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

CommGroups knownMembers(const Comm &comm) {
  CommGroups groups{Ranks(comm.sizes[0], kNoId), Ranks(comm.sizes[1], kNoId)};
  if (comm.key == kWorldKey) {
    std::iota(groups[0].begin(), groups[0].end(), 0u);
    return groups;
  }
  for (CommMember member : comm.members) {
    Ranks &ranks = groups[member.side & 1];
    if (member.localRank < ranks.size() && ranks[member.localRank] == kNoId)
      ranks[member.localRank] = member.worldRank;
  }
  if (!comm.key.isDuplicate() && !groups[0].empty() && groups[0][0] == kNoId)
    groups[0][0] = comm.key.rank;
  return groups;
}

void fillFromParent(Ranks &ranks, const Ranks &parent) {
  if (ranks.size() != parent.size())
    return;
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (ranks[i] != kNoId && ranks[i] != parent[i])
      return;
  ranks = parent;
}

bool isWhole(const CommGroups &groups) {
  return std::ranges::all_of(
      groups, [](const Ranks &ranks) { return std::ranges::find(ranks, kNoId) == ranks.end(); });
}

void fillFromCandidates(CommGroups &groups, const CommGroups &parent,
                        const std::vector<bool> &recorded) {
  if (isWhole(groups))
    return;
  auto worldSize = static_cast<uint32_t>(recorded.size());
  auto membersOf = [&](const CommGroups &of) {
    std::vector<bool> members(worldSize);
    for (const Ranks &ranks : of)
      for (uint32_t rank : ranks)
        if (rank < worldSize)
          members[rank] = true;
    return members;
  };
  std::vector<bool> used = membersOf(groups);
  std::vector<bool> inParent = membersOf(parent);
  Ranks candidates;
  for (bool ofParent : {true, false})
    for (bool left : {false, true})
      for (uint32_t rank = 0; rank < worldSize; ++rank)
        if (!used[rank] && inParent[rank] == ofParent && recorded[rank] == left)
          candidates.push_back(rank);
  std::size_t unknown = 0;
  for (const Ranks &ranks : groups)
    unknown += static_cast<std::size_t>(std::ranges::count(ranks, kNoId));
  candidates.resize(std::min(candidates.size(), unknown));
  std::ranges::sort(candidates);
  auto next = candidates.begin();
  for (Ranks &ranks : groups)
    for (uint32_t &rank : ranks)
      if (rank == kNoId && next != candidates.end())
        rank = *next++;
}

} // namespace

std::vector<CommGroups> assembleCommunicators(const DefinitionSet &set,
                                              const std::vector<bool> &recorded) {
  std::vector<CommGroups> members;
  members.reserve(set.comms.size());
  for (const Comm &comm : set.comms) {
    CommGroups groups = comm.key == kSelfKey ? CommGroups() : knownMembers(comm);
    const CommGroups parent = comm.parent < members.size() ? members[comm.parent] : CommGroups();
    for (std::size_t side = 0; side < groups.size(); ++side)
      fillFromParent(groups[side], parent[side]);
    fillFromCandidates(groups, parent, recorded);
    members.push_back(std::move(groups));
  }
  return members;
}

} // namespace fencepost::archive
