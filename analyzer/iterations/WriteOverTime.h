//===- WriteOverTime.h - the tables of the iterations -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_WRITEOVERTIME_H
#define FENCEPOST_ANALYZER_ITERATIONS_WRITEOVERTIME_H

#include "analyzer/iterations/OverTime.h"
#include "analyzer/results/Sqlite.h"

namespace fencepost::analyzer {

/// Makes the tables of iterations/schema.sql and fills them. `begin`: tick of the run's first
/// event.
void writeOverTime(Database &database, OverTime &overTime, uint64_t begin,
                   const Definitions &definitions);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_WRITEOVERTIME_H
