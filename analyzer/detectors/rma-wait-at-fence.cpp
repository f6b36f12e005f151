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
  uint32_t members; // of the window's group
  uint32_t isFence; // rather than the window's creation or end
};

} // namespace

void findWaitAtFence(Analysis &analysis) {
  Join<Fence> join(analysis.comm);
  std::vector<const Participation *> asked;
  for (const Participation &at : analysis.participations) {
    const Event &event = analysis.event(at);
    if (at.key.kind != KeyKind::WinCollective || event.kind != EventKind::Fence)
      continue;
    join.add(at.key, {arrivalOf(analysis.location(at), at.event), event.leave,
                      analysis.definitions().windowComm(event.window).size(), 1});
    asked.push_back(&at);
  }
  std::vector<Arrival> latest =
      join.ask<Arrival>([](std::span<const Joined<Fence>> records, std::span<Arrival> answers) {
        Arrival last;
        uint64_t earliestLeave = UINT64_MAX;
        for (const Joined<Fence> &record : records) {
          if (record.payload.arrival.isLaterThan(last))
            last = record.payload.arrival;
          earliestLeave = std::min(earliestLeave, record.payload.leave);
        }
        // Of an instance that lacks somebody nothing can be said.
        bool whole = records.size() == records.front().payload.members;
        if (whole && last.enter <= earliestLeave)
          std::fill(answers.begin(), answers.end(), last);
      });

  WaitStates waits(Metric::WaitAtFence, FindingId::WaitAtFence);
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (latest[i].rank != kNone)
      waits.add(analysis.event(*asked[i]).context, analysis.location(*asked[i]).rank, latest[i],
                waitWithin(analysis.event(*asked[i]), latest[i].enter));
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
