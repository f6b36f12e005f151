//===- Contexts.h - one numbering of contexts for all processes ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_CONTEXTS_H
#define FENCEPOST_ANALYZER_TRACE_CONTEXTS_H

#include "analyzer/trace/Definitions.h"

#include <mpi.h>

#include <memory>
#include <vector>

namespace fencepost::analyzer {

class LocationReader;

/// Gives the contexts that each process made for itself (Definitions::childContext) since the last
/// time the same ids everywhere, and renumbers what the process's locations hold. Collective.
void unifyContexts(Definitions &definitions, const std::vector<LocationReader *> &locations,
                   MPI_Comm comm);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_CONTEXTS_H
