//===- RankReader.cpp - the locations of a rank, and where it can be cut --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/RankReader.h"

#include "analyzer/trace/Threads.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

/// The order of the visits: a call completes only operations of other threads that have returned
/// before it begins.
uint64_t timeOf(const Event &event) { return isOperation(event.kind) ? event.leave : event.enter; }

} // namespace

RankReader::RankReader(const Definitions &definitions,
                       std::vector<std::unique_ptr<LocationReader>> locations)
    : definitions_(definitions), locations_(std::move(locations)),
      knowledge_(locations_.size(), definitions.property("FENCEPOST::ACCESS") != "off"),
      underway_(definitions, locations_.front()->location().rank,
                several() ? &knowledge_ : nullptr),
      visited_(locations_.size()),
      followed_(definitions.property("FENCEPOST::THREADS_NOT_FOLLOWED").empty()) {}

void RankReader::read(uint64_t records, std::size_t passed, std::vector<Event> &room) {
  for (const auto &location : locations_)
    if (location->recordsHeld() < records || decided_ <= passed)
      location->read(records, room);
  if (several()) {
    std::vector<LocationTrace *> threads;
    for (const auto &location : locations_)
      threads.push_back(&location->trace());
    tieThreads(threads);
  }
  visit();
}

bool RankReader::atEnd() const {
  return std::all_of(locations_.begin(), locations_.end(),
                     [](const auto &location) { return location->atEnd(); });
}

/// Sets how many events of each thread can be visited, and returns the time before which no others
/// can be: those of a thread that was not read further may come there.
uint64_t RankReader::measure() {
  uint64_t until = UINT64_MAX;
  for (std::size_t thread = 0; thread < locations_.size(); ++thread) {
    LocationReader &location = *locations_[thread];
    const std::vector<Event> &events = location.trace().events;
    Visited &visited = visited_[thread];
    if (!location.atEnd()) {
      const LocationReader::Mark last =
          location.marks().empty() ? location.first() : location.marks().back();
      visited.readable = last.place.events;
      until = std::min(until, last.place.time);
      continue;
    }
    // No further than to a call that was never left.
    auto open = std::find_if(events.begin() + static_cast<std::ptrdiff_t>(visited.events),
                             events.end(), [](const Event &event) { return event.leave == 0; });
    visited.readable = static_cast<std::size_t>(open - events.begin());
    if (open != events.end())
      until = std::min(until, open->enter);
  }
  return several() ? until : UINT64_MAX;
}

void RankReader::visit() {
  windows_.clear();
  for (const auto &location : locations_)
    windows_.insert(windows_.end(), location->trace().windows.begin(),
                    location->trace().windows.end());
  uint64_t until = measure();
  for (;;) {
    uint32_t next = kNone;
    std::pair<uint64_t, bool> first{until, false};
    for (uint32_t thread = 0; thread < locations_.size(); ++thread) {
      if (visited_[thread].events >= visited_[thread].readable)
        continue;
      const Event &event = locations_[thread]->trace().events[visited_[thread].events];
      std::pair<uint64_t, bool> order{timeOf(event), isOperation(event.kind)};
      if (order < first) {
        next = thread;
        first = order;
      }
    }
    if (next == kNone)
      break;
    visitNext(next);
  }
  for (uint32_t thread = 0; thread < locations_.size(); ++thread) {
    Visited &visited = visited_[thread];
    if (locations_[thread]->atEnd() && visited.events == locations_[thread]->trace().events.size())
      visited.decided = UINT64_MAX;
    // The last mark may be that of a later synchronization.
    if (visited.marks > 1) {
      auto &marks = locations_[thread]->marks();
      marks.erase(marks.begin(), marks.begin() + static_cast<std::ptrdiff_t>(visited.marks) - 1);
      if (locations_[thread]->atEnd()) // it may wait for its turn long
        marks.shrink_to_fit();
      visited.marks = 1;
    }
  }
  decide();
}

