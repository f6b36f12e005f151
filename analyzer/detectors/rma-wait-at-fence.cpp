//===- rma-wait-at-fence.cpp - waiting for the last to enter a fence -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2012, Wait at Fence: a fence synchronizes when everybody
// enters before anybody leaves; then each waits from its own enter to the last
// one.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detectors.h"
#include "analyzer/detectors/WaitState.h"
#include "analyzer/match/Join.h"

namespace fencepost::analyzer {

namespace {

struct Fence {
  Arrival arrival;
  uint64_t leave;
};

} // namespace

void findWaitAtFence(Analysis &analysis) {
  const Definitions &definitions = analysis.definitions();
  Join<Fence> join(analysis.comm);
  for (const Participation &at : analysis.participations)
    if (at.key.kind == KeyKind::WinCollective)
      if (const Event &event = analysis.event(at); event.kind == EventKind::Fence)
        join.add(at.key, {arrivalOf(analysis.location(at), at.event), event.leave});

  WaitStates waits(Metric::WaitAtFence, FindingId::WaitAtFence);
  join.run([&](std::span<const Joined<Fence>> records) {
    // Of an instance that lacks somebody nothing can be said.
    if (records.size() != definitions.windowComm(records.front().key.object).size())
      return;
    Arrival last;
    uint64_t earliestLeave = UINT64_MAX;
    for (const Joined<Fence> &record : records) {
      if (record.payload.arrival.isLaterThan(last))
        last = record.payload.arrival;
      earliestLeave = std::min(earliestLeave, record.payload.leave);
    }
    if (last.enter > earliestLeave)
      return;
    for (const Joined<Fence> &record : records) {
      const Arrival &waiter = record.payload.arrival;
      waits.add(waiter.context, waiter.rank, last, last.enter - waiter.enter);
    }
  });
  waits.report(analysis, [](const WaitStates::Line &line) {
    std::string where = line.stretch.empty() ? "before the fence" : line.stretch;
    std::string balance =
        !line.computing   ? "see what holds " + line.late + " up " + where
        : line.alwaysSame ? "give " + line.late + " less to do " + where +
                                ", or move work there that needs none of the exchanged data behind "
                                "the fence"
                          : "spread the work " + where + " more evenly over the ranks";
    return balance +
           "; post/start/complete/wait between the ranks that communicate lets the others "
           "go on";
  });
}

} // namespace fencepost::analyzer
