//===- StartedCollective.cpp - non-blocking collectives -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Collective.h"

using namespace fencepost;
using namespace fencepost::runtime;

extern "C" {

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
  Recording call(Call::Ibarrier, FENCEPOST_FRAME);
  const int result = PMPI_Ibarrier(comm, request);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_BARRIER})
    collective.recordStarted(request);
  return result;
}

int MPI_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request *request) {
  Recording call(Call::Ibcast, FENCEPOST_FRAME);
  const int result = PMPI_Ibcast(buffer, count, type, root, comm, request);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_BCAST, root}) {
    if (collective.isRoot())
      collective.sends(buffer, count, type);
    else
      collective.receives(buffer, count, type);
    collective.recordStarted(request);
  }
  return result;
}

int MPI_Ireduce(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request *request) {
  Recording call(Call::Ireduce, FENCEPOST_FRAME);
  const int result = PMPI_Ireduce(sent, received, count, type, op, root, comm, request);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_REDUCE, root}) {
    collective.sends(sent == MPI_IN_PLACE ? received : sent, count, type);
    if (collective.isRoot())
      collective.receives(received, count, type);
    collective.recordStarted(request);
  }
  return result;
}

int MPI_Iallreduce(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request *request) {
  Recording call(Call::Iallreduce, FENCEPOST_FRAME);
  const int result = PMPI_Iallreduce(sent, received, count, type, op, comm, request);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_ALLREDUCE}) {
    collective.sends(sent == MPI_IN_PLACE ? received : sent, count, type);
    collective.receives(received, count, type);
    collective.recordStarted(request);
  }
  return result;
}

int MPI_Iallgather(const void *sent, int sendCount, MPI_Datatype sendType, void *received,
                   int receiveCount, MPI_Datatype receiveType, MPI_Comm comm,
                   MPI_Request *request) {
  Recording call(Call::Iallgather, FENCEPOST_FRAME);
  const int result = PMPI_Iallgather(sent, sendCount, sendType, received, receiveCount, receiveType,
                                     comm, request);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_ALLGATHER}) {
    collective.sends(sent, sendCount, sendType);
    collective.receives(received, int64_t{receiveCount} * collective.size(), receiveType);
    collective.recordStarted(request);
  }
  return result;
}

int MPI_Ialltoall(const void *sent, int sendCount, MPI_Datatype sendType, void *received,
                  int receiveCount, MPI_Datatype receiveType, MPI_Comm comm, MPI_Request *request) {
  Recording call(Call::Ialltoall, FENCEPOST_FRAME);
  const int result =
      PMPI_Ialltoall(sent, sendCount, sendType, received, receiveCount, receiveType, comm, request);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_ALLTOALL}) {
    const int64_t all = int64_t{receiveCount} * collective.size();
    if (sent == MPI_IN_PLACE)
      collective.sends(received, all, receiveType);
    else
      collective.sends(sent, int64_t{sendCount} * collective.size(), sendType);
    collective.receives(received, all, receiveType);
    collective.recordStarted(request);
  }
  return result;
}

} // extern "C"
