//===- Released.h - memory that the program gives back --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of a window, or of an operation in flight, that dies. What is given out
// again at its address is not theirs.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_RELEASED_H
#define FENCEPOST_RUNTIME_ACCESS_RELEASED_H

#include <cstdint>

namespace fencepost {
struct Site;
}

namespace fencepost::runtime {

struct Thread;

/// Records that the memory is released now at the site, if any of it matters.
void recordRelease(Site &site, uint64_t address, uint64_t bytes);

/// The same within an MPI call, whose context it gets. The thread must not be writing.
void recordRelease(Thread &thread, uint32_t context, uint64_t address, uint64_t bytes,
                   uint64_t time);

/// Whether this thread's releases are looked at: in a recorded run, outside of MPI calls.
bool mayRelease();

/// Whether a page of the memory may be marked.
bool isTracked(uint64_t address, uint64_t bytes);

/// Bytes of what malloc or new made at the address; 0 when that cannot be known.
uint64_t allocationSize(uint64_t address, bool byNew);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_RELEASED_H
