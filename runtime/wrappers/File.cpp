//===- File.cpp - input and output ----------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that are done with their buffer when they return load or store it. What they
// do to files, and who waits for whom, is not followed.
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Buffers.h"
#include "runtime/mpi/Completion.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

/// As much as the status says.
void recordRead(Recording &call, void *buffer, MPI_Datatype type, const MPI_Status &status) {
  int count = 0;
  PMPI_Get_count(&status, type, &count);
  if (wantsRanges() && count != MPI_UNDEFINED)
    recordAccesses(call, RangeKind::Store, BufferRanges(buffer, count, type));
}

void recordWritten(Recording &call, const void *buffer, MPI_Count count, MPI_Datatype type) {
  if (wantsRanges())
    recordAccesses(call, RangeKind::Load, BufferRanges(buffer, count, type));
}

} // namespace

#define READ(name, Count)                                                                          \
  int MPI_##name(MPI_File file, void *buffer, Count count, MPI_Datatype type,                      \
                 MPI_Status *status) {                                                             \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    NeededStatus used(status);                                                                     \
    const int result = PMPI_##name(file, buffer, count, type, used);                               \
    if (call.succeeded(result))                                                                    \
      recordRead(call, buffer, type, *used);                                                       \
    return result;                                                                                 \
  }
#define READ_AT(name, Count)                                                                       \
  int MPI_##name(MPI_File file, MPI_Offset at, void *buffer, Count count, MPI_Datatype type,       \
                 MPI_Status *status) {                                                             \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    NeededStatus used(status);                                                                     \
    const int result = PMPI_##name(file, at, buffer, count, type, used);                           \
    if (call.succeeded(result))                                                                    \
      recordRead(call, buffer, type, *used);                                                       \
    return result;                                                                                 \
  }
#define WRITE(name, Count)                                                                         \
  int MPI_##name(MPI_File file, const void *buffer, Count count, MPI_Datatype type,                \
                 MPI_Status *status) {                                                             \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(file, buffer, count, type, status);                             \
    if (call.succeeded(result))                                                                    \
      recordWritten(call, buffer, count, type);                                                    \
    return result;                                                                                 \
  }
#define WRITE_AT(name, Count)                                                                      \
  int MPI_##name(MPI_File file, MPI_Offset at, const void *buffer, Count count, MPI_Datatype type, \
                 MPI_Status *status) {                                                             \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(file, at, buffer, count, type, status);                         \
    if (call.succeeded(result))                                                                    \
      recordWritten(call, buffer, count, type);                                                    \
    return result;                                                                                 \
  }

extern "C" {

READ(File_read, int)
READ(File_read_all, int)
READ(File_read_shared, int)
READ(File_read_ordered, int)
READ_AT(File_read_at, int)
READ_AT(File_read_at_all, int)
WRITE(File_write, int)
WRITE(File_write_all, int)
WRITE(File_write_shared, int)
WRITE(File_write_ordered, int)
WRITE_AT(File_write_at, int)
WRITE_AT(File_write_at_all, int)

#if MPI_VERSION >= 4
READ(File_read_c, MPI_Count)
READ(File_read_all_c, MPI_Count)
READ(File_read_shared_c, MPI_Count)
READ(File_read_ordered_c, MPI_Count)
READ_AT(File_read_at_c, MPI_Count)
READ_AT(File_read_at_all_c, MPI_Count)
WRITE(File_write_c, MPI_Count)
WRITE(File_write_all_c, MPI_Count)
WRITE(File_write_shared_c, MPI_Count)
WRITE(File_write_ordered_c, MPI_Count)
WRITE_AT(File_write_at_c, MPI_Count)
WRITE_AT(File_write_at_all_c, MPI_Count)
#endif

} // extern "C"
