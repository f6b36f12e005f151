//===- Gather.h - brings the results of all processes together -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_GATHER_H
#define FENCEPOST_ANALYZER_RESULTS_GATHER_H

#include "analyzer/results/Results.h"

#include <mpi.h>

namespace fencepost::analyzer {

/// The results of all processes, on process 0; empty elsewhere. Collective.
Results gatherResults(MPI_Comm comm, const Results &mine);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_GATHER_H
