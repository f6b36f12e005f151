//===- Start.h - from MPI_Init to the first record ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_START_H
#define FENCEPOST_RUNTIME_PROCESS_START_H

#include "runtime/process/Recording.h"

namespace fencepost::runtime {

/// Before the library's MPI_Init: ends a program that was linked with the runtime of another MPI
/// library, whose handles would not be understood.
void checkLibrary();

/// In MPI_Init, after the library's own: agrees on clock and directory and starts recording.
/// Collective over all processes. Without a place for the trace the program runs unrecorded.
void startRun(Recording &call);

/// A duplicate of MPI_COMM_WORLD for the runtime's own messages.
MPI_Comm privateWorld();

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_START_H
