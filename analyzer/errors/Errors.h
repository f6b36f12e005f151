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

#include "analyzer/detectors/Detector.h"

namespace fencepost::analyzer {

/// What the runtime saw.
std::unique_ptr<Detector> makeRecordedErrors();

/// Assertions of fences and posts that another rank's calls, or this one's stores, contradict.
std::unique_ptr<Detector> makeWrongAssertions();

/// MPI_MODE_NOCHECK where there was something to check.
std::unique_ptr<Detector> makeWrongNoCheck();

/// Operations on memory that is not attached to a dynamic window.
std::unique_ptr<Detector> makeUnattached();

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ERRORS_ERRORS_H
