//===- Iterations.h - the metrics of each iteration ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_ITERATIONS_H
#define FENCEPOST_ANALYZER_ITERATIONS_ITERATIONS_H

#include "analyzer/detectors/Detector.h"
#include "analyzer/iterations/FindLoop.h"
#include "analyzer/iterations/OverTime.h"
#include "analyzer/iterations/RankIterations.h"

namespace fencepost::analyzer {

/// Looks at each phase after all detectors, which say in Results::timed when what came about. What
/// is over on all ranks goes to `overTime` of process 0, iteration by iteration.
class Iterations : public Detector {
public:
  Iterations(const Loop &loop, std::shared_ptr<OverTime> overTime)
      : loop(loop), overTime(std::move(overTime)) {}

  void look(const Analysis &phase) override;
  void report(Analysis &) override {}

private:
  RankIterations &ofRank(uint32_t rank);
  void addCalls(const Analysis &phase, const LocationTrace &location);
  void addTimed(const Analysis &phase);
  uint64_t isOver(const Analysis &phase) const;
  void tell(const Analysis &phase, uint64_t from, uint64_t until);

  Loop loop;
  std::shared_ptr<OverTime> overTime; // on process 0
  std::map<uint32_t, RankIterations> ranks;
  uint64_t told = 0;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_ITERATIONS_H
