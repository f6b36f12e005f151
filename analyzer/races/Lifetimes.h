//===- Lifetimes.h - memory that dies while it is in use ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 4: a buffer freed or gone out of scope between the call and its
// local completion; and window memory released before the window is freed.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_LIFETIMES_H
#define FENCEPOST_ANALYZER_RACES_LIFETIMES_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Plan.h"
#include "analyzer/races/Timeline.h"

namespace fencepost::analyzer::races {

/// Reports rma-buffer-lifetime. Uses of a buffer that is released end there: what is at its address
/// later is another's.
void endAtReleases(Analysis &analysis, const std::vector<Timeline> &timelines,
                   std::vector<RankPlan> &plans);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_LIFETIMES_H
