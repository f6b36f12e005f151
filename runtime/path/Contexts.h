//===- Contexts.h - calling contexts: call paths with a number ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A context is one frame of a call path; its parent is the frame it was called
// from (docs/trace-format.md, CallingContext). Each is defined once a process.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PATH_CONTEXTS_H
#define FENCEPOST_RUNTIME_PATH_CONTEXTS_H

#include "model/Calls.h"
#include "model/Site.h"

#include <cstddef>

namespace fencepost {
struct Site;
}

namespace fencepost::runtime {

struct Thread;

/// The context of an MPI call made now: `frame` is the wrapper's frame address, `site` what the
/// instrumentation said of the call, or null. The thread must be writing.
uint32_t contextOfCall(Thread &thread, Call call, Site *site, const void *frame);

/// Defines the context of a load or store: its function, with the line of the access.
uint32_t defineAccess(const SiteRecord &record, Thread &thread);

/// Line of the MPI call whose context it is; 0 where unknown.
uint32_t callLine(uint32_t context);

/// "MPI_Put at halo.c:59", as much of it as is known of an MPI call's context; ended by a NUL.
void describeCall(uint32_t context, char *text, std::size_t size);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PATH_CONTEXTS_H
