//===- trial/Awaits.cpp - what processes wait for in windows --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 3, atomics used as synchronization: which of the others' writes ends
// the wait is not known, so that whoever waits has heard of all of them.
//
//===----------------------------------------------------------------------===//

#include "trial/Order.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

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

std::optional<Clock> Order::heardBy(unsigned process, const AwaitEvent &await) const {
  const CallEvent &read = courses[process].calls[await.operation];
  const auto place = placeOf(courses, process, read);
  std::optional<Clock> heard;
  auto hear = [&](unsigned other, unsigned position) {
    Clock clock = knowledge[other][position];
    clock[other] = position + 1;
    if (heard)
      merge(*heard, clock);
    else
      heard = std::move(clock);
  };
  auto overlap = [&](int64_t begin, const ByteRange &one) {
    return llvm::any_of(read.pieces, [&](const ByteRange &piece) {
      return ByteRange{begin + one.begin, begin + one.end}.overlaps(
          {place->begin + piece.begin, place->begin + piece.end});
    });
  };
  for (unsigned other = 0; other < courses.size(); ++other) {
    if (other == process)
      continue;
    const Course &course = courses[other];
    for (unsigned i = 0; i < course.calls.size(); ++i) {
      const CallEvent &event = course.calls[i];
      if (!isOperation(event.kind) || event.kind == EventKind::Get || event.isNoOp)
        continue;
      const auto there = placeOf(courses, other, event);
      if (!place || !there ||
          (there->window == place->window && there->target == place->target &&
           llvm::any_of(event.pieces,
                        [&](const ByteRange &piece) { return overlap(there->begin, piece); })))
        hear(other, i);
    }
    for (const AccessEvent &access : course.accesses)
      if (access.writes)
        for (unsigned i = 0; i < course.windows.size(); ++i) {
          const Window &window = course.windows[i];
          const bool isPeers = access.object->owner >= 0 && access.object->window == i;
          const int64_t owner = isPeers ? access.object->owner : course.comms[window.comm].rank;
          if ((isPeers || window.memory == access.object) &&
              (!place || (place->window == window.name && place->target == owner &&
                          overlap(0, access.bytes))))
            hear(other, access.position);
        }
  }
  return heard;
}

} // namespace fencepost::plugin::trial
