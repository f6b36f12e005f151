//===- Flatten.h - reads a datatype's constructor -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_FLATTEN_H
#define FENCEPOST_RUNTIME_MPI_FLATTEN_H

#include "runtime/mpi/TypeMap.h"

namespace fencepost::runtime {

/// Fills in the map of any datatype, committed or not. `map` is zeroed.
void flatten(MPI_Datatype type, TypeMap &map);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_FLATTEN_H
