//===- Contexts.cpp - one numbering of contexts for all processes --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Contexts.h"

#include "analyzer/match/Exchange.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

struct Made {
  uint32_t parent; // an id below firstMade, kNone, or firstMade + index in the same list
  uint32_t region;
};

} // namespace

void unifyContexts(Trace &trace, MPI_Comm comm) {
  Definitions &definitions = trace.definitions;
  uint32_t first = definitions.firstMade == kNone ? definitions.contexts.end()
                                                  : definitions.firstMade;
  std::vector<Made> mine;
  for (uint32_t id = first; id < definitions.contexts.end(); ++id)
    mine.push_back({definitions.contexts[id].parent, definitions.contexts[id].region});

  std::vector<std::vector<Made>> all = allGather(comm, mine);
  if (std::all_of(all.begin(), all.end(), [](const auto &list) { return list.empty(); }))
    return;
  int process;
  MPI_Comm_rank(comm, &process);
  Definitions unified = definitions;
  unified.forgetMade(first);
  std::vector<uint32_t> renumbered(mine.size());
  int from = 0;
  for (const std::vector<Made> &list : all) {
    std::vector<uint32_t> ids;
    for (const Made &made : list) {
      bool parentMade = made.parent != kNone && made.parent >= first;
      ids.push_back(
          unified.childContext(parentMade ? ids[made.parent - first] : made.parent, made.region));
    }
    if (from++ == process)
      renumbered = ids;
  }
  definitions = std::move(unified);
  auto renumber = [&](uint32_t &context) {
    if (context != kNone && context >= first)
      context = renumbered[context - first];
  };
  for (LocationTrace &location : trace.locations) {
    for (Event &event : location.events)
      renumber(event.context);
    for (ContextTime &time : location.times)
      renumber(time.context);
    std::sort(location.times.begin(), location.times.end(),
              [](const ContextTime &a, const ContextTime &b) { return a.context < b.context; });
  }
}

} // namespace fencepost::analyzer
