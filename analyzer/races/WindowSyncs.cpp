//===- WindowSyncs.cpp - what ranks see of each other's loads and stores --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/WindowSyncs.h"

#include "analyzer/races/WindowParts.h"

#include <algorithm>

namespace fencepost::analyzer::races {

WindowSyncs::WindowSyncs(const Trace &trace, const RankPlan &plan, Clocks &clocks)
    : trace_(trace), plan_(plan), clocks_(clocks), memory_(SharedMemory::shared(trace, plan.rank)),
      separate_(SharedMemory::separate(trace, plan.rank)) {}

uint32_t WindowSyncs::windowOf(const Strided &bytes, uint64_t time) const {
  uint32_t shared = memory_.windowOf(bytes, time);
  return shared == kNone ? separate_.windowOf(bytes, time) : shared;
}

/// Windows of whose synchronization the memory of the shared window has its share: those over it,
/// and those to which any memory may be attached.
std::set<uint32_t> WindowSyncs::windowsOver(uint32_t window) const {
  std::set<uint32_t> windows{window, kNone};
  auto overlaps = [&](const WindowPart &part) {
    auto isOver = [&](const SharedPart &shared) {
      return shared.window == window && part.base < shared.end &&
             part.base + part.size > shared.begin;
    };
    return std::ranges::any_of(memory_.parts(), isOver) ||
           std::ranges::any_of(separate_.parts(), isOver);
  };
  for (const LocationTrace &location : trace_.locations)
    if (location.rank == plan_.rank)
      for (const WindowPart &part : location.windows)
        if (part.flavor == kDynamic || overlaps(part))
          windows.insert(part.window);
  return windows;
}

const WindowSyncs::ByStrand &WindowSyncs::syncsOf(uint32_t window) {
  auto [found, isNew] = syncs_.try_emplace(window);
  if (isNew) {
    std::set<uint32_t> windows = windowsOver(window);
    for (const WindowSync &sync : plan_.windowSyncs)
      if (windows.contains(sync.window))
        found->second[sync.strand].push_back(&sync);
  }
  return found->second;
}

/// Who passed all these. A strand's clock does not tell of itself.
uint32_t WindowSyncs::clockAfter(const std::vector<const WindowSync *> &syncs, uint32_t strand) {
  if (syncs.size() == 1 && syncs.front()->strand == strand)
    return clocks_.probes[syncs.front()->left].clock;
  auto [found, isNew] = clocksAfter_.try_emplace(syncs, 0);
  if (!isNew)
    return found->second;
  Clock clock;
  for (const WindowSync *sync : syncs) {
    clock.join(clockAt(sync->left));
    clock.add(plan_.programs[sync->strand].stamp(sync->leave));
  }
  found->second = static_cast<uint32_t>(clocks_.clocks.size());
  clocks_.clocks.push_back(std::move(clock));
  return found->second;
}

Visibility WindowSyncs::visibility(uint32_t window, const LocalUse &use) {
  Visibility visibility;
  visibility.window = window;
  visibility.separate =
      std::ranges::find(separate_.parts(), window, &SharedPart::window) != separate_.parts().end();
  visibility.refreshed.strand = plan_.programs[use.source.strand].strand;
  const Source &source = use.source;
  Stamp end = plan_.stamp(use.end);
  std::vector<const WindowSync *> before;
  for (const auto &[strand, syncs] : syncsOf(window)) {
    const Program &program = plan_.programs[strand];
    auto isBefore = [&](const WindowSync *sync) {
      return strand == source.strand ? sync->leave <= use.begin
                                     : clockAt(source.probe).knows(program.stamp(sync->leave));
    };
    auto isNotAfter = [&](const WindowSync *sync) {
      return strand == use.end.strand ? sync->enter < use.end.position
                                      : !clockAt(sync->entered).knows(end);
    };
    auto next = std::partition_point(syncs.begin(), syncs.end(), isBefore);
    if (next != syncs.begin()) {
      before.push_back(*std::prev(next));
      if (strand == source.strand)
        visibility.refreshed.position = (*std::prev(next))->leave;
    }
    next = std::partition_point(syncs.begin(), syncs.end(), isNotAfter);
    if (next != syncs.end())
      visibility.published.push_back(program.stamp((*next)->enter));
  }
  visibility.refreshed.clock = clockAfter(before, source.strand);
  return visibility;
}

} // namespace fencepost::analyzer::races
