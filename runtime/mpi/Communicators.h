//===- Communicators.h - communicators and their keys ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A communicator is known everywhere by the world rank of its rank 0 and a number
// that this rank gave it (Geimer et al. 2011). The number is broadcast when it is
// made; events name local ranks only.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_COMMUNICATORS_H
#define FENCEPOST_RUNTIME_MPI_COMMUNICATORS_H

#include "runtime/process/Recording.h"

namespace fencepost::runtime {

inline constexpr uint32_t kWorldId = 0;
inline constexpr uint32_t kSelfId = 1;

/// Once, in MPI_Init: defines world and self.
void defineInitialCommunicators(Journal &journal);

/// The id of a communicator of the program; kNoId when it is not known (an inter-communicator, or
/// made by a function that is not followed).
uint32_t communicatorId(MPI_Comm comm);

/// Collective over `comm`, which was just made in `call` from `parent`. kNoId when it is not one
/// that is followed.
uint32_t adoptCommunicator(Recording &call, MPI_Comm comm, MPI_Comm parent);

/// Collective over `comm`: defines a communicator with the same processes for a window.
uint32_t defineWindowCommunicator(Recording &call, MPI_Comm comm);

void renameCommunicator(Recording &call, MPI_Comm comm, const char *name);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_COMMUNICATORS_H
