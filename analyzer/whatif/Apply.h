//===- Apply.h - a graph with a change --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_WHATIF_APPLY_H
#define FENCEPOST_ANALYZER_WHATIF_APPLY_H

#include "analyzer/whatif/Change.h"
#include "analyzer/whatif/Graph.h"

#include <string>

namespace fencepost::analyzer {

struct Applied {
  uint64_t calls = 0;                   // that the change concerns
  std::vector<std::string> assumptions; // that are made by it
};

/// Changes the graph, whose own times are set. Throws TraceError where no call of the change's kind
/// is at its place.
Applied apply(const Change &change, const Definitions &definitions, Graph &graph);

/// What is assumed of calls that complete operations.
std::string progressText(const Graph &graph);

/// Those of one kind each.
Applied balance(const Change &change, const Definitions &definitions, Graph &graph);
Applied replaceFences(const Change &change, const Definitions &definitions, Graph &graph);
Applied shareLocks(const Change &change, const Definitions &definitions, Graph &graph);
Applied postEarlier(const Change &change, const Definitions &definitions, Graph &graph);
Applied waitLater(const Change &change, const Definitions &definitions, Graph &graph);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_WHATIF_APPLY_H
