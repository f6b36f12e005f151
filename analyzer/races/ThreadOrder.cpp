//===- ThreadOrder.cpp - what orders the threads of a rank --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/ThreadOrder.h"

#include "analyzer/trace/ThreadObjects.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

struct Step {
  uint64_t time;
  bool acquires; // of equal times releases come first
  uint32_t thread, event;
};

struct Chain {
  uint32_t number;
  uint32_t link = 0;
  bool acquired = false; // this link was
};

std::vector<Step> stepsOf(const std::vector<LocationTrace> &all, const Timeline &timeline) {
  std::vector<Step> steps;
  for (uint32_t thread = 0; thread < timeline.locations.size(); ++thread) {
    const auto &events = all[timeline.locations[thread]].events;
    for (uint32_t i = 0; i < events.size(); ++i)
      if (events[i].step != ThreadStep::None && events[i].request)
        steps.push_back({events[i].enter, objectsOf(events[i]).released.empty(), thread, i});
  }
  std::sort(steps.begin(), steps.end(), [](const Step &a, const Step &b) {
    return std::tie(a.time, a.acquires, a.thread, a.event) <
           std::tie(b.time, b.acquires, b.thread, b.event);
  });
  return steps;
}

} // namespace

ThreadOrder::ThreadOrder(const std::vector<LocationTrace> &all, const Timeline &timeline)
    : rank_(timeline.rank), flows_(timeline.locations.size()) {
  if (timeline.strands.size() < 2)
    return;
  std::map<ThreadObject, Chain> chains;
  std::vector<Step> steps = stepsOf(all, timeline);
  auto isFenceAcquire = [&](const Step &step) {
    return all[timeline.locations[step.thread]].events[step.event].step == ThreadStep::FenceAcquire;
  };
  bool fences = std::any_of(steps.begin(), steps.end(), isFenceAcquire);
  for (const Step &step : steps) {
    ThreadObjects objects = objectsOf(all[timeline.locations[step.thread]].events[step.event]);
    std::vector<ThreadFlow> &flows = flows_[step.thread];
    for (const ThreadObject &object : objects.released) {
      if (object == kAtomics && !fences)
        continue;
      Chain &chain =
          chains.try_emplace(object, Chain{static_cast<uint32_t>(chains.size())}).first->second;
      if (chain.acquired)
        ++chain.link;
      chain.acquired = false;
      flows.push_back({step.event, chain.number, chain.link, true});
    }
    for (const ThreadObject &object : objects.acquired) {
      auto found = chains.find(object);
      if (found == chains.end())
        continue;
      found->second.acquired = true;
      flows.push_back({step.event, found->second.number, found->second.link, false});
    }
  }
  // Of one thread and time, releases came first.
  for (std::vector<ThreadFlow> &flows : flows_)
    std::stable_sort(flows.begin(), flows.end(),
                     [](const ThreadFlow &a, const ThreadFlow &b) { return a.event < b.event; });
}

std::span<const ThreadFlow> ThreadOrder::flows(uint32_t thread, uint32_t event) const {
  const std::vector<ThreadFlow> &flows = flows_[thread];
  auto first =
      std::lower_bound(flows.begin(), flows.end(), event,
                       [](const ThreadFlow &flow, uint32_t wanted) { return flow.event < wanted; });
  auto last = first;
  while (last != flows.end() && last->event == event)
    ++last;
  return {first, last};
}

} // namespace fencepost::analyzer::races