void RankReader::visitNext(uint32_t thread) {
  LocationReader &location = *locations_[thread];
  Visited &visited = visited_[thread];
  const Event &event = location.trace().events[visited.events++];
  const std::vector<LocationReader::Mark> &marks = location.marks();
  while (visited.marks < marks.size() && marks[visited.marks].place.events <= visited.events)
    ++visited.marks;
  ThreadPoint point{thread, ++position_};
  if (several()) {
    followed_ &= visited.any || location.location().thread == 0 || !knowledge_.isRecorded() ||
                 acquires(event);
    visited.any = true;
    if (event.step == ThreadStep::None)
      judge(thread, event);
    knowledge_.visit(event, point);
  }
  underway_.visit(event, point);
  if (visited.marks > 0 && marks[visited.marks - 1].place.events == visited.events)
    pass(event, point);
}

/// An event after synchronizations that other threads made: does it come after them?
void RankReader::judge(uint32_t thread, const Event &event) {
  for (auto passed = passed_.rbegin();
       passed != passed_.rend() && passed->point.position > knowledge_.last(thread); ++passed) {
    const ThreadPoint &point = passed->point;
    // It knows the synchronization's end only from what its thread did afterwards.
    passed->quiet &=
        followed_ &&
        (point.thread == thread ||
         (knowledge_.isRecorded() ? knowledge_.knows(thread, {point.thread, point.position + 1})
                                  : event.enter >= passed->leave));
  }
  visited_[thread].decided = position_;
}

void RankReader::pass(const Event &event, ThreadPoint point) {
  if (!Underway::isOfAll(definitions_, event, windows_))
    return;
  Passed passed{.point = point,
                .leave = event.leave,
                .balance = underway_.balance(),
                .quiet = underway_.none() && !Underway::leavesUnseen(event, windows_)};
  if (several())
    passed.quiet &= followed_ && knowledge_.knowsAll(event, point.thread);
  for (std::size_t thread = 0; thread < locations_.size(); ++thread) {
    const Visited &visited = visited_[thread];
    const auto &mark =
        marks_.emplace_back(visited.marks == 0 ? locations_[thread]->first()
                                               : locations_[thread]->marks()[visited.marks - 1]);
    passed.quiet &= mark.place.events == visited.events;
  }
  passed_.push_back(passed);
}

void RankReader::decide() {
  auto isDecided = [&](const Passed &passed) {
    for (uint32_t thread = 0; thread < locations_.size(); ++thread)
      if (thread != passed.point.thread && visited_[thread].decided < passed.point.position)
        return false;
    return true;
  };
  uint64_t quiet = 0;
  for (; decided_ < passed_.size() && isDecided(passed_[decided_]); ++decided_)
    if (passed_[decided_].quiet)
      quiet = passed_[decided_].point.position;
  knowledge_.forgetBefore(quiet);
}

void RankReader::cutAt(std::size_t passed, std::span<LocationTrace> phase) {
  const std::span<const LocationReader::Mark> there = this->at(passed);
  const std::vector<LocationReader::Mark> at(there.begin(), there.end());
  passed_.erase(passed_.begin(), passed_.begin() + static_cast<std::ptrdiff_t>(passed) + 1);
  marks_.erase(marks_.begin(),
               marks_.begin() + static_cast<std::ptrdiff_t>((passed + 1) * locations_.size()));
  decided_ -= passed + 1;
  for (std::size_t thread = 0; thread < locations_.size(); ++thread) {
    locations_[thread]->cutAt(at[thread], phase[thread]);
    Visited &visited = visited_[thread];
    visited.events -= at[thread].place.events;
    const auto &marks = locations_[thread]->marks();
    visited.marks = static_cast<std::size_t>(
        std::count_if(marks.begin(), marks.end(), [&](const LocationReader::Mark &mark) {
          return mark.place.events <= visited.events;
        }));
    for (std::size_t later = thread; later < marks_.size(); later += locations_.size())
      marks_[later].place.countFrom(at[thread].place);
  }
}

void RankReader::finish(std::span<LocationTrace> phase) {
  for (std::size_t thread = 0; thread < locations_.size(); ++thread)
    locations_[thread]->finish(phase[thread]);
  passed_.clear();
  marks_.clear();
  decided_ = 0;
}

} // namespace fencepost::analyzer
