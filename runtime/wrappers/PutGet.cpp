//===- PutGet.cpp - put and get -------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/OneSided.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {
const OneSidedArguments::Data kNone = {nullptr, 0, MPI_DATATYPE_NULL};
}

extern "C" {

int MPI_Put(const void *origin, int originCount, MPI_Datatype originType, int target,
            MPI_Aint displacement, int targetCount, MPI_Datatype targetType, MPI_Win window) {
  Recording call(Call::Put, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, originCount, originType},
                                       kNone,
                                       kNone,
                                       {nullptr, targetCount, targetType},
                                       MPI_OP_NULL};
  OneSided operation(call, arguments);
  const int status = PMPI_Put(origin, originCount, originType, target, displacement, targetCount,
                              targetType, window);
  operation.record(status);
  return status;
}

int MPI_Rput(const void *origin, int originCount, MPI_Datatype originType, int target,
             MPI_Aint displacement, int targetCount, MPI_Datatype targetType, MPI_Win window,
             MPI_Request *request) {
  Recording call(Call::Rput, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, originCount, originType},
                                       kNone,
                                       kNone,
                                       {nullptr, targetCount, targetType},
                                       MPI_OP_NULL};
  OneSided operation(call, arguments);
  const int status = PMPI_Rput(origin, originCount, originType, target, displacement, targetCount,
                               targetType, window, request);
  operation.record(status, request);
  return status;
}

int MPI_Get(void *origin, int originCount, MPI_Datatype originType, int target,
            MPI_Aint displacement, int targetCount, MPI_Datatype targetType, MPI_Win window) {
  Recording call(Call::Get, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, originCount, originType},
                                       kNone,
                                       kNone,
                                       {nullptr, targetCount, targetType},
                                       MPI_OP_NULL};
  OneSided operation(call, arguments);
  const int status = PMPI_Get(origin, originCount, originType, target, displacement, targetCount,
                              targetType, window);
  operation.record(status);
  return status;
}

int MPI_Rget(void *origin, int originCount, MPI_Datatype originType, int target,
             MPI_Aint displacement, int targetCount, MPI_Datatype targetType, MPI_Win window,
             MPI_Request *request) {
  Recording call(Call::Rget, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, originCount, originType},
                                       kNone,
                                       kNone,
                                       {nullptr, targetCount, targetType},
                                       MPI_OP_NULL};
  OneSided operation(call, arguments);
  const int status = PMPI_Rget(origin, originCount, originType, target, displacement, targetCount,
                               targetType, window, request);
  operation.record(status, request);
  return status;
}

} // extern "C"
