//===- CollectiveForms.h - the forms that a collective comes in -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each collective is blocking, non-blocking or persistent, with int or with large
// counts. FENCEPOST_COLLECTIVE makes the wrappers of all of them:
//
//   name        MPI_<name>, MPI_I<nonBlocking>, MPI_<name>_init, MPI_<name>_c ...
//   PARAMETERS  a macro PARAMETERS(Count, Displacement) with the parameters up to
//               the communicator; PARAMETERS##_ARGUMENTS passes them on
//   op          OTF2_COLLECTIVE_OP_<op>
//   buffers     what is sent and received (CollectiveBuffers.h)
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_WRAPPERS_COLLECTIVEFORMS_H
#define FENCEPOST_RUNTIME_WRAPPERS_COLLECTIVEFORMS_H

#include "runtime/mpi/CollectiveBuffers.h"

// clang-format off

#define FENCEPOST_BLOCKING(name, PARAMETERS, op, describe, Count, Displacement)                    \
  int MPI_##name(PARAMETERS(Count, Displacement), MPI_Comm comm) {                                 \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(PARAMETERS##_ARGUMENTS, comm);                                  \
    if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_##op}) {                      \
      buffers::describe(collective, PARAMETERS##_ARGUMENTS);                                       \
      collective.record();                                                                         \
    }                                                                                              \
    return result;                                                                                 \
  }

#define FENCEPOST_NON_BLOCKING(name, PARAMETERS, op, describe, Count, Displacement)                \
  int MPI_##name(PARAMETERS(Count, Displacement), MPI_Comm comm, MPI_Request *request) {           \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(PARAMETERS##_ARGUMENTS, comm, request);                         \
    if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_##op}) {                      \
      buffers::describe(collective, PARAMETERS##_ARGUMENTS);                                       \
      collective.recordStarted(request);                                                           \
    }                                                                                              \
    return result;                                                                                 \
  }

