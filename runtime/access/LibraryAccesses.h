//===- LibraryAccesses.h - what a call of a library function accessed -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_LIBRARYACCESSES_H
#define FENCEPOST_RUNTIME_ACCESS_LIBRARYACCESSES_H

#include <cstdarg>
#include <cstdint>

namespace fencepost {
struct LibraryCall;
struct Site;
} // namespace fencepost

namespace fencepost::runtime {

/// A call that has returned: its arguments as model/Abi.h passes them.
void recordLibraryCall(Site &reads, Site &writes, const LibraryCall &call, uint64_t returned,
                       va_list arguments);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_LIBRARYACCESSES_H
