//===- rma-wait-for-progress.cpp - waiting for the target to enter MPI ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2016, Wait for Progress: the lock is free, but the target is
// outside of the MPI library, and nobody serves the origin until it enters a
// call. Of a window whose targets are served without that (by hardware or by a
// thread of the library), the trace shows operations that were complete before
// the target entered anything: then there is no such waiting.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"

namespace fencepost::analyzer {

namespace {

constexpr Metric kInCall = Metric::WaitForProgress;
constexpr Metric kInOperation = Metric::WaitForProgressInOperation;

class WaitForProgress : public Detector {
public:
  explicit WaitForProgress(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &) override {
    for (const LockWait &wait : matched->locks.waits())
      if (wait.progress)
        byWindow.try_emplace(wait.window, kInCall, FindingId::WaitForProgress)
            .first->second.add(wait.operation ? kInOperation : kInCall, wait.context, wait.rank,
                               wait.target, wait.progress, 1);
  }

  void report(Analysis &analysis) override {
    WaitStates all(kInCall, FindingId::WaitForProgress);
    for (const auto &[window, states] : byWindow)
      if (matched->locks.servedByTargets(window))
        all.add(states);
    all.report(
        analysis,
        [](const WaitStates::Line &line) {
          return "let " + line.late + " call MPI " + line.stretch +
                 " now and then (MPI_Test or MPI_Iprobe serves waiting origins), or give the "
                 "library a progress thread; or move the accesses to where the target waits anyway";
        },
        [](const WaitStates::Line &line) {
          return "the lock is free, but rank " + std::to_string(line.worst) +
                 ", the target, is outside of MPI for " + line.worstShare +
                 ", and serves nobody; rank " + std::to_string(line.from) + " is computing " +
                 line.stretch + " (" + line.average + ")";
        });
  }

private:
  std::shared_ptr<const Matched> matched;
  std::map<uint32_t, WaitStates> byWindow;
};

} // namespace

std::unique_ptr<Detector> makeWaitForProgress(std::shared_ptr<const Matched> matched) {
  return std::make_unique<WaitForProgress>(std::move(matched));
}

} // namespace fencepost::analyzer
