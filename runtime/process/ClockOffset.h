//===- ClockOffset.h - how this rank's clock differs from rank 0's --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_CLOCKOFFSET_H
#define FENCEPOST_RUNTIME_PROCESS_CLOCKOFFSET_H

#include "runtime/journal/Journal.h"
#include "runtime/process/Mpi.h"

namespace fencepost::runtime {

/// Collective over `world`: writes the offset into the journal. It is zero for ranks that read the
/// same clock as rank 0 (clockIdentity), measured for the others.
void recordClockOffset(Journal &journal, MPI_Comm world);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_CLOCKOFFSET_H
