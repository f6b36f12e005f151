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
#include "analyzer/detectors/Matched.h"

namespace fencepost::analyzer {

namespace {

class WaitAtFence : public Detector {
public:
  explicit WaitAtFence(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    matched->fences.forEach([&](const FenceInstance &fence) {
      Arrival last = synchronizedAt(phase.definitions(), fence);
      if (last.rank != kNone)
        for (const FenceMember &member : fence.members)
          waits.add(phase,
                    {{member.arrival.rank, member.arrival.thread},
                     member.arrival.context,
                     member.arrival.enter,
                     last.enter},
                    last);
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
  std::shared_ptr<const Matched> matched;
  WaitStates waits{Metric::WaitAtFence, FindingId::WaitAtFence};
};

} // namespace

std::unique_ptr<Detector> makeWaitAtFence(std::shared_ptr<const Matched> matched) {
  return std::make_unique<WaitAtFence>(std::move(matched));
}

} // namespace fencepost::analyzer
