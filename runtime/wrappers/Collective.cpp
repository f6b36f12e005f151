//===- Collective.cpp - collectives without a root -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/wrappers/CollectiveForms.h"

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

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
  Recording call(Call::Ibarrier, FENCEPOST_FRAME);
  const int result = PMPI_Ibarrier(comm, request);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_BARRIER})
    collective.recordStarted(request);
  return result;
}

#if MPI_VERSION >= 4
int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  Recording call(Call::Barrier_init, FENCEPOST_FRAME);
  const int result = PMPI_Barrier_init(comm, info, request);
  if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_BARRIER})
    collective.recordInit(request);
  return result;
}
#endif

FENCEPOST_COLLECTIVE(Allreduce, Iallreduce, REDUCTION, ALLREDUCE, allreduce)
FENCEPOST_COLLECTIVE(Allgather, Iallgather, EQUAL_BLOCKS, ALLGATHER, allgather)
FENCEPOST_COLLECTIVE(Allgatherv, Iallgatherv, RECEIVED_BLOCKS, ALLGATHERV, allgatherv)
FENCEPOST_COLLECTIVE(Alltoall, Ialltoall, EQUAL_BLOCKS, ALLTOALL, alltoall)
FENCEPOST_COLLECTIVE(Alltoallv, Ialltoallv, BLOCKS, ALLTOALLV, alltoallv)
FENCEPOST_COLLECTIVE(Alltoallw, Ialltoallw, TYPED_BLOCKS, ALLTOALLW, alltoallw)
FENCEPOST_COLLECTIVE(Reduce_scatter, Ireduce_scatter, COUNTS_REDUCTION, REDUCE_SCATTER,
                     reduceScatter)
FENCEPOST_COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, REDUCTION, REDUCE_SCATTER_BLOCK,
                     reduceScatterBlock)
FENCEPOST_COLLECTIVE(Scan, Iscan, REDUCTION, SCAN, allreduce)
FENCEPOST_COLLECTIVE(Exscan, Iexscan, REDUCTION, EXSCAN, exscan)

} // extern "C"
