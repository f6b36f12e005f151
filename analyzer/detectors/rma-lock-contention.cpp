//===- rma-lock-contention.cpp - waiting for another process's lock -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2016, Lock Contention: a lock epoch waits until the epoch
// that conflicts with it and held the lock before is released, in whichever of
// its calls the library asks for the lock.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"

namespace fencepost::analyzer {

namespace {

class LockContention : public Detector {
public:
  explicit LockContention(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    for (const LockStretch &part : matched->locks.stretches())
      lookForCauses(phase, part.metric, part.waiting, part.late, part.since);
    for (const LockWait &wait : matched->locks.waits())
      waits.add(wait.operation ? Metric::LockContentionInOperation : Metric::LockContention,
                wait.context, wait.rank, wait.holder, wait.contention, 1);
  }

  void report(Analysis &analysis) override {
    waits.report(
        analysis,
        [](const WaitStates::Line &line) {
          return "let " + line.late + " hold the lock for less time " + line.stretch +
                 ": do there only what needs the lock; where each epoch makes one operation and "
                 "nothing else, and these do not conflict or are of the accumulate family with one "
                 "op on one element, MPI_LOCK_SHARED lets them go on side by side";
        },
        [](const WaitStates::Line &line) {
          return "rank " + std::to_string(line.worst) + " holds the lock for " + line.worstShare +
                 "; rank " + std::to_string(line.from) + " holds it " + line.stretch + " (" +
                 line.average + ")";
        });
  }

private:
  std::shared_ptr<const Matched> matched;
  WaitStates waits{Metric::LockContention, FindingId::LockContention};
};

} // namespace

std::unique_ptr<Detector> makeLockContention(std::shared_ptr<const Matched> matched) {
  return std::make_unique<LockContention>(std::move(matched));
}

} // namespace fencepost::analyzer
