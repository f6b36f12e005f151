//===- PutGet.cpp - put and get -------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/OneSided.h"

using namespace fencepost;
using namespace fencepost::runtime;

// The functions differ in nothing that is recorded but their names.
#define DATA(count)                                                                                \
  origin, count originCount, MPI_Datatype originType, int target, MPI_Aint displacement,           \
      count targetCount, MPI_Datatype targetType, MPI_Win window

#define ARGUMENTS                                                                                  \
  {                                                                                                \
    window, target, displacement, {origin, originCount, originType}, kNoData, kNoData,             \
        {nullptr, targetCount, targetType}, MPI_OP_NULL                                            \
  }

#define PUT_OR_GET(name, Buffer, Count)                                                            \
  int MPI_##name(Buffer DATA(Count)) {                                                             \
    return issue(Call::name, FENCEPOST_FRAME, ARGUMENTS, nullptr, [&] {                            \
      return PMPI_##name(origin, originCount, originType, target, displacement, targetCount,       \
                         targetType, window);                                                      \
    });                                                                                            \
  }

#define STARTED_PUT_OR_GET(name, Buffer, Count)                                                    \
  int MPI_##name(Buffer DATA(Count), MPI_Request *request) {                                       \
    return issue(Call::name, FENCEPOST_FRAME, ARGUMENTS, request, [&] {                            \
      return PMPI_##name(origin, originCount, originType, target, displacement, targetCount,       \
                         targetType, window, request);                                             \
    });                                                                                            \
  }

extern "C" {
PUT_OR_GET(Put, const void *, int)
PUT_OR_GET(Get, void *, int)
STARTED_PUT_OR_GET(Rput, const void *, int)
STARTED_PUT_OR_GET(Rget, void *, int)
#if MPI_VERSION >= 4
PUT_OR_GET(Put_c, const void *, MPI_Count)
PUT_OR_GET(Get_c, void *, MPI_Count)
STARTED_PUT_OR_GET(Rput_c, const void *, MPI_Count)
STARTED_PUT_OR_GET(Rget_c, void *, MPI_Count)
#endif
} // extern "C"
