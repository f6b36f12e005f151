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
  uint32_t span = 0; // of the phase, in which it was attached (LocationTrace::spanOf)
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

/// The regions of the ranks of this process.
class Regions {
public:
  void look(const Trace &phase) {
    forEachRank(phase, [&](uint32_t first, uint32_t end) {
      const uint32_t rank = phase.locations[first].rank;
      forEachByTime(phase, first, end, [&](uint32_t location, uint32_t index) {
        visit(phase.locations[location], rank, index);
      });
    });
  }

  /// In this phase: those that were detached before it once for each place where that was.
  std::vector<Attached> all() const {
    std::vector<Attached> all = detached_;
    for (const auto &[where, region] : attached_)
      all.push_back(region);
    return all;
  }

  void endPhase() {
    for (auto &[where, region] : attached_)
      region.span = 0;
    for (Attached &region : detached_)
      region.span = 0;
    auto tie = [](const Attached &region) {
      return std::tie(region.window, region.rank, region.begin, region.end, region.detach.thread,
                      region.detach.context);
    };
    std::stable_sort(detached_.begin(), detached_.end(), [&](const Attached &a, const Attached &b) {
      return std::tuple(tie(a), a.detached) < std::tuple(tie(b), b.detached);
    });
    auto same = [&](const Attached &a, const Attached &b) { return tie(a) == tie(b); };
    detached_.erase(std::unique(detached_.begin(), detached_.end(), same), detached_.end());
  }

private:
  void visit(const LocationTrace &location, uint32_t rank, uint32_t index) {
    const Event &event = location.events[index];
    const auto base = static_cast<uint64_t>(event.displacement);
    if (event.kind == EventKind::WinAttach) {
      attached_[{rank, event.window, base}] = {
          event.window, rank, base, base + event.bytes, UINT64_MAX, {}, location.spanOf(index)};
    } else if (event.kind == EventKind::WinDetach) {
      auto found = attached_.find({rank, event.window, base});
      if (found == attached_.end())
        return;
      found->second.detached = event.enter;
      found->second.detach = callAt(location, event);
      detached_.push_back(found->second);
      attached_.erase(found);
    }
  }

  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, Attached> attached_; // rank, window, base
  std::vector<Attached> detached_;
};

using AttachedByRank =
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Attached>>; // by window and rank

/// Whether what was not detached before `time` covers [begin, end). By begin.
bool isCovered(const std::vector<Attached> &regions, uint64_t begin, uint64_t end, uint64_t time,
               uint32_t span) {
  for (const Attached &region : regions) {
    if (region.begin > begin)
      break;
    if (region.detached >= time && region.span <= span)
      begin = std::max(begin, region.end);
    if (begin >= end)
      return true;
  }
  return false;
}

class Search {
public:
  Search(const Analysis &analysis, const AttachedByRank &regions)
      : analysis_(analysis), definitions_(analysis.definitions()), regions_(regions) {}

  void check(const LocationTrace &location, uint32_t index) {
    const Event &event = location.events[index];
    uint32_t span = location.spanOf(index);
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
      if (!isCovered(regions, begin, end, event.enter, span))
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

  const Analysis &analysis_;
  const Definitions &definitions_;
  const AttachedByRank &regions_;
};

class Unattached : public Detector {
public:
  void look(const Analysis &phase) override {
    const Definitions &definitions = phase.definitions();
    // Where recording stopped, what was attached later is not known.
    if (!definitions.ours() || !definitions.property("FENCEPOST::LOST").empty())
      return;
    mine_.look(phase.trace);
    AttachedByRank regions;
    for (const auto &from : allGather(phase.comm, mine_.all()))
      for (const Attached &region : from)
        regions[{region.window, region.rank}].push_back(region);
    for (auto &[where, list] : regions)
      std::sort(list.begin(), list.end(), [](const Attached &a, const Attached &b) {
        return std::tie(a.begin, a.end, a.detached) < std::tie(b.begin, b.end, b.detached);
      });
    const std::set<uint32_t> windows = dynamicWindows(phase.trace);
    Search search(phase, regions);
    for (const LocationTrace &location : phase.trace.locations)
      for (uint32_t i = 0; i < location.events.size(); ++i)
        if (isOperation(location.events[i].kind) && windows.contains(location.events[i].window))
          search.check(location, i);
    mine_.endPhase();
  }

  void report(Analysis &) override {}

private:
  Regions mine_;
};

} // namespace

std::unique_ptr<Detector> makeUnattached() { return std::make_unique<Unattached>(); }

} // namespace fencepost::analyzer
