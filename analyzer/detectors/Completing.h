//===- Completing.h - the calls in which requests were completed ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_COMPLETING_H
#define FENCEPOST_ANALYZER_DETECTORS_COMPLETING_H

#include "analyzer/Analysis.h"

#include <unordered_map>

namespace fencepost::analyzer {

/// Of the ranks of a phase, one after the other as the participations have them.
class Completing {
public:
  explicit Completing(const Analysis &phase) : phase(phase) {}

  /// A call, and where it is: the first event of it. Of no event: there was none.
  struct Call {
    const Event *event = nullptr;
    uint32_t location = kNone, first = kNone;
  };

  /// The call in which what an event began was complete: the event itself where that was at once;
  /// of no event where it never was.
  Call of(const Participation &at) {
    const Event &event = phase.event(at);
    if (!(event.flags & kNonBlocking))
      return {&event, at.location, at.event};
    uint32_t rank = phase.location(at).rank;
    if (rank != known)
      learn(rank);
    auto found = calls.find(event.request);
    return found == calls.end() ? Call() : found->second;
  }

private:
  void learn(uint32_t rank) {
    known = rank;
    calls.clear();
    const std::vector<LocationTrace> &locations = phase.trace.locations;
    for (uint32_t location = 0; location < locations.size(); ++location)
      if (locations[location].rank == rank)
        learn(location, locations[location].events);
  }

  void learn(uint32_t location, const std::vector<Event> &events) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < events.size(); ++i) {
      if (events[i].enter != events[first].enter || events[i].context != events[first].context)
        first = i;
      if (events[i].kind == EventKind::Completion && events[i].window == kNone)
        calls[events[i].request] = {&events[i], location, first};
    }
  }

  const Analysis &phase;
  uint32_t known = kNone;
  std::unordered_map<uint64_t, Call> calls; // by request
};

/// The polls on the path of `context` that lead to an event of a thread, the last first: between
/// them and it the thread called nothing else.
std::vector<const Event *> pollsBefore(const LocationTrace &location, uint32_t event,
                                       uint32_t context);

/// The calls in which a thread looked for the message that the receive at `event` is of before
/// that: a probe, and the polls that lead to it, the last first.
std::vector<const Event *> probesBefore(const Definitions &definitions,
                                        const LocationTrace &location, uint32_t event);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_COMPLETING_H
