//===- rma-early-transfer.cpp - waiting in an operation for a late post ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2012, Early Transfer: a target posts while an origin is in
// an operation on it; until then the operation waits.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"

namespace fencepost::analyzer {

namespace {

class EarlyTransfer : public Detector {
public:
  explicit EarlyTransfer(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    for (const PairEpoch &epoch : matched->pairs.access()) {
      const LocationTrace &location = phase.trace.locations[epoch.location];
      Arrival latest = matched->pairs.latest(epoch);
      // Most targets have posted before.
      if (epoch.close == kNone || epoch.closedAt != epoch.location || latest.rank == kNone ||
          latest.enter <= location.events[epoch.open].leave)
        continue;
      for (uint32_t i = epoch.open + 1; i < epoch.close; ++i)
        if (const Event &event = location.events[i];
            isOperation(event.kind) && event.window == location.events[epoch.open].window)
          addOperation(phase, epoch, event, location);
    }
  }

  void report(Analysis &analysis) override {
    waits.report(analysis, [](const WaitStates::Line &line) {
      return "let " + line.late + " call " + line.lateCall + " earlier" +
             (line.computing ? ", before the work " + line.stretch : "") +
             "; or let the origin do other work before " + line.site.call;
    });
  }

private:
  void addOperation(const Analysis &phase, const PairEpoch &epoch, const Event &event,
                    const LocationTrace &location) {
    uint32_t target = phase.definitions().worldRank(event.comm, event.peer, location.rank);
    for (const Partner &partner : matched->pairs.partners(epoch))
      if (partner.call.rank == target && partner.call.enter <= event.leave)
        waits.add(phase, waitingIn(location, event, partner.call.enter), partner.call);
  }

  std::shared_ptr<const Matched> matched;
  WaitStates waits{Metric::EarlyTransfer, FindingId::EarlyTransfer};
};

} // namespace

std::unique_ptr<Detector> makeEarlyTransfer(std::shared_ptr<const Matched> matched) {
  return std::make_unique<EarlyTransfer>(std::move(matched));
}

} // namespace fencepost::analyzer
