//===- Unattached.cpp - operations on memory that is not attached ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An origin cannot know what its target attached to a dynamic window. What was
// never attached, or was detached before and never again, is surely not.
//
//===----------------------------------------------------------------------===//

#include "analyzer/errors/Call.h"
#include "analyzer/errors/Errors.h"
#include "analyzer/match/RankEvents.h"

#include <algorithm>
#include <map>

namespace fencepost::analyzer {

namespace {

constexpr uint32_t kDynamic = 3; // docs/trace-format.md, flavor

struct Attached {
  uint32_t window;
  uint32_t rank; // of the world
  uint64_t begin, end;
  uint64_t detached; // enter of the detach; UINT64_MAX: none
  CallAt detach;
};

/// The dynamic windows of this process's ranks.
std::set<uint32_t> dynamicWindows(const Trace &trace) {
  std::set<uint32_t> windows;
  for (const LocationTrace &location : trace.locations)
    for (const WindowPart &part : location.windows)
      if (part.flavor == kDynamic)
        windows.insert(part.window);
  return windows;
}

/// What this process's ranks attached.
std::vector<Attached> attachedRegions(const Trace &trace) {
  std::vector<Attached> regions;
  forEachRank(trace, [&](uint32_t first, uint32_t end) {
    std::map<std::pair<uint32_t, uint64_t>, std::size_t> attached; // window, base -> region
    forEachByTime(trace, first, end, [&](uint32_t location, uint32_t index) {
      const Event &event = trace.locations[location].events[index];
      const auto base = static_cast<uint64_t>(event.displacement);
      if (event.kind == EventKind::WinAttach) {
        attached[{event.window, base}] = regions.size();
        regions.push_back({event.window,
                           trace.locations[location].rank,
                           base,
                           base + event.bytes,
                           UINT64_MAX,
                           {}});
      } else if (event.kind == EventKind::WinDetach) {
        if (auto found = attached.find({event.window, base}); found != attached.end()) {
          regions[found->second].detached = event.enter;
          regions[found->second].detach = callAt(trace.locations[location], event);
          attached.erase(found);
        }
      }
    });
  });
  return regions;
}

using AttachedByRank =
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Attached>>; // by window and rank

/// Whether what was not detached before `time` covers [begin, end). By begin.
bool isCovered(const std::vector<Attached> &regions, uint64_t begin, uint64_t end, uint64_t time) {
  for (const Attached &region : regions) {
    if (region.begin > begin)
      break;
    if (region.detached >= time)
      begin = std::max(begin, region.end);
    if (begin >= end)
      return true;
  }
  return false;
}

class Search {
public:
  Search(Analysis &analysis, const AttachedByRank &regions)
      : analysis_(analysis), definitions_(analysis.definitions()), regions_(regions) {}

  void check(const LocationTrace &location, const Event &event) {
    uint32_t target = definitions_.worldRank(event.comm, event.peer, location.rank);
    static const std::vector<Attached> kNothing;
    auto found = regions_.find({event.window, target});
    const std::vector<Attached> &regions = found == regions_.end() ? kNothing : found->second;
    for (uint32_t i = event.firstRange; i < event.firstRange + event.rangeCount; ++i) {
      const Range &range = location.ranges[i];
      if (range.kind != RangeKind::Target)
        continue;
      uint64_t begin = static_cast<uint64_t>(event.displacement) + range.address;
      uint64_t end = begin + static_cast<uint64_t>(range.stride) * (range.count - 1) + range.bytes;
      if (!isCovered(regions, begin, end, event.enter))
        return tell(location, event, target, regions, begin, end);
    }
  }

private:
  void tell(const LocationTrace &location, const Event &event, uint32_t target,
            const std::vector<Attached> &regions, uint64_t begin, uint64_t end) {
    FoundInstance found{.id = FindingId::OutOfWindow};
    const std::string window = definitions_.describeWindow(event.context, event.window);
    const std::string rank = "rank " + std::to_string(target);
    PlaceOfFinding place = placeOf(definitions_, "access", callAt(location, event));
    place.target = target;
    found.places = {place};
    found.ranks = {location.rank};
    auto detached = std::find_if(regions.begin(), regions.end(), [&](const Attached &region) {
      return region.begin < end && begin < region.end && region.detached < event.enter;
    });
    std::string what = " accesses memory that " + rank + " has not attached to " + window;
    if (detached != regions.end()) {
      what = " accesses memory that " + rank + " has detached from " + window + " in " +
             definitions_.describe(detached->detach.context);
      found.places.push_back(placeOf(definitions_, "detach", detached->detach));
      found.ranks.insert(target);
    }
    found.message = definitions_.describe(event.context) + what;
    found.why = "operations on a dynamic window must stay in memory that is attached there";
    found.advice = "let " + rank +
                   " call MPI_Win_attach for the memory before, and take addresses from its "
                   "MPI_Get_address";
    analysis_.results.add(std::move(found));
  }

  Analysis &analysis_;
  const Definitions &definitions_;
  const AttachedByRank &regions_;
};

} // namespace

void findUnattached(Analysis &analysis) {
  const Definitions &definitions = analysis.definitions();
  // Where recording stopped, what was attached later is not known.
  if (!definitions.ours() || !definitions.property("FENCEPOST::LOST").empty())
    return;
  AttachedByRank regions;
  for (const auto &from : allGather(analysis.comm, attachedRegions(analysis.trace)))
    for (const Attached &region : from)
      regions[{region.window, region.rank}].push_back(region);
  for (auto &[where, list] : regions)
    std::sort(list.begin(), list.end(), [](const Attached &a, const Attached &b) {
      return std::tie(a.begin, a.end, a.detached) < std::tie(b.begin, b.end, b.detached);
    });
  const std::set<uint32_t> windows = dynamicWindows(analysis.trace);
  Search search(analysis, regions);
  for (const LocationTrace &location : analysis.trace.locations)
    for (const Event &event : location.events)
      if (isOperation(event.kind) && windows.contains(event.window))
        search.check(location, event);
}

} // namespace fencepost::analyzer
