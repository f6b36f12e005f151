//===- trial/Awaits.cpp - what processes wait for in windows --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 3, atomics used as synchronization. What ends a wait is not known:
// whoever waits has heard of all that the others ever do before they change
// something in a window for the last time.
//
//===----------------------------------------------------------------------===//

#include "trial/Order.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace fencepost::plugin::trial {

void merge(Clock &clock, const Clock &other) {
  for (std::size_t i = 0; i < clock.size(); ++i)
    clock[i] = std::max(clock[i], other[i]);
}

std::optional<TargetPlace> placeOf(const std::vector<Course> &courses, unsigned process,
                                   const CallEvent &operation) {
  if (!operation.window || !operation.displacement || !isSomething(operation))
    return std::nullopt;
  const Window &window = courses[process].windows[*operation.window];
  const auto &members = courses[process].comms[window.comm].members;
  if (*operation.target >= static_cast<int64_t>(members.size()))
    return std::nullopt;
  // The unit and the memory are the target's.
  const Course &there = courses[members[*operation.target]];
  auto same =
      llvm::find_if(there.windows, [&](const Window &each) { return each.name == window.name; });
  if (same == there.windows.end() || !same->unit)
    return std::nullopt;
  return TargetPlace{window.name, *operation.target,
                     same->offset + *operation.displacement * *same->unit};
}

/// How many calls the process had begun when it last changed something in a window, or may have.
static unsigned lastNoticeOf(const Course &course) {
  unsigned last = course.passedOver;
  std::set<std::pair<std::optional<unsigned>, std::optional<int64_t>>> exclusive;
  for (unsigned i = 0; i < course.calls.size(); ++i) {
    const CallEvent &event = course.calls[i];
    const bool isChange = isOperation(event.kind) && event.kind != EventKind::Get && !event.isNoOp;
    const std::pair place(event.window, event.target);
    if (event.kind == EventKind::Lock && event.isExclusive)
      exclusive.insert(place);
    // Nobody reads what changes in such an epoch before its end, by whatever means.
    const bool isEnd = event.kind == EventKind::Unlock && exclusive.erase(place) > 0;
    if (isChange || isEnd)
      last = std::max(last, i + 1);
  }
  const bool isAnyAttached =
      llvm::any_of(course.windows, [](const Window &window) { return window.memory == nullptr; });
  for (const AccessEvent &access : course.accesses)
    if (access.writes && (isAnyAttached || access.object->owner >= 0 ||
                          llvm::any_of(course.windows, [&](const Window &window) {
                            return window.memory == access.object;
                          })))
      last = std::max(last, access.position + 1);
  return last;
}

std::optional<Clock> Order::heardBy(unsigned process) const {
  std::optional<Clock> heard;
  for (unsigned other = 0; other < courses.size(); ++other) {
    const unsigned notice = other == process ? 0 : lastNoticeOf(courses[other]);
    if (notice == 0)
      continue;
    Clock clock = knowledge[other][notice - 1];
    clock[other] = notice;
    heard ? merge(*heard, clock) : void(heard = std::move(clock));
  }
  return heard;
}

bool Order::isObserved(unsigned process, unsigned position, unsigned other,
                       unsigned otherPosition) const {
  for (unsigned reader = 0; reader < courses.size(); ++reader)
    if (reader != process && heard[reader] && (*heard[reader])[process] > position)
      for (unsigned await : courses[reader].awaits)
        if (reader == other ? await <= otherPosition
                            : isBefore(reader, await, other, otherPosition))
          return true;
  return false;
}

} // namespace fencepost::plugin::trial
