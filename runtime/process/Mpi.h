//===- Mpi.h - mpi.h, as this library includes it -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our wrappers are the visible definitions of these functions.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_MPI_H
#define FENCEPOST_RUNTIME_PROCESS_MPI_H

#pragma GCC visibility push(default)
#include <mpi.h>
#pragma GCC visibility pop

#endif // FENCEPOST_RUNTIME_PROCESS_MPI_H
