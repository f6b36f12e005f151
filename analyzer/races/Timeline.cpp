//===- Timeline.cpp - one timeline for the threads of a rank --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Timeline.h"

#include "analyzer/races/Strands.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fencepost::analyzer::races {

namespace {

/// An enter or a leave.
struct Point {
  uint64_t time;
  uint32_t thread;
  uint32_t event;
  bool leave;
};

/// The points of one location, in program order: times never fall, so that merging keeps the order.
void appendPoints(const LocationTrace &location, uint32_t thread, std::vector<Point> &points) {
  uint64_t now = location.begin;
  for (uint32_t i = 0; i < location.events.size(); ++i) {
    const Event &event = location.events[i];
    if (isSegment(event))
      continue;
    now = std::max(now, event.enter);
    points.push_back({now, thread, i, false});
    now = std::max(now, event.leave);
    points.push_back({now, thread, i, true});
  }
}

void placeSegments(const LocationTrace &location, uint64_t end, Positions &positions) {
  uint64_t before = 0;
  for (uint32_t i = 0; i < location.events.size(); ++i)
    if (isSegment(location.events[i]))
      positions.enter[i] = before;
    else
      before = positions.leave[i];
  uint64_t after = end;
  for (auto i = static_cast<uint32_t>(location.events.size()); i-- > 0;)
    if (isSegment(location.events[i]))
      positions.leave[i] = after;
    else
      after = positions.enter[i];
}

void place(const std::vector<LocationTrace> &all, Timeline &timeline) {
  std::vector<Point> points;
  for (uint32_t thread = 0; thread < timeline.locations.size(); ++thread) {
    const LocationTrace &location = all[timeline.locations[thread]];
    timeline.positions.push_back({std::vector<uint64_t>(location.events.size()),
                                  std::vector<uint64_t>(location.events.size()),
                                  {}});
    appendPoints(location, thread, points);
  }
  if (timeline.locations.size() > 1)
    std::sort(points.begin(), points.end(), [](const Point &a, const Point &b) {
      return std::tie(a.time, a.thread, a.event, a.leave) <
             std::tie(b.time, b.thread, b.event, b.leave);
    });
  uint64_t position = 0;
  for (const Point &point : points) {
    Positions &positions = timeline.positions[point.thread];
    (point.leave ? positions.leave : positions.enter)[point.event] = ++position;
  }
  timeline.end = position + 1;
  for (uint32_t thread = 0; thread < timeline.locations.size(); ++thread)
    placeSegments(all[timeline.locations[thread]], timeline.end, timeline.positions[thread]);
}

} // namespace

bool isSegment(const Event &event) {
  return event.kind == EventKind::Local && event.rangeCount > 0 && !(event.flags & kReleased);
}

std::vector<Timeline::Step> Timeline::steps(const std::vector<LocationTrace> &all) const {
  struct Keyed {
    uint64_t order;
    Step step;
  };
  std::vector<Keyed> keyed;
  for (uint32_t thread = 0; thread < positions.size(); ++thread) {
    const auto &events = all[locations[thread]].events;
    for (uint32_t i = 0; i < events.size(); ++i) {
      const Positions &placed = positions[thread];
      // A segment comes just before the call that ends it.
      keyed.push_back(
          {isSegment(events[i]) ? 2 * placed.leave[i] - 1 : 2 * placed.enter[i], {thread, i}});
    }
  }
  std::sort(keyed.begin(), keyed.end(), [](const Keyed &a, const Keyed &b) {
    return std::tie(a.order, a.step.thread, a.step.event) <
           std::tie(b.order, b.step.thread, b.step.event);
  });
  std::vector<Step> steps;
  steps.reserve(keyed.size());
  for (const Keyed &k : keyed)
    steps.push_back(k.step);
  return steps;
}

std::vector<Timeline> makeTimelines(const std::vector<LocationTrace> &locations, bool merged,
                                    MPI_Comm comm) {
  std::map<uint32_t, Timeline> byRank;
  for (uint32_t i = 0; i < locations.size(); ++i)
    byRank[locations[i].rank].locations.push_back(i);
  std::vector<Timeline> timelines;
  uint32_t strands = 0;
  for (auto &[rank, timeline] : byRank) {
    timeline.rank = rank;
    place(locations, timeline);
    timeline.merged = merged || !followed(locations, timeline);
    uint32_t count = placeStrands(locations, timeline);
    for (uint32_t i = 0; i < count; ++i)
      timeline.strands.push_back(strands++);
    timelines.push_back(std::move(timeline));
  }
  uint32_t before = 0;
  MPI_Exscan(&strands, &before, 1, MPI_UINT32_T, MPI_SUM, comm);
  for (Timeline &timeline : timelines)
    for (uint32_t &name : timeline.strands)
      name += before;
  return timelines;
}

} // namespace fencepost::analyzer::races
