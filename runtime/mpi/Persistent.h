//===- Persistent.h - starts of persistent requests ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_PERSISTENT_H
#define FENCEPOST_RUNTIME_MPI_PERSISTENT_H

#include "runtime/mpi/Requests.h"

namespace fencepost::runtime {

/// Records the start of the request at `where`, after the call that started it.
void recordStart(Recording &call, const MPI_Request *where);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_PERSISTENT_H
