//===- Threads.h - what the threads of a rank did together --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_THREADS_H
#define FENCEPOST_ANALYZER_TRACE_THREADS_H

#include "analyzer/trace/Event.h"

#include <span>

namespace fencepost::analyzer {

/// Brings what a thread began and what another thread completed together, as far as both are there.
/// `threads`: those of one rank, whose events are in the order of their records.
void tieThreads(std::span<LocationTrace *const> threads);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_THREADS_H
