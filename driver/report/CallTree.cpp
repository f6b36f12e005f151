//===- CallTree.cpp - call paths as a tree of calls -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/CallTree.h"

#include <cstdlib>

namespace fencepost::driver {
namespace {

constexpr const char *kNoPath = "outside of recorded calls";

/// "solver::step:33" is line 33 of solver::step.
std::pair<std::string, int64_t> split(const std::string &frame) {
  std::size_t colon = frame.rfind(':');
  if (colon == std::string::npos || colon + 1 == frame.size() ||
      frame.find_first_not_of("0123456789", colon + 1) != std::string::npos)
    return {frame, 0};
  return {frame.substr(0, colon), std::strtoll(frame.c_str() + colon + 1, nullptr, 10)};
}

} // namespace

std::size_t CallTree::function(const std::string &name) {
  auto [at, isNew] = byName.try_emplace(name, functions.size());
  if (isNew)
    functions.push_back({name, ""});
  return at->second;
}

std::size_t CallTree::child(std::size_t parent, std::size_t function, int64_t line) {
  auto [at, isNew] = children.try_emplace({parent, function, line}, nodes.size());
  if (isNew)
    nodes.push_back({function, parent, line});
  return at->second;
}

CallTree::CallTree(std::span<const ValuedPath> paths) {
  for (const ValuedPath &valued : paths) {
    std::size_t node = kRoot;
    int64_t line = 0;
    for (const std::string &frame : valued.path) {
      auto [name, calls] = split(frame);
      node = child(node, function(name), line);
      line = calls;
    }
    const SourceSite &site = valued.site;
    if (node == kRoot)
      node = child(kRoot, function(kNoPath), 0);
    else if (functions[nodes[node].function].name == site.function)
      functions[nodes[node].function].file = site.file;
    if (!site.call.empty() && functions[nodes[node].function].name != site.call)
      node = child(node, function(site.call), line);
    nodeOfPath.push_back(node);
  }
}

} // namespace fencepost::driver
