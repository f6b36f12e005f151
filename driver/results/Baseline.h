//===- Baseline.h - what an earlier run found already ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_RESULTS_BASELINE_H
#define FENCEPOST_DRIVER_RESULTS_BASELINE_H

#include "results/Results.h"

namespace fencepost::driver {

/// Takes the findings out of `results` that `known` has, too, and counts them. Two findings are
/// the same when their ids are and their first places, of errors and warnings the first two, are:
/// in the same function of the same file, with the same source line. The line's number does not
/// matter. Of findings alike as many are known as `known` has.
void leaveOutKnown(Results &results, const Results &known);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_RESULTS_BASELINE_H
