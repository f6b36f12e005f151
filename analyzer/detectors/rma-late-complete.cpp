//===- rma-late-complete.cpp - waiting for a complete after the last operation ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2012, Late Complete, a part of Early Wait: what a target
// waits after its origins' last operation on it had returned, until the last
// of them enters complete.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Epochs.h"
#include "analyzer/detectors/Matched.h"

namespace fencepost::analyzer {

namespace {

class LateComplete : public Detector {
public:
  explicit LateComplete(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    for (const PairEpoch &epoch : matched->pairs.exposure()) {
      Arrival complete = matched->pairs.latest(epoch);
      if (complete.rank == kNone)
        continue;
      uint64_t lastOperation = 0;
      for (const Partner &partner : matched->pairs.partners(epoch))
        lastOperation = std::max(lastOperation, partner.lastOperation);
      const LocationTrace &location = phase.trace.locations[epoch.location];
      uint64_t count = 1;
      for (uint32_t index : waitingCalls(location, epoch.close)) {
        const Event &call = location.events[index];
        uint64_t early = waitWithin(call, complete.enter);
        if (uint64_t ticks = early - std::min(early, waitWithin(call, lastOperation))) {
          waits.addPart(phase, call.enter, call.context, location.rank, complete, ticks, count);
          count = 0;
        }
      }
    }
  }

  void report(Analysis &analysis) override {
    waits.report(analysis, [](const WaitStates::Line &line) {
      return "let " + line.late + " call " + line.lateCall + " right after its last operation" +
             (line.computing ? ", before the work " + line.stretch : "") +
             ", unless the library transfers the data during that work";
    });
  }

private:
  std::shared_ptr<const Matched> matched;
  WaitStates waits{Metric::LateComplete, FindingId::LateComplete};
};

} // namespace

std::unique_ptr<Detector> makeLateComplete(std::shared_ptr<const Matched> matched) {
  return std::make_unique<LateComplete>(std::move(matched));
}

} // namespace fencepost::analyzer
