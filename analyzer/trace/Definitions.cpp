//===- Definitions.cpp - what the ids in a trace stand for ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Definitions.h"

#include <algorithm>

namespace fencepost::analyzer {

bool Communicator::isOther(uint32_t world) const {
  return std::find(others.begin(), others.end(), world) != others.end();
}

uint32_t Communicator::worldRank(uint32_t rank, uint32_t world) const {
  if (self)
    return rank == 0 ? world : kNone;
  const std::vector<uint32_t> &group = isInter() && !isOther(world) ? others : ranks;
  return rank < group.size() ? group[rank] : kNone;
}

uint32_t Communicator::localRank(uint32_t world) const {
  if (self)
    return 0;
  // MPI_COMM_WORLD and its like.
  if (world < ranks.size() && ranks[world] == world)
    return world;
  for (const std::vector<uint32_t> *group : {&ranks, &others})
    if (auto found = std::find(group->begin(), group->end(), world); found != group->end())
      return static_cast<uint32_t>(found - group->begin());
  return kNone;
}

std::vector<uint32_t> Definitions::path(uint32_t context) const {
  constexpr std::size_t kDeepest = 10000;
  std::vector<uint32_t> frames;
  while (contexts.find(context) && frames.size() < kDeepest) {
    frames.push_back(context);
    context = contexts[context].parent;
  }
  std::reverse(frames.begin(), frames.end());
  return frames;
}

std::string_view Definitions::hint(uint32_t info, std::string_view key) const {
  std::string_view rest = strings[info];
  while (!rest.empty()) {
    std::string_view entry = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
    if (entry.starts_with(key) && entry.substr(key.size()).starts_with('='))
      return entry.substr(key.size() + 1);
  }
  return {};
}

Site Definitions::site(uint32_t context) const {
  const Context &leaf = contexts[context];
  const Region &what = regions[leaf.region];
  Site site{.file = leaf.file,
            .directory = leaf.directory,
            .function = what.name,
            .call = leaf.call,
            .window = leaf.window,
            .expression = leaf.expression,
            .line = leaf.line,
            .column = leaf.column};
  if (!what.mpi)
    return site;
  // The last frame is the MPI function; the line of its call stands with its caller.
  const Context &caller = contexts[leaf.parent];
  site.call = what.name;
  site.function = regions[caller.region].name;
  if (!caller.file.empty() || caller.line) {
    site.file = caller.file;
    site.line = caller.line;
  }
  return site;
}

std::string Definitions::describe(uint32_t context) const {
  Site where = site(context);
  std::string text = where.call;
  if (where.line)
    text += (text.empty() ? "line " : " at line ") + std::to_string(where.line);
  if (text.empty())
    text = where.function;
  return text;
}

std::string Definitions::describeWindow(uint32_t context, uint32_t window) const {
  std::string name = site(context).window;
  if (name.empty())
    name = windows[window].name;
  // Recorders name a window that has no name after the call that made it: "MPI_Win_create:13".
  if (name.empty() || name.starts_with("MPI_Win_"))
    return name.empty() ? "the window" : "the window of " + name;
  return "window '" + name + "'";
}

uint32_t Definitions::childContext(uint32_t parent, uint32_t region) {
  auto [found, isNew] = children.try_emplace(uint64_t(parent) << 32 | region, contexts.end());
  if (isNew) {
    if (firstMade == kNone)
      firstMade = contexts.end();
    Context &made = contexts.define(contexts.end());
    made.region = region;
    made.parent = parent;
    made.file = regions[region].file;
    made.line = 0;
  }
  return found->second;
}

void Definitions::forgetMade(uint32_t first) {
  contexts.truncate(first);
  std::erase_if(children, [first](const auto &child) { return child.second >= first; });
  firstMade = kNone;
}

} // namespace fencepost::analyzer
