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

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/WaitState.h"
#include "analyzer/match/Join.h"

namespace fencepost::analyzer {

namespace {

struct Fence {
  Arrival arrival;
  uint64_t leave;
};

class WaitAtFence : public Detector {
public:
  void look(const Analysis &phase) override {
    const Definitions &definitions = phase.definitions();
    Join<Fence> join(phase.comm);
    for (const Participation &at : phase.participations)
      if (at.key.kind == KeyKind::WinCollective)
        if (const Event &event = phase.event(at); event.kind == EventKind::Fence)
          join.add(at.key, {arrivalOf(phase.location(at), at.event), event.leave});
    join.run([&](std::span<const Joined<Fence>> records) {
      // Of an instance that lacks somebody nothing can be said.
      if (records.size() == definitions.windowComm(records.front().key.object).size())
        addInstance(phase, records);
    });
  }

  void report(Analysis &analysis) override {
    waits.report(analysis, [](const WaitStates::Line &line) {
      std::string where = line.stretch.empty() ? "before the fence" : line.stretch;
      std::string balance = !line.computing ? "see what holds " + line.late + " up " + where
                            : line.alwaysSame
                                ? "give " + line.late + " less to do " + where +
                                      ", or move work there that needs none of the exchanged data "
                                      "behind the fence"
                                : "spread the work " + where + " more evenly over the ranks";
      return balance +
             "; post/start/complete/wait between the ranks that communicate lets the others "
             "go on";
    });
  }

private:
  void addInstance(const Analysis &phase, std::span<const Joined<Fence>> records) {
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
      waits.add(phase, {{waiter.rank, waiter.thread}, waiter.context, waiter.enter, last.enter},
                last);
    }
  }

  WaitStates waits{Metric::WaitAtFence, FindingId::WaitAtFence};
};

} // namespace

std::unique_ptr<Detector> makeWaitAtFence() { return std::make_unique<WaitAtFence>(); }

} // namespace fencepost::analyzer
