//===- Operators.h - names of reduction operations ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_OPERATORS_H
#define FENCEPOST_RUNTIME_MPI_OPERATORS_H

#include "runtime/process/Mpi.h"

namespace fencepost::runtime {

/// "MPI_SUM"; "user" for an operation of the program.
const char *operatorName(MPI_Op op);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_OPERATORS_H
