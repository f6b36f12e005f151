//===- OverTime.h - the iterations of a results database ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_RESULTS_OVERTIME_H
#define FENCEPOST_DRIVER_RESULTS_OVERTIME_H

#include "results/Results.h"

namespace fencepost::driver {

class Database;

/// Nothing where iterations were not asked for or no loop was found.
std::optional<OverTime> loadOverTime(const Database &database, const Results &results);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_RESULTS_OVERTIME_H
