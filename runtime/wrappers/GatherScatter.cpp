//===- GatherScatter.cpp - collectives to and from a root -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Collective.h"

using namespace fencepost;
using namespace fencepost::runtime;

extern "C" {

int MPI_Gather(const void *sent, int sendCount, MPI_Datatype sendType, void *received,
               int receiveCount, MPI_Datatype receiveType, int root, MPI_Comm comm) {
  Recording call(Call::Gather, FENCEPOST_FRAME);
  const int result =
      PMPI_Gather(sent, sendCount, sendType, received, receiveCount, receiveType, root, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_GATHER, root}) {
    collective.sends(sent, sendCount, sendType);
    if (collective.isRoot())
      collective.receives(received, int64_t{receiveCount} * collective.size(), receiveType);
    collective.record();
  }
  return result;
}

int MPI_Gatherv(const void *sent, int sendCount, MPI_Datatype sendType, void *received,
                const int receiveCounts[], const int displacements[], MPI_Datatype receiveType,
                int root, MPI_Comm comm) {
  Recording call(Call::Gatherv, FENCEPOST_FRAME);
  const int result = PMPI_Gatherv(sent, sendCount, sendType, received, receiveCounts, displacements,
                                  receiveType, root, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_GATHERV, root}) {
    collective.sends(sent, sendCount, sendType);
    if (collective.isRoot())
      collective.receives(received, receiveCounts, displacements, receiveType);
    collective.record();
  }
  return result;
}

int MPI_Scatter(const void *sent, int sendCount, MPI_Datatype sendType, void *received,
                int receiveCount, MPI_Datatype receiveType, int root, MPI_Comm comm) {
  Recording call(Call::Scatter, FENCEPOST_FRAME);
  const int result =
      PMPI_Scatter(sent, sendCount, sendType, received, receiveCount, receiveType, root, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_SCATTER, root}) {
    if (collective.isRoot())
      collective.sends(sent, int64_t{sendCount} * collective.size(), sendType);
    collective.receives(received, receiveCount, receiveType);
    collective.record();
  }
  return result;
}

int MPI_Scatterv(const void *sent, const int sendCounts[], const int displacements[],
                 MPI_Datatype sendType, void *received, int receiveCount, MPI_Datatype receiveType,
                 int root, MPI_Comm comm) {
  Recording call(Call::Scatterv, FENCEPOST_FRAME);
  const int result = PMPI_Scatterv(sent, sendCounts, displacements, sendType, received,
                                   receiveCount, receiveType, root, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_SCATTERV, root}) {
    if (collective.isRoot())
      collective.sends(sent, sendCounts, displacements, sendType);
    collective.receives(received, receiveCount, receiveType);
    collective.record();
  }
  return result;
}

} // extern "C"
