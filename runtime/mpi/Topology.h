//===- Topology.h - who a rank's neighbours are ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_TOPOLOGY_H
#define FENCEPOST_RUNTIME_MPI_TOPOLOGY_H

#include "runtime/base/Vector.h"
#include "runtime/process/Recording.h"

namespace fencepost::runtime {

/// Ranks of the communicator in the order of the blocks of a neighbourhood collective;
/// MPI_PROC_NULL beyond the borders of a grid.
struct Neighbours {
  LocalVector<int> sources;
  LocalVector<int> destinations;
};

/// Those of this rank; none without a topology.
void findNeighbours(MPI_Comm comm, Neighbours &neighbours);

/// The same as ids of groups (Groups.h), each neighbour once. kNoId: not a neighbourhood
/// collective.
struct NeighbourGroups {
  uint32_t sources = kNoId;
  uint32_t destinations = kNoId;
};

NeighbourGroups neighbourGroups(Recording &call, MPI_Comm comm, const Neighbours &neighbours);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_TOPOLOGY_H
