//===- Contexts.h - one numbering of contexts for all processes ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_CONTEXTS_H
#define FENCEPOST_ANALYZER_TRACE_CONTEXTS_H

#include "analyzer/trace/Reader.h"

#include <mpi.h>

namespace fencepost::analyzer {

/// Gives the contexts that each process made for itself (Definitions::childContext) the same ids
/// everywhere, and renumbers the process's events. Collective.
void unifyContexts(Trace &trace, MPI_Comm comm);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_CONTEXTS_H
