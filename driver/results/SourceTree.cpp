//===- SourceTree.cpp - sites and call paths of a results database --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "results/SourceTree.h"

#include "results/Database.h"

#include <algorithm>

namespace fencepost::driver {

SourceTree::SourceTree(const Database &database) {
  for (Query row(database, "SELECT id, file, directory, line, col, function, call, window, "
                           "expression, text FROM site");
       row.next();)
    sites[row.integer(0)] = {row.text(1), row.text(2), row.integer(3), row.integer(4), row.text(5),
                             row.text(6), row.text(7), row.text(8),    row.text(9)};
  for (Query row(database, "SELECT id, parent, site, frame FROM path"); row.next();)
    nodes[row.integer(0)] = {row.optionalInteger(1), row.optionalInteger(2), row.text(3)};
}

SourceSite SourceTree::site(std::optional<int64_t> id) const {
  auto found = id ? sites.find(*id) : sites.end();
  return found == sites.end() ? SourceSite() : found->second;
}

CallPath SourceTree::path(std::optional<int64_t> id) const {
  CallPath frames;
  // A path longer than there are nodes would be a cycle.
  while (id && frames.size() < nodes.size()) {
    auto found = nodes.find(*id);
    if (found == nodes.end())
      break;
    frames.push_back(found->second.frame);
    id = found->second.parent;
  }
  std::reverse(frames.begin(), frames.end());
  return frames;
}

SourceSite SourceTree::siteOfPath(std::optional<int64_t> id) const {
  auto found = id ? nodes.find(*id) : nodes.end();
  return found == nodes.end() ? SourceSite() : site(found->second.site);
}

} // namespace fencepost::driver
