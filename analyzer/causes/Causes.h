//===- Causes.h - what waiting comes from -----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Delay: for each wait the late one's time since it was last aligned with the
// waiter is compared with the waiter's, call path by call path. What the late
// one spent beyond the waiter is the delay, and the waiting is charged to it in
// proportion: short-term costs. The part of the excess that was waiting itself
// is passed on to what that waiting came from: long-term costs (Boehme et al.,
// Identifying the Root Causes of Wait States in Large-Scale Parallel
// Applications). The critical path is the chain of activity, followed backwards
// from the end of the run, that never waits.
//
// All of it goes phase by phase: no wait reaches back over a synchronization of
// all ranks, and the critical path passes such a one at the last to arrive.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_CAUSES_CAUSES_H
#define FENCEPOST_ANALYZER_CAUSES_CAUSES_H

#include "analyzer/causes/FindingCauses.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/results/WaitInstance.h"
#include "analyzer/trace/Mix.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace fencepost::analyzer {

class Causes : public Detector {
public:
  /// Takes the waits that the detectors found in this phase, on whichever processes.
  void look(const Analysis &phase) override;
  /// Adds the metrics and, on process 0, names the delays in the findings of the waits: the other
  /// detectors have reported before.
  void report(Analysis &analysis) override;

private:
  void charge(const Analysis &phase, const WaitInstance &wait, uint32_t path, double share,
              double longTerm);

  struct Costs {
    uint64_t shortTerm = 0, longTerm = 0;
  };
  using PathOfRank = std::pair<uint32_t, uint32_t>;
  struct Hash {
    std::size_t operator()(const Charge &charge) const {
      return mix((*this)(PathOfRank{charge.context, charge.lateRank}),
                 uint64_t(charge.metric) << 32 | charge.lateContext);
    }
    std::size_t operator()(const PathOfRank &where) const {
      return mix(0, uint64_t(where.first) << 32 | where.second);
    }
  };
  std::unordered_map<Charge, uint64_t, Hash> charges;
  std::unordered_map<PathOfRank, Costs, Hash> delays;
  std::map<PathOfRank, uint64_t> criticalTicks;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CAUSES_CAUSES_H
