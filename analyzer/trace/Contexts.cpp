//===- Contexts.cpp - one numbering of contexts for all processes --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Contexts.h"

#include "analyzer/match/Exchange.h"
#include "analyzer/trace/ReadEvents.h"

#include <algorithm>
#include <map>

namespace fencepost::analyzer {

namespace {

struct Made {
  uint32_t parent; // an id below the first made one, kNone, or that first + index in the same list
  uint32_t region;
};

/// The union of all processes' made contexts as a tree; a node's children are ordered by region, so
/// that the numbering does not depend on who made what.
class Forest {
public:
  /// Node of each entry of the list; nodes are named by (parent's node or given parent, region).
  void add(const std::vector<Made> &list, uint32_t first, std::vector<std::size_t> &nodes) {
    for (const Made &made : list) {
      bool below = made.parent != kNone && made.parent >= first;
      std::pair<bool, std::size_t> parent{below, below ? nodes[made.parent - first] : made.parent};
      nodes.push_back(children[parent].try_emplace(made.region, count).first->second);
      count += nodes.back() == count;
    }
  }

  /// Makes the contexts in `definitions`; returns the id of each node.
  std::vector<uint32_t> number(Definitions &definitions) const {
    std::vector<uint32_t> ids(count, kNone);
    for (const auto &[parent, regions] : children)
      if (!parent.first)
        numberBelow(definitions, regions, static_cast<uint32_t>(parent.second), ids);
    return ids;
  }

private:
  using Regions = std::map<uint32_t, std::size_t>;

  void numberBelow(Definitions &definitions, const Regions &regions, uint32_t parent,
                   std::vector<uint32_t> &ids) const {
    for (auto [region, node] : regions) {
      ids[node] = definitions.childContext(parent, region);
      if (auto below = children.find({true, node}); below != children.end())
        numberBelow(definitions, below->second, ids[node], ids);
    }
  }

  std::map<std::pair<bool, std::size_t>, Regions> children;
  std::size_t count = 0;
};

} // namespace

void unifyContexts(Definitions &definitions, const std::vector<LocationReader *> &locations,
                   MPI_Comm comm) {
  // A process without locations has made none; the ids below are the same everywhere.
  uint32_t first =
      definitions.firstMade == kNone ? definitions.contexts.end() : definitions.firstMade;
  std::vector<Made> mine;
  for (uint32_t id = first; id < definitions.contexts.end(); ++id)
    mine.push_back({definitions.contexts[id].parent, definitions.contexts[id].region});
  std::vector<std::vector<Made>> all = allGather(comm, mine);
  if (std::all_of(all.begin(), all.end(), [](const auto &list) { return list.empty(); }))
    return;

  int process;
  MPI_Comm_rank(comm, &process);
  Forest forest;
  std::vector<std::size_t> myNodes;
  for (std::size_t from = 0; from < all.size(); ++from) {
    std::vector<std::size_t> nodes;
    forest.add(all[from], first, nodes);
    if (from == static_cast<std::size_t>(process))
      myNodes = std::move(nodes);
  }
  definitions.forgetMade(first);
  std::vector<uint32_t> ids = forest.number(definitions);
  std::vector<uint32_t> renumbered;
  for (std::size_t node : myNodes)
    renumbered.push_back(ids[node]);
  definitions.firstMade = kNone;
  for (LocationReader *location : locations)
    location->renumber([&](uint32_t &context) {
      if (context != kNone && context >= first)
        context = renumbered[context - first];
    });
}

} // namespace fencepost::analyzer
