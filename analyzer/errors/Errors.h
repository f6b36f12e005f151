//===- Errors.h - erroneous use of RMA -------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 7. What one process can see of itself its runtime has seen; what
// takes two, or the accesses of a run, is found here.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ERRORS_ERRORS_H
#define FENCEPOST_ANALYZER_ERRORS_ERRORS_H

#include "analyzer/Analysis.h"

namespace fencepost::analyzer {

/// All of it. Collective.
void findErrors(Analysis &analysis);

/// What the runtime saw. Local.
void tellRecordedErrors(Analysis &analysis);

/// Assertions of fences and posts that another rank's calls, or this one's stores, contradict.
/// Collective.
void findWrongAssertions(Analysis &analysis);

/// MPI_MODE_NOCHECK where there was something to check. Collective.
void findWrongNoCheck(Analysis &analysis);

/// Operations on memory that is not attached to a dynamic window. Collective.
void findUnattached(Analysis &analysis);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ERRORS_ERRORS_H
