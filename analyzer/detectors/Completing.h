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

  /// A call, and the thread that made it.
  struct Call {
    const Event *event = nullptr;
    uint32_t thread = 0;
  };

  /// The call in which what an event began was complete: the event itself where that was at once;
  /// of no event where it never was.
  Call of(const Participation &at) {
    const Event &event = phase.event(at);
    if (!(event.flags & kNonBlocking))
      return {&event, phase.location(at).thread};
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
    for (const LocationTrace &location : phase.trace.locations)
      if (location.rank == rank)
        for (const Event &event : location.events)
          if (event.kind == EventKind::Completion && event.window == kNone)
            calls[event.request] = {&event, location.thread};
  }

  const Analysis &phase;
  uint32_t known = kNone;
  std::unordered_map<uint64_t, Call> calls; // by request
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_COMPLETING_H
