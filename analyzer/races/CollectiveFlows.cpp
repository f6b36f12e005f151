//===- CollectiveFlows.cpp - who learns from whom in a collective ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/CollectiveFlows.h"

namespace fencepost::analyzer::races {

namespace {

Flows together(const Key &key) {
  InstanceKey all{key, Flow::Together};
  return {{all}, {all}};
}

/// From one group of an inter-communicator to the other.
InstanceKey fromGroup(Key key, bool other) {
  key.origin = other;
  return {key, Flow::OneWay};
}

Flows rooted(const Communicator &comm, const Event &event, const Key &key, uint32_t rank) {
  bool toAll = event.kind == EventKind::OneToAll;
  bool isRoot = event.peer == kNone || event.peer == kRootIsSelf ||
                (!comm.isInter() && comm.worldRank(event.peer, rank) == rank);
  if (event.peer == kRootIsInThisGroup || (!isRoot && event.bytes == 0))
    return {};
  if (comm.isInter()) {
    bool gives = isRoot == toAll;
    InstanceKey flow = fromGroup(key, comm.isOther(rank) == gives);
    return gives ? Flows{{flow}, {}} : Flows{{}, {flow}};
  }
  InstanceKey flow{key, Flow::Together};
  Flows flows;
  if (isRoot || !toAll)
    flows.gives.push_back(flow);
  if (isRoot || toAll)
    flows.takes.push_back(flow);
  return flows;
}

/// Each rank has what all lower ones gave: a chain of links (Flow::Scan), numbered by rank.
Flows scan(const Communicator &comm, const Event &event, Key key, uint32_t rank) {
  uint32_t link = comm.localRank(rank);
  if (event.bytes == 0 || link == kNone)
    return {};
  key.origin = key.sequence;
  key.sequence = link;
  Flows flows{{{key, Flow::Scan}}, {}};
  if (link > 0) {
    --key.sequence;
    flows.takes.push_back({key, Flow::Scan});
  }
  return flows;
}

Flows neighbours(const Definitions &definitions, const Event &event, Key key, uint32_t rank) {
  Flows flows;
  if (event.bytes == 0)
    return flows;
  auto edge = [&](uint32_t from, uint32_t to) {
    key.origin = from;
    key.target = to;
    return InstanceKey{key, Flow::OneWay};
  };
  for (uint32_t to : definitions.groups[event.group])
    flows.gives.push_back(edge(rank, to));
  for (uint32_t from : definitions.groups[event.type])
    flows.takes.push_back(edge(from, rank));
  return flows;
}

} // namespace

Flows collectiveFlows(const Definitions &definitions, const Event &event, const Key &key,
                      uint32_t rank) {
  const Communicator &comm = definitions.comms[event.comm];
  switch (event.kind) {
  case EventKind::OneToAll:
  case EventKind::AllToOne:
    return rooted(comm, event, key, rank);
  case EventKind::Scan:
    return scan(comm, event, key, rank);
  case EventKind::Neighbour:
    return neighbours(definitions, event, key, rank);
  case EventKind::AllToAll:
    // A group may leave when all of the other one have entered.
    if (comm.isInter())
      return {{fromGroup(key, comm.isOther(rank))}, {fromGroup(key, !comm.isOther(rank))}};
    return together(key);
  default:
    return together(key);
  }
}

} // namespace fencepost::analyzer::races
