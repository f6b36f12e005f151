//===- SyncCalls.h - the calls that a report of a race names --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_SYNC_CALLS_H
#define FENCEPOST_ANALYZER_RACES_SYNC_CALLS_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Plan.h"

namespace fencepost::analyzer::races {

/// Tells each access the last call before it in which its strand may have waited for others, and
/// each operation the first one after it with which its strand lets others go on before it is
/// complete at the target. The plans are whole, their actions gone.
void findSyncCalls(const Analysis &analysis, std::vector<RankPlan> &plans);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_SYNC_CALLS_H
