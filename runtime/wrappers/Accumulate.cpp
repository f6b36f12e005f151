//===- Accumulate.cpp - the accumulate family -----------------------------===//
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

int MPI_Accumulate(const void *origin, int originCount, MPI_Datatype originType, int target,
                   MPI_Aint displacement, int targetCount, MPI_Datatype targetType, MPI_Op op,
                   MPI_Win window) {
  Recording call(Call::Accumulate, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, originCount, originType},
                                       kNone,
                                       kNone,
                                       {nullptr, targetCount, targetType},
                                       op};
  OneSided operation(call, arguments);
  const int status = PMPI_Accumulate(origin, originCount, originType, target, displacement,
                                     targetCount, targetType, op, window);
  operation.record(status);
  return status;
}

int MPI_Raccumulate(const void *origin, int originCount, MPI_Datatype originType, int target,
                    MPI_Aint displacement, int targetCount, MPI_Datatype targetType, MPI_Op op,
                    MPI_Win window, MPI_Request *request) {
  Recording call(Call::Raccumulate, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, originCount, originType},
                                       kNone,
                                       kNone,
                                       {nullptr, targetCount, targetType},
                                       op};
  OneSided operation(call, arguments);
  const int status = PMPI_Raccumulate(origin, originCount, originType, target, displacement,
                                      targetCount, targetType, op, window, request);
  operation.record(status, request);
  return status;
}

int MPI_Get_accumulate(const void *origin, int originCount, MPI_Datatype originType, void *result,
                       int resultCount, MPI_Datatype resultType, int target, MPI_Aint displacement,
                       int targetCount, MPI_Datatype targetType, MPI_Op op, MPI_Win window) {
  Recording call(Call::Get_accumulate, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, originCount, originType},
                                       {result, resultCount, resultType},
                                       kNone,
                                       {nullptr, targetCount, targetType},
                                       op};
  OneSided operation(call, arguments);
  const int status =
      PMPI_Get_accumulate(origin, originCount, originType, result, resultCount, resultType, target,
                          displacement, targetCount, targetType, op, window);
  operation.record(status);
  return status;
}

int MPI_Rget_accumulate(const void *origin, int originCount, MPI_Datatype originType, void *result,
                        int resultCount, MPI_Datatype resultType, int target, MPI_Aint displacement,
                        int targetCount, MPI_Datatype targetType, MPI_Op op, MPI_Win window,
                        MPI_Request *request) {
  Recording call(Call::Rget_accumulate, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, originCount, originType},
                                       {result, resultCount, resultType},
                                       kNone,
                                       {nullptr, targetCount, targetType},
                                       op};
  OneSided operation(call, arguments);
  const int status =
      PMPI_Rget_accumulate(origin, originCount, originType, result, resultCount, resultType, target,
                           displacement, targetCount, targetType, op, window, request);
  operation.record(status, request);
  return status;
}

int MPI_Fetch_and_op(const void *origin, void *result, MPI_Datatype type, int target,
                     MPI_Aint displacement, MPI_Op op, MPI_Win window) {
  Recording call(Call::Fetch_and_op, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {
      window, target, displacement, {origin, 1, type}, {result, 1, type}, kNone, {nullptr, 1, type},
      op};
  OneSided operation(call, arguments);
  const int status = PMPI_Fetch_and_op(origin, result, type, target, displacement, op, window);
  operation.record(status);
  return status;
}

int MPI_Compare_and_swap(const void *origin, const void *compare, void *result, MPI_Datatype type,
                         int target, MPI_Aint displacement, MPI_Win window) {
  Recording call(Call::Compare_and_swap, FENCEPOST_FRAME);
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, 1, type},
                                       {result, 1, type},
                                       {compare, 1, type},
                                       {nullptr, 1, type},
                                       MPI_OP_NULL};
  OneSided operation(call, arguments);
  const int status =
      PMPI_Compare_and_swap(origin, compare, result, type, target, displacement, window);
  operation.record(status);
  return status;
}

} // extern "C"
