//===- Communicators.cpp - who is in a communicator -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Communicators.h"

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

} // namespace

std::vector<Ranks> assembleCommunicators(const DefinitionSet &set) {
  std::vector<Ranks> members;
  members.reserve(set.comms.size());
  for (const Comm &comm : set.comms) {
    members.push_back(comm.key == kSelfKey ? Ranks() : knownMembers(comm));
    if (comm.parent < members.size())
      fillFromParent(members.back(), members[comm.parent]);
  }
  return members;
}

} // namespace fencepost::archive
