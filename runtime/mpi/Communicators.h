//===- Communicators.h - communicators and their keys ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A communicator is known everywhere by the world rank of its rank 0 and a number
// that this rank gave it (Geimer et al. 2011). The number is broadcast when it is
// made; events name local ranks only. An inter-communicator has the key of that of
// its groups whose key is less.
//
// What MPI_Comm_idup makes may not be used before the program has completed it, and
// then not all are there to take a broadcast: it is known by its parent and by how
// many the parent had before, which all members count alike.
//
// Followed are those all of whose processes are in MPI_COMM_WORLD: the others (of
// MPI_Comm_spawn, say) are not recorded and would not answer. All members come to
// the same conclusion.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_COMMUNICATORS_H
#define FENCEPOST_RUNTIME_MPI_COMMUNICATORS_H

#include "runtime/mpi/Topology.h"

namespace fencepost::runtime {

inline constexpr uint32_t kWorldId = 0;
inline constexpr uint32_t kSelfId = 1;

/// Once, in MPI_Init: defines world and self.
void defineInitialCommunicators(Journal &journal);

struct KnownCommunicator {
  uint32_t id = kNoId; // kNoId: not followed
  bool inter = false;
};

KnownCommunicator findCommunicator(MPI_Comm comm);
inline uint32_t communicatorId(MPI_Comm comm) { return findCommunicator(comm).id; }

/// Collective over `comm`, which was just made in `call` from `parent` (MPI_COMM_NULL: of several).
/// kNoId when it is not one that is followed.
uint32_t adoptCommunicator(Recording &call, MPI_Comm comm, MPI_Comm parent);

/// Local: `comm`, which the program may use only later, is being made as a duplicate of `parent`.
/// kNoId when that is not followed.
uint32_t adoptDuplicate(Recording &call, MPI_Comm comm, MPI_Comm parent);
/// The program may use it now.
void completeDuplicate(MPI_Comm comm);

/// Collective over `comm`: defines a communicator with the same processes for a window or a file.
uint32_t defineSameProcesses(Recording &call, MPI_Comm comm);

void renameCommunicator(Recording &call, MPI_Comm comm, const char *name);

/// Which one the persistent collective that was just made on it is, from 1. All members make them
/// in one order, in which they may not start them.
uint32_t countPersistent(MPI_Comm comm);

/// This rank's neighbours in a communicator that is followed, found the first time.
NeighbourGroups neighboursIn(Recording &call, MPI_Comm comm, const Neighbours &neighbours);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_COMMUNICATORS_H
