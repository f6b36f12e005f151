//===- Collective.cpp - collectives in which all send alike ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Collective.h"

using namespace fencepost;
using namespace fencepost::runtime;

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  Recording call(Call::Barrier, FENCEPOST_FRAME);
  const int result = PMPI_Barrier(comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_BARRIER})
    collective.record();
  return result;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  Recording call(Call::Bcast, FENCEPOST_FRAME);
  const int result = PMPI_Bcast(buffer, count, type, root, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_BCAST, root}) {
    if (collective.isRoot())
      collective.sends(buffer, count, type);
    else
      collective.receives(buffer, count, type);
    collective.record();
  }
  return result;
}

int MPI_Reduce(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  Recording call(Call::Reduce, FENCEPOST_FRAME);
  const int result = PMPI_Reduce(sent, received, count, type, op, root, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_REDUCE, root}) {
    collective.sends(sent == MPI_IN_PLACE ? received : sent, count, type);
    if (collective.isRoot())
      collective.receives(received, count, type);
    collective.record();
  }
  return result;
}

int MPI_Allreduce(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  Recording call(Call::Allreduce, FENCEPOST_FRAME);
  const int result = PMPI_Allreduce(sent, received, count, type, op, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_ALLREDUCE}) {
    collective.sends(sent == MPI_IN_PLACE ? received : sent, count, type);
    collective.receives(received, count, type);
    collective.record();
  }
  return result;
}

int MPI_Allgather(const void *sent, int sendCount, MPI_Datatype sendType, void *received,
                  int receiveCount, MPI_Datatype receiveType, MPI_Comm comm) {
  Recording call(Call::Allgather, FENCEPOST_FRAME);
  const int result =
      PMPI_Allgather(sent, sendCount, sendType, received, receiveCount, receiveType, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_ALLGATHER}) {
    collective.sends(sent, sendCount, sendType);
    collective.receives(received, int64_t{receiveCount} * collective.size(), receiveType);
    collective.record();
  }
  return result;
}

int MPI_Allgatherv(const void *sent, int sendCount, MPI_Datatype sendType, void *received,
                   const int receiveCounts[], const int displacements[], MPI_Datatype receiveType,
                   MPI_Comm comm) {
  Recording call(Call::Allgatherv, FENCEPOST_FRAME);
  const int result = PMPI_Allgatherv(sent, sendCount, sendType, received, receiveCounts,
                                     displacements, receiveType, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_ALLGATHERV}) {
    collective.sends(sent, sendCount, sendType);
    collective.receives(received, receiveCounts, displacements, receiveType);
    collective.record();
  }
  return result;
}

int MPI_Alltoall(const void *sent, int sendCount, MPI_Datatype sendType, void *received,
                 int receiveCount, MPI_Datatype receiveType, MPI_Comm comm) {
  Recording call(Call::Alltoall, FENCEPOST_FRAME);
  const int result =
      PMPI_Alltoall(sent, sendCount, sendType, received, receiveCount, receiveType, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_ALLTOALL}) {
    const int64_t all = int64_t{receiveCount} * collective.size();
    if (sent == MPI_IN_PLACE)
      collective.sends(received, all, receiveType);
    else
      collective.sends(sent, int64_t{sendCount} * collective.size(), sendType);
    collective.receives(received, all, receiveType);
    collective.record();
  }
  return result;
}

int MPI_Alltoallv(const void *sent, const int sendCounts[], const int sendDisplacements[],
                  MPI_Datatype sendType, void *received, const int receiveCounts[],
                  const int receiveDisplacements[], MPI_Datatype receiveType, MPI_Comm comm) {
  Recording call(Call::Alltoallv, FENCEPOST_FRAME);
  const int result = PMPI_Alltoallv(sent, sendCounts, sendDisplacements, sendType, received,
                                    receiveCounts, receiveDisplacements, receiveType, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_ALLTOALLV}) {
    if (sent == MPI_IN_PLACE)
      collective.sends(received, receiveCounts, receiveDisplacements, receiveType);
    else
      collective.sends(sent, sendCounts, sendDisplacements, sendType);
    collective.receives(received, receiveCounts, receiveDisplacements, receiveType);
    collective.record();
  }
  return result;
}

int MPI_Reduce_scatter_block(const void *sent, void *received, int receiveCount, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  Recording call(Call::Reduce_scatter_block, FENCEPOST_FRAME);
  const int result = PMPI_Reduce_scatter_block(sent, received, receiveCount, type, op, comm);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK}) {
    collective.sends(sent == MPI_IN_PLACE ? received : sent,
                     int64_t{receiveCount} * collective.size(), type);
    collective.receives(received, receiveCount, type);
    collective.record();
  }
  return result;
}

} // extern "C"
