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
#include "analyzer/detectors/Epochs.h"
#include "analyzer/detectors/WaitState.h"
#include "analyzer/match/Join.h"

namespace fencepost::analyzer {

namespace {

class LatePost : public Detector {
public:
  void look(const Analysis &phase) override;
  void report(Analysis &analysis) override {
    waits.report(analysis, [](const WaitStates::Line &line) {
      return "let " + line.late + " call " + line.lateCall + " earlier" +
             (line.computing ? ", before the work " + line.stretch +
                                   ": a post may come as soon as the window's memory is free to "
                                   "be accessed"
                             : "") +
             "; or let the origin do other work before " + line.site.call;
    });
  }

private:
  WaitStates waits{Metric::LatePost, FindingId::LatePost};
};

void LatePost::look(const Analysis &phase) {
  Join<Arrival> join(phase.comm);
  Arrivals arrivals(phase);
  for (const Participation &at : phase.participations)
    if (at.part == Part::Post)
      join.add(at.key, arrivals.of(at));
  std::size_t posts = join.size();
  std::vector<Epoch> epochs = findEpochs(phase, Part::Start, Part::Complete);
  for (const Epoch &epoch : epochs)
    forEachPeer(phase, epoch.open,
                [&](const Participation &at, uint32_t) { join.add(at.key, Arrival{}); });

  // A start's record has no rank: it asks for the post.
  std::vector<Arrival> answers =
      join.ask<Arrival>([](std::span<const Joined<Arrival>> records, std::span<Arrival> answers) {
        for (const Joined<Arrival> &record : records)
          if (record.payload.rank != kNone)
            std::fill(answers.begin(), answers.end(), record.payload);
      });

  std::size_t next = posts;
  for (const Epoch &epoch : epochs) {
    Arrival latest;
    forEachPeer(phase, epoch.open, [&](const Participation &, uint32_t) {
      const Arrival &post = answers[next++];
      if (post.isLaterThan(latest))
        latest = post;
    });
    if (latest.rank == kNone)
      continue;
    for (uint32_t call : {epoch.open, epoch.close}) {
      if (call == kNone)
        continue;
      const Participation &at = phase.participations[call];
      const Event &event = phase.event(at);
      if (latest.enter <= event.enter || latest.enter > event.leave)
        continue;
      waits.add(phase, waitingIn(phase.location(at), event, latest.enter), latest);
      break;
    }
  }
}

} // namespace

std::unique_ptr<Detector> makeLatePost() { return std::make_unique<LatePost>(); }

} // namespace fencepost::analyzer