#define FENCEPOST_PERSISTENT(name, PARAMETERS, op, describe, Count, Displacement)                  \
  int MPI_##name(PARAMETERS(Count, Displacement), MPI_Comm comm, MPI_Info info,                    \
                 MPI_Request *request) {                                                           \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(PARAMETERS##_ARGUMENTS, comm, info, request);                   \
    if (Collective collective{call, result, comm, OTF2_COLLECTIVE_OP_##op}) {                      \
      buffers::describe(collective, PARAMETERS##_ARGUMENTS);                                       \
      collective.recordInit(request);                                                              \
    }                                                                                              \
    return result;                                                                                 \
  }

#if MPI_VERSION >= 4
#define FENCEPOST_COLLECTIVE(name, nonBlocking, PARAMETERS, op, describe)                          \
  FENCEPOST_BLOCKING(name, PARAMETERS, op, describe, int, int)                                     \
  FENCEPOST_NON_BLOCKING(nonBlocking, PARAMETERS, op, describe, int, int)                          \
  FENCEPOST_BLOCKING(name##_c, PARAMETERS, op, describe, MPI_Count, MPI_Aint)                      \
  FENCEPOST_NON_BLOCKING(nonBlocking##_c, PARAMETERS, op, describe, MPI_Count, MPI_Aint)           \
  FENCEPOST_PERSISTENT(name##_init, PARAMETERS, op, describe, int, int)                            \
  FENCEPOST_PERSISTENT(name##_init_c, PARAMETERS, op, describe, MPI_Count, MPI_Aint)
#else
#define FENCEPOST_COLLECTIVE(name, nonBlocking, PARAMETERS, op, describe)                          \
  FENCEPOST_BLOCKING(name, PARAMETERS, op, describe, int, int)                                     \
  FENCEPOST_NON_BLOCKING(nonBlocking, PARAMETERS, op, describe, int, int)
#endif

#define BUFFER(Count, Displacement) void *buffer, Count count, MPI_Datatype type, int root
#define BUFFER_ARGUMENTS buffer, count, type, root

#define REDUCTION(Count, Displacement)                                                             \
  const void *sent, void *received, Count count, MPI_Datatype type, MPI_Op op
#define REDUCTION_ARGUMENTS sent, received, count, type, op

#define ROOTED_REDUCTION(Count, Displacement) REDUCTION(Count, Displacement), int root
#define ROOTED_REDUCTION_ARGUMENTS REDUCTION_ARGUMENTS, root

#define COUNTS_REDUCTION(Count, Displacement)                                                      \
  const void *sent, void *received, const Count receiveCounts[], MPI_Datatype type, MPI_Op op
#define COUNTS_REDUCTION_ARGUMENTS sent, received, receiveCounts, type, op

#define EQUAL_BLOCKS(Count, Displacement)                                                          \
  const void *sent, Count sendCount, MPI_Datatype sendType, void *received, Count receiveCount,    \
      MPI_Datatype receiveType
#define EQUAL_BLOCKS_ARGUMENTS sent, sendCount, sendType, received, receiveCount, receiveType

#define ROOTED_EQUAL_BLOCKS(Count, Displacement) EQUAL_BLOCKS(Count, Displacement), int root
#define ROOTED_EQUAL_BLOCKS_ARGUMENTS EQUAL_BLOCKS_ARGUMENTS, root

#define RECEIVED_BLOCKS(Count, Displacement)                                                       \
  const void *sent, Count sendCount, MPI_Datatype sendType, void *received,                        \
      const Count receiveCounts[], const Displacement displacements[], MPI_Datatype receiveType
#define RECEIVED_BLOCKS_ARGUMENTS                                                                  \
  sent, sendCount, sendType, received, receiveCounts, displacements, receiveType

#define ROOTED_RECEIVED_BLOCKS(Count, Displacement) RECEIVED_BLOCKS(Count, Displacement), int root
#define ROOTED_RECEIVED_BLOCKS_ARGUMENTS RECEIVED_BLOCKS_ARGUMENTS, root

#define SENT_BLOCKS(Count, Displacement)                                                           \
  const void *sent, const Count sendCounts[], const Displacement displacements[],                  \
      MPI_Datatype sendType, void *received, Count receiveCount, MPI_Datatype receiveType, int root
#define SENT_BLOCKS_ARGUMENTS                                                                      \
  sent, sendCounts, displacements, sendType, received, receiveCount, receiveType, root

#define BLOCKS(Count, Displacement)                                                                \
  const void *sent, const Count sendCounts[], const Displacement sendDisplacements[],              \
      MPI_Datatype sendType, void *received, const Count receiveCounts[],                          \
      const Displacement receiveDisplacements[], MPI_Datatype receiveType
#define BLOCKS_ARGUMENTS                                                                           \
  sent, sendCounts, sendDisplacements, sendType, received, receiveCounts, receiveDisplacements,    \
      receiveType

#define TYPED_BLOCKS(Count, Displacement)                                                          \
  const void *sent, const Count sendCounts[], const Displacement sendDisplacements[],              \
      const MPI_Datatype sendTypes[], void *received, const Count receiveCounts[],                 \
      const Displacement receiveDisplacements[], const MPI_Datatype receiveTypes[]
#define TYPED_BLOCKS_ARGUMENTS                                                                     \
  sent, sendCounts, sendDisplacements, sendTypes, received, receiveCounts, receiveDisplacements,   \
      receiveTypes

/// A neighbourhood collective has displacements of this type in every form.
#define ADDRESSED_BLOCKS(Count, Displacement) TYPED_BLOCKS(Count, MPI_Aint)
#define ADDRESSED_BLOCKS_ARGUMENTS TYPED_BLOCKS_ARGUMENTS

// clang-format on

#endif // FENCEPOST_RUNTIME_WRAPPERS_COLLECTIVEFORMS_H
