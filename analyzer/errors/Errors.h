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

/// What the runtime saw. Local.
void tellRecordedErrors(Analysis &analysis);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ERRORS_ERRORS_H
