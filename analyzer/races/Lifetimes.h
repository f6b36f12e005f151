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
#include "analyzer/races/Strided.h"
#include "analyzer/races/Timeline.h"

#include <map>
#include <vector>

namespace fencepost::analyzer::races {

/// Window memory while it belongs to the window.
struct WindowUse {
  uint64_t begin, end; // positions
  uint32_t context;    // of the call that made it so
  uint32_t window;
  Strided bytes;
};

struct Carried;
using CarriedByRank = std::map<uint32_t, Carried>; // Carried.h

/// Reports rma-buffer-lifetime. Uses of a buffer that is released end there: what is at its address
/// later is another's.
void endAtReleases(const Analysis &analysis, const std::vector<Timeline> &timelines,
                   std::vector<RankPlan> &plans, CarriedByRank &carried);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_LIFETIMES_H
