//===- Paths.cpp - call paths as the results have them -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Paths.h"

namespace fencepost::analyzer {

namespace {

struct Node {
  std::map<std::pair<std::string, int64_t>, Node> children; // by frame and site
  std::vector<uint32_t> contexts;                           // that end here
};

} // namespace

std::vector<std::string> framesOf(const Definitions &definitions, uint32_t context) {
  std::vector<std::string> frames;
  for (uint32_t id : definitions.path(context)) {
    const Context &frame = definitions.contexts[id];
    const Region &region = definitions.regions[frame.region];
    bool callerSays = region.mpi && definitions.contexts.find(frame.parent) &&
                      definitions.contexts[frame.parent].line;
    if (!callerSays)
      frames.push_back(frame.line ? region.name + ":" + std::to_string(frame.line) : region.name);
  }
  return frames;
}

Paths::Paths(const Definitions &definitions, const std::set<uint32_t> &contexts, Report &report) {
  std::map<Site, int64_t> rows;
  for (uint32_t context : contexts)
    if (definitions.contexts.find(context))
      rows[definitions.site(context)];
  for (auto &[site, row] : rows) {
    row = static_cast<int64_t>(report.sites.size());
    report.sites.push_back(site);
  }
  Node root;
  for (uint32_t context : contexts) {
    if (!definitions.contexts.find(context))
      continue;
    sites[context] = rows[definitions.site(context)];
    std::vector<std::string> frames = framesOf(definitions, context);
    Node *node = &root;
    for (std::size_t i = 0; i < frames.size(); ++i)
      node = &node->children[{frames[i], i + 1 == frames.size() ? sites[context] : kNoRow}];
    node->contexts.push_back(context);
  }
  // Depth first without recursion: call paths may be deep.
  std::vector<std::pair<const Node *, int64_t>> open{{&root, kNoRow}};
  while (!open.empty()) {
    auto [node, row] = open.back();
    open.pop_back();
    for (uint32_t context : node->contexts)
      paths[context] = row;
    for (const auto &[name, child] : node->children) {
      report.paths.push_back({row, name.second, name.first});
      open.emplace_back(&child, static_cast<int64_t>(report.paths.size()) - 1);
    }
  }
}

} // namespace fencepost::analyzer
