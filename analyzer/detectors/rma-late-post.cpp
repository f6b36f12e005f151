//===- rma-late-post.cpp - waiting for a target's post -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2012, Late Post: when the last of the targets enters its
// post while the origin is in start, the origin waits there; else, when it is
// in complete by then, there.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"

namespace fencepost::analyzer {

namespace {

class LatePost : public Detector {
public:
  explicit LatePost(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    for (const PairEpoch &epoch : matched->pairs.access()) {
      Arrival post = matched->pairs.latest(epoch);
      if (post.rank == kNone)
        continue;
      const LocationTrace &started = phase.trace.locations[epoch.location];
      if (!add(phase, started, epoch.open, post) && epoch.close != kNone)
        add(phase, phase.trace.locations[epoch.closedAt], epoch.close, post);
    }
  }

  void report(Analysis &analysis) override {
    waits.report(analysis, [](const WaitStates::Line &line) {
      return "let " + line.late + " call " + line.lateCall + " earlier" +
             (line.computing ? ", before the work " + line.stretch +
                                   " as far as that does not use the window's memory"
                             : "") +
             "; or let the origin do other work before " + line.site.call;
    });
  }

private:
  /// Whether the post fell into the call.
  bool add(const Analysis &phase, const LocationTrace &location, uint32_t index,
           const Arrival &post) {
    const Event &call = location.events[index];
    if (post.enter <= call.enter || post.enter > call.leave)
      return false;
    waits.add(phase, waitingIn(location, call, post.enter), post);
    return true;
  }

  std::shared_ptr<const Matched> matched;
  WaitStates waits{Metric::LatePost, FindingId::LatePost};
};

} // namespace

std::unique_ptr<Detector> makeLatePost(std::shared_ptr<const Matched> matched) {
  return std::make_unique<LatePost>(std::move(matched));
}

} // namespace fencepost::analyzer
