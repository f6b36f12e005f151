//===- CallTree.h - call paths as a tree of calls ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results name in each frame the line of the call to the next one. Tools for
// profiles want the other view: functions, and where each was called from.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_REPORT_CALLTREE_H
#define FENCEPOST_DRIVER_REPORT_CALLTREE_H

#include "results/Severities.h"

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace fencepost::driver {

class CallTree {
public:
  static constexpr std::size_t kRoot = SIZE_MAX; // parent of the roots

  struct Function {
    std::string name;
    std::string file; // "" where unknown
  };
  struct Node {
    std::size_t function;
    std::size_t parent;
    int64_t line; // of the call, in the parent; 0 where unknown
  };

  explicit CallTree(std::span<const ValuedPath> paths);

  std::vector<Function> functions;
  std::vector<Node> nodes;             // parents before children
  std::vector<std::size_t> nodeOfPath; // of each path; several may have the same

private:
  std::size_t function(const std::string &name);
  std::size_t child(std::size_t parent, std::size_t function, int64_t line);

  std::map<std::string, std::size_t> byName;
  std::map<std::tuple<std::size_t, std::size_t, int64_t>, std::size_t> children;
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_REPORT_CALLTREE_H
