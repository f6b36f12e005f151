//===- Accumulate.cpp - the accumulate family -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/OneSided.h"

using namespace fencepost;
using namespace fencepost::runtime;

// Request forms and those with large counts differ in nothing that is recorded but their names.
#define ACCUMULATE_DATA(Count)                                                                     \
  const void *origin, Count originCount, MPI_Datatype originType, int target,                      \
      MPI_Aint displacement, Count targetCount, MPI_Datatype targetType, MPI_Op op, MPI_Win window

#define ACCUMULATE_ARGUMENTS                                                                       \
  {                                                                                                \
    window, target, displacement, {origin, originCount, originType}, kNoData, kNoData,             \
        {nullptr, targetCount, targetType}, op                                                     \
  }

#define ACCUMULATE(name, Count)                                                                    \
  int MPI_##name(ACCUMULATE_DATA(Count)) {                                                         \
    return issue(Call::name, FENCEPOST_FRAME, ACCUMULATE_ARGUMENTS, nullptr, [&] {                 \
      return PMPI_##name(origin, originCount, originType, target, displacement, targetCount,       \
                         targetType, op, window);                                                  \
    });                                                                                            \
  }

#define STARTED_ACCUMULATE(name, Count)                                                            \
  int MPI_##name(ACCUMULATE_DATA(Count), MPI_Request *request) {                                   \
    return issue(Call::name, FENCEPOST_FRAME, ACCUMULATE_ARGUMENTS, request, [&] {                 \
      return PMPI_##name(origin, originCount, originType, target, displacement, targetCount,       \
                         targetType, op, window, request);                                         \
    });                                                                                            \
  }

#define GET_ACCUMULATE_DATA(Count)                                                                 \
  const void *origin, Count originCount, MPI_Datatype originType, void *result, Count resultCount, \
      MPI_Datatype resultType, int target, MPI_Aint displacement, Count targetCount,               \
      MPI_Datatype targetType, MPI_Op op, MPI_Win window

#define GET_ACCUMULATE_ARGUMENTS                                                                   \
  {                                                                                                \
    window, target, displacement, {origin, originCount, originType},                               \
        {result, resultCount, resultType}, kNoData, {nullptr, targetCount, targetType}, op         \
  }

#define GET_ACCUMULATE(name, Count)                                                                \
  int MPI_##name(GET_ACCUMULATE_DATA(Count)) {                                                     \
    return issue(Call::name, FENCEPOST_FRAME, GET_ACCUMULATE_ARGUMENTS, nullptr, [&] {             \
      return PMPI_##name(origin, originCount, originType, result, resultCount, resultType, target, \
                         displacement, targetCount, targetType, op, window);                       \
    });                                                                                            \
  }

#define STARTED_GET_ACCUMULATE(name, Count)                                                        \
  int MPI_##name(GET_ACCUMULATE_DATA(Count), MPI_Request *request) {                               \
    return issue(Call::name, FENCEPOST_FRAME, GET_ACCUMULATE_ARGUMENTS, request, [&] {             \
      return PMPI_##name(origin, originCount, originType, result, resultCount, resultType, target, \
                         displacement, targetCount, targetType, op, window, request);              \
    });                                                                                            \
  }

extern "C" {

ACCUMULATE(Accumulate, int)
STARTED_ACCUMULATE(Raccumulate, int)
GET_ACCUMULATE(Get_accumulate, int)
STARTED_GET_ACCUMULATE(Rget_accumulate, int)
#if MPI_VERSION >= 4
ACCUMULATE(Accumulate_c, MPI_Count)
STARTED_ACCUMULATE(Raccumulate_c, MPI_Count)
GET_ACCUMULATE(Get_accumulate_c, MPI_Count)
STARTED_GET_ACCUMULATE(Rget_accumulate_c, MPI_Count)
#endif

int MPI_Fetch_and_op(const void *origin, void *result, MPI_Datatype type, int target,
                     MPI_Aint displacement, MPI_Op op, MPI_Win window) {
  const OneSidedArguments arguments = {
      window,          target, displacement, {origin, 1, type}, {result, 1, type}, kNoData,
      {nullptr, 1, type}, op};
  return issue(Call::Fetch_and_op, FENCEPOST_FRAME, arguments, nullptr, [&] {
    return PMPI_Fetch_and_op(origin, result, type, target, displacement, op, window);
  });
}

int MPI_Compare_and_swap(const void *origin, const void *compare, void *result, MPI_Datatype type,
                         int target, MPI_Aint displacement, MPI_Win window) {
  const OneSidedArguments arguments = {window,
                                       target,
                                       displacement,
                                       {origin, 1, type},
                                       {result, 1, type},
                                       {compare, 1, type},
                                       {nullptr, 1, type},
                                       MPI_OP_NULL};
  return issue(Call::Compare_and_swap, FENCEPOST_FRAME, arguments, nullptr, [&] {
    return PMPI_Compare_and_swap(origin, compare, result, type, target, displacement, window);
  });
}

} // extern "C"
