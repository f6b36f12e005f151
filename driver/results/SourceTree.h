//===- SourceTree.h - sites and call paths of a results database ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_RESULTS_SOURCETREE_H
#define FENCEPOST_DRIVER_RESULTS_SOURCETREE_H

#include "results/Results.h"

#include <unordered_map>

namespace fencepost::driver {

class Database;

class SourceTree {
public:
  explicit SourceTree(const Database &database);

  /// Nothing known for an id that is not there.
  SourceSite site(std::optional<int64_t> id) const;
  CallPath path(std::optional<int64_t> id) const;
  /// The site of a path's last frame.
  SourceSite siteOfPath(std::optional<int64_t> id) const;

private:
  struct Node {
    std::optional<int64_t> parent;
    std::optional<int64_t> site;
    std::string frame;
  };
  std::unordered_map<int64_t, SourceSite> sites;
  std::unordered_map<int64_t, Node> nodes;
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_RESULTS_SOURCETREE_H
