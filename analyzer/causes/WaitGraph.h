//===- WaitGraph.h - how waits cause one another ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The waits of all ranks, on one process: what goes from wait to wait has no
// other parallelism than the program's. The results depend on no order of the
// input.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_CAUSES_WAITGRAPH_H
#define FENCEPOST_ANALYZER_CAUSES_WAITGRAPH_H

#include "analyzer/causes/Meetings.h"
#include "analyzer/results/WaitInstance.h"

#include <vector>

namespace fencepost::analyzer {

/// A wait and what its late one did since both were last aligned.
struct WaitNode {
  ThreadOfRank waiter, late;
  uint64_t begin, end, until;
  uint64_t since;      // when they were last aligned
  double passedOn = 0; // the part of the excess of the late one that was waiting itself, 0 to 1
};

/// The long-term costs of each wait, in ticks: waiting elsewhere that it caused, by making its
/// waiter late. Of a wait's own ticks and its long-term costs the part `passedOn` goes to the waits
/// of the late one since `since`, by their length; the rest is the delays' (delay costs: Boehme et
/// al.).
std::vector<double> longTermCosts(const std::vector<WaitNode> &waits);

/// A stretch of the critical path.
struct PathSegment {
  ThreadOfRank who;
  uint64_t begin, end;
  auto operator<=>(const PathSegment &) const = default;
};

/// When a thread did something for the first and the last time.
struct Lifetime {
  ThreadOfRank who;
  uint64_t begin, end;
};

/// Goes back from the thread that ended last: at the end of a wait to the one that was waited for,
/// so that the path never waits; where all met, to the last to arrive. The last segment first. Of a
/// run that goes on (`isLast` false) up to the last of the `meetings`.
std::vector<PathSegment> criticalPath(const std::vector<WaitNode> &waits,
                                      const std::vector<Lifetime> &threads,
                                      const std::vector<Meeting> &meetings, bool isLast);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CAUSES_WAITGRAPH_H
