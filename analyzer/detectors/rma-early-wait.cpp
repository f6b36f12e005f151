//===- rma-early-wait.cpp - waiting for the origins' complete ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2012, Early Wait: a target waits from entering wait until
// the last of its origins enters complete. With MPI_Win_test it waits in the
// tests that fail.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Epochs.h"
#include "analyzer/detectors/Matched.h"

namespace fencepost::analyzer {

namespace {

class EarlyWait : public Detector {
public:
  explicit EarlyWait(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    for (const PairEpoch &epoch : matched->pairs.exposure()) {
      Arrival complete = matched->pairs.latest(epoch);
      if (complete.rank == kNone)
        continue;
      const LocationTrace &location = phase.trace.locations[epoch.location];
      uint64_t count = 1;
      for (uint32_t index : waitingCalls(location, epoch.close)) {
        const Event &call = location.events[index];
        if (waitWithin(call, complete.enter)) {
          waits.add(phase, waitingIn(location, call, complete.enter), complete, count);
          count = 0;
        }
      }
    }
  }

  void report(Analysis &analysis) override {
    waits.report(analysis, [](const WaitStates::Line &line) {
      return "let " + line.late + " call " + line.lateCall +
             " as soon as the last operation of its epoch is issued" +
             (line.computing ? ", before the work " + line.stretch : "") +
             "; or let the target do other work before " + line.site.call;
    });
  }

private:
  std::shared_ptr<const Matched> matched;
  WaitStates waits{Metric::EarlyWait, FindingId::EarlyWait};
};

} // namespace

std::unique_ptr<Detector> makeEarlyWait(std::shared_ptr<const Matched> matched) {
  return std::make_unique<EarlyWait>(std::move(matched));
}

} // namespace fencepost::analyzer
