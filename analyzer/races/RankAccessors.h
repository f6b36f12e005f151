//===- RankAccessors.h - a rank's accesses, as its plan has them ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_RANK_ACCESSORS_H
#define FENCEPOST_ANALYZER_RACES_RANK_ACCESSORS_H

#include "analyzer/races/Plan.h"
#include "analyzer/trace/Reader.h"

#include <span>
#include <vector>

namespace fencepost::analyzer::races {

/// Makes accessors of what a rank of this process does.
class RankAccessors {
public:
  RankAccessors(const Trace &trace, const RankPlan &plan, const Clocks &clocks)
      : trace_(trace), plan_(plan), clocks_(clocks) {}

  const Event &eventOf(const Source &source) const {
    return trace_.locations[source.location].events[source.event];
  }
  std::span<const Range> rangesOf(const Source &source) const {
    const Event &event = eventOf(source);
    const auto &ranges = trace_.locations[source.location].ranges;
    return std::span(ranges).subspan(event.firstRange, event.rangeCount);
  }

  Start startAt(uint32_t probe, const Program &strand, uint64_t position) const {
    const Probed &probed = clocks_.probes[probe];
    return {probed.clock, strand.strand, position, probed.order};
  }

  /// Without its side and its end.
  Accessor describe(const Source &source) const;

  void setEnd(Accessor &accessor, const End &end) const {
    accessor.end = plan_.stamp(end);
    accessor.endContext = end.context;
    accessor.endTime = end.time;
  }
  /// `ends`: index in RankPlan::moreEnds.
  std::vector<Stamp> stampsOf(uint32_t ends) const {
    std::vector<Stamp> stamps;
    for (const End &end : plan_.moreEnds[ends])
      stamps.push_back(plan_.stamp(end));
    return stamps;
  }

  /// Calls visit(accessor, write, block) for each range.
  template <typename Visit> void forEachRange(const LocalUse &use, Visit visit) const {
    Accessor accessor = describe(use.source);
    accessor.holds = use.holds;
    accessor.releaseContext = use.released;
    setEnd(accessor, use.end);
    bool segment = eventOf(use.source).kind == EventKind::Local;
    if (segment)
      accessor.start.position = use.begin;
    for (const Range &range : rangesOf(use.source)) {
      Strided block = normalize(range.address, range.bytes, range.stride, range.count);
      if (range.kind == RangeKind::Released || block.count == 0)
        continue;
      if (segment) {
        accessor.context = range.context;
        accessor.kind = range.kind == RangeKind::Store ? AccessKind::Store : AccessKind::Load;
      }
      visit(accessor, writes(range.kind), block);
    }
  }

  /// Buffers of messages and collectives that were not done when the call returned.
  std::vector<Access> pendingBuffers() const;

private:
  const Trace &trace_;
  const RankPlan &plan_;
  const Clocks &clocks_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_RANK_ACCESSORS_H
