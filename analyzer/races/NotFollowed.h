//===- NotFollowed.h - calls that may order what the trace leaves open ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call that the runtime saw but does not follow (an MPI_Scan, say) may
// order accesses of different ranks. Where a run made such calls, what looks
// unordered between ranks need not be.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_NOTFOLLOWED_H
#define FENCEPOST_ANALYZER_RACES_NOTFOLLOWED_H

#include "analyzer/Analysis.h"

#include <string>

namespace fencepost::analyzer::races {

/// The calls of the run that may order ranks and are not followed, for a sentence
/// ("MPI_Scan, MPI_Mrecv"); empty: none.
std::string unfollowedOrder(const Definitions &definitions);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_NOTFOLLOWED_H
