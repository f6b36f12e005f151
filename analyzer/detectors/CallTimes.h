//===- CallTimes.h - what the time of a call counts as ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_CALLTIMES_H
#define FENCEPOST_ANALYZER_DETECTORS_CALLTIMES_H

#include "analyzer/results/Metric.h"
#include "analyzer/trace/Definitions.h"

#include <span>
#include <unordered_set>

namespace fencepost::analyzer {

/// What the time in calls of a kind counts as, below mpi-time: RmaSyncTime, RmaCommTime,
/// CollectiveTime or P2pTime; MpiTime where it is none of them.
Metric timeOfKind(EventKind kind);

/// Says of each call of a location what its time counts as. Where requests of collectives or
/// one-sided operations are completed, it is theirs: unless some are of messages.
class CallTimes {
public:
  explicit CallTimes(const Definitions &definitions) : definitions(definitions) {}

  /// Calls visit(first event of the call, metric) for each call of a phase: no request is under way
  /// where a phase ends.
  template <typename Visit> void forEachCall(const LocationTrace &location, Visit visit) {
    started.clear();
    const std::vector<Event> &events = location.events;
    for (std::size_t i = 0; i < events.size();) {
      std::size_t first = i;
      for (; i < events.size() && isSameCall(events[first], events[i]); ++i)
        look(events[i]);
      if (events[first].kind != EventKind::Local && events[first].context != kNone)
        visit(events[first], metricOf({events.data() + first, i - first}));
    }
  }

private:
  static bool isSameCall(const Event &a, const Event &b) {
    return a.enter == b.enter && a.context == b.context &&
           (a.kind == EventKind::Local) == (b.kind == EventKind::Local);
  }
  void look(const Event &event) {
    if (isCollective(event.kind) && event.flags & kNonBlocking)
      started.insert(event.request);
  }
  Metric metricOf(std::span<const Event> call);

  const Definitions &definitions;
  std::unordered_set<uint64_t> started; // requests of collectives
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_CALLTIMES_H
