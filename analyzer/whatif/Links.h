//===- Links.h - the graph of a recorded run --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_WHATIF_LINKS_H
#define FENCEPOST_ANALYZER_WHATIF_LINKS_H

#include "analyzer/whatif/Graph.h"
#include "analyzer/whatif/Records.h"

namespace fencepost::analyzer {

/// What the records of all ranks say, as the wait states see it: a call waits only for what had
/// come before it was left. Own times are set.
Graph makeGraph(const Definitions &definitions, Records records);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_WHATIF_LINKS_H
