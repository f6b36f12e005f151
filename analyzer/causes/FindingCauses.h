//===- FindingCauses.h - the delays in the findings of waits -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_CAUSES_FINDINGCAUSES_H
#define FENCEPOST_ANALYZER_CAUSES_FINDINGCAUSES_H

#include "analyzer/results/Results.h"
#include "analyzer/trace/Definitions.h"

#include <compare>
#include <vector>

namespace fencepost::analyzer {

/// In the place of a context: waiting of the late rank itself, which has causes of its own.
inline constexpr uint32_t kPassedOn = kNone - 1;

/// Waiting in one call path, charged to one path of a late rank.
struct Charge {
  Metric metric;
  uint32_t context, lateRank, lateContext;
  auto operator<=>(const Charge &) const = default;
};

struct ChargeRow {
  Charge charge;
  uint64_t ticks;
};

/// Says in the findings of wait states which call paths the waiting comes from.
void nameCauses(const Definitions &definitions, const std::vector<ChargeRow> &charges,
                Results &results);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CAUSES_FINDINGCAUSES_H
