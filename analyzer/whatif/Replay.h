//===- Replay.h - a run from its graph --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_WHATIF_REPLAY_H
#define FENCEPOST_ANALYZER_WHATIF_REPLAY_H

#include "analyzer/whatif/Graph.h"

namespace fencepost::analyzer {

struct Replayed {
  uint64_t ticks = 0;  // until the last rank ends
  uint64_t forced = 0; // calls that waited for each other, and were let go
};

/// Goes through the graph forwards: a call is entered when the computing before it is done, and
/// left when it was entered and its gates have opened, after its own time. Linear in steps and
/// links; the outcome depends on no order of links.
Replayed replay(const Graph &graph);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_WHATIF_REPLAY_H
