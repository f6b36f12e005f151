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
#include "analyzer/detectors/WaitState.h"
#include "analyzer/match/Join.h"

namespace fencepost::analyzer {

namespace {

/// The failed tests that led to the successful one at `index`, oldest last: back to the epoch's
/// post. Other tools do not say of which window a failed test was; it is then taken to be of this
/// one.
std::vector<uint32_t> failedTests(const LocationTrace &location, uint32_t index) {
  std::vector<uint32_t> tests;
  uint32_t window = location.events[index].window;
  for (uint32_t i = index; i-- > 0;) {
    const Event &event = location.events[i];
    if (event.kind == EventKind::Test && event.flags & kFailedTest &&
        (event.window == window || event.window == kNone))
      tests.push_back(i);
    else if ((event.kind == EventKind::Post || event.kind == EventKind::Test) &&
             event.window == window)
      break;
  }
  return tests;
}

class EarlyWait : public Detector {
public:
  void look(const Analysis &phase) override;
  void report(Analysis &analysis) override {
    waits.report(analysis, [](const WaitStates::Line &line) {
      return "let " + line.late + " call " + line.lateCall +
             " as soon as the last operation of its epoch is issued" +
             (line.computing ? ", before the work " + line.stretch : "") +
             "; or let the target do other work before " + line.site.call;
    });
  }

private:
  WaitStates waits{Metric::EarlyWait, FindingId::EarlyWait};
};

void EarlyWait::look(const Analysis &phase) {
  Join<Arrival> join(phase.comm);
  Arrivals arrivals(phase);
  for (const Participation &at : phase.participations)
    if (at.part == Part::Complete)
      join.add(at.key, arrivals.of(at));
  std::size_t completes = join.size();
  std::vector<const Participation *> waiting;
  for (const Participation &at : phase.participations)
    if (at.part == Part::Wait) {
      join.add(at.key, Arrival{});
      waiting.push_back(&at);
    }
  std::vector<Arrival> answers =
      join.ask<Arrival>([](std::span<const Joined<Arrival>> records, std::span<Arrival> answers) {
        for (const Joined<Arrival> &record : records)
          if (record.payload.rank != kNone)
            std::fill(answers.begin(), answers.end(), record.payload);
      });

  for (std::size_t i = 0; i < waiting.size();) {
    const Participation &at = *waiting[i];
    Arrival latest;
    for (;
         i < waiting.size() && waiting[i]->location == at.location && waiting[i]->event == at.event;
         ++i)
      if (answers[completes + i].isLaterThan(latest))
        latest = answers[completes + i];
    if (latest.rank == kNone)
      continue;
    const LocationTrace &location = phase.location(at);
    const Event &event = phase.event(at);
    std::vector<uint32_t> calls = {at.event};
    if (event.kind == EventKind::Test)
      for (uint32_t test : failedTests(location, at.event))
        calls.push_back(test);
    uint64_t count = 1;
    for (uint32_t call : calls)
      if (waitWithin(location.events[call], latest.enter)) {
        waits.add(phase, waitingIn(location, location.events[call], latest.enter), latest, count);
        count = 0;
      }
  }
}

} // namespace

std::unique_ptr<Detector> makeEarlyWait() { return std::make_unique<EarlyWait>(); }

} // namespace fencepost::analyzer
