//===- Strands.cpp - what program order orders --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Strands.h"

#include "analyzer/trace/ThreadObjects.h"

#include <map>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

/// Clocks have an entry for each strand: where there are thousands of threads or tasks, what comes
/// later goes on with its location's strand, as if ordered after what that one did before.
constexpr uint32_t kMostStrands = 512;

/// The strands of one location.
class LocationStrands {
public:
  LocationStrands(uint32_t &count) : count_(count), thread_(make(count)), now_(thread_) {}

  uint32_t visit(const Event &event) {
    switch (event.step) {
    case ThreadStep::Begin:
      begin();
      break;
    case ThreadStep::TeamBegin:
      teams_.push_back(now_);
      break;
    case ThreadStep::TeamEnd:
      if (!teams_.empty()) {
        now_ = teams_.back();
        teams_.pop_back();
      }
      break;
    case ThreadStep::TaskSwitch:
      switchTo(event);
      break;
    default:
      break;
    }
    any_ = true;
    return now_;
  }

  uint32_t own() const { return thread_; }

private:
  uint32_t make(uint32_t otherwise) {
    return count_ < kMostStrands ? count_++ : std::min(otherwise, kMostStrands - 1);
  }
  void begin() {
    if (any_)
      thread_ = make(thread_);
    now_ = thread_;
    teams_.clear();
    tasks_.clear();
  }
  void switchTo(const Event &event) {
    if (static_cast<uint32_t>(event.displacement) == 0) { // the task of a thread in its team
      now_ = teams_.empty() ? thread_ : teams_.back();
      return;
    }
    auto [task, isNew] = tasks_.try_emplace({event.comm, event.displacement}, 0);
    if (isNew)
      task->second = make(thread_);
    now_ = task->second;
  }

  uint32_t &count_;
  uint32_t thread_, now_;
  bool any_ = false;
  std::vector<uint32_t> teams_; // in which strand each is met, innermost last
  std::map<std::pair<uint32_t, int64_t>, uint32_t> tasks_;
};

} // namespace

bool followed(const std::vector<LocationTrace> &all, const Timeline &timeline) {
  for (uint32_t location : timeline.locations)
    if (const LocationTrace &trace = all[location]; trace.thread != 0 && !trace.continued &&
                                                    !trace.events.empty() &&
                                                    !acquires(trace.events.front()))
      return false;
  return true;
}

uint32_t placeStrands(const std::vector<LocationTrace> &all, Timeline &timeline) {
  uint32_t count = 0;
  for (uint32_t thread = 0; thread < timeline.locations.size(); ++thread) {
    const std::vector<Event> &events = all[timeline.locations[thread]].events;
    std::vector<uint32_t> &strand = timeline.positions[thread].strand;
    if (timeline.merged) {
      strand.assign(events.size(), 0);
      timeline.own.push_back({0, 0});
      count = 1;
      continue;
    }
    LocationStrands strands(count);
    timeline.own.push_back({strands.own(), strands.own()});
    for (const Event &event : events)
      strand.push_back(strands.visit(event));
    timeline.own.back().last = strands.own();
  }
  return count;
}

} // namespace fencepost::analyzer::races
