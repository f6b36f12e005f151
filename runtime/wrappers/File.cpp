//===- File.cpp - input and output ----------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that are done with their buffer when they return load or store it. Those of all processes
// of a file are written as collectives of a communicator of its own, as they may wait for all, in
// another order than what the program does with the communicator it opens the file on. What they
// do to files is not followed.
//
//===----------------------------------------------------------------------===//

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/mpi/Buffers.h"
#include "runtime/mpi/CollectiveRecords.h"
#include "runtime/mpi/Communicators.h"
#include "runtime/mpi/Completion.h"
#include "runtime/mpi/Handle.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

SpinLock lock;
HashMap<uint32_t> communicators; // of files that are open

uint32_t communicatorOf(MPI_File file) {
  Guard guard(lock);
  const uint32_t *found = communicators.find(handleKey(file));
  return found ? *found : kNoId;
}

/// What is recorded while it lives is within a collective of those processes.
class OfAll {
public:
  OfAll(Recording &call, uint32_t comm) : call_(call), comm_(comm) {
    if (comm_ != kNoId)
      recordCollectiveBegin(call_, comm_, collective_);
    else
      call_.notFollowed();
  }
  ~OfAll() {
    if (comm_ != kNoId)
      recordCollectiveEnd(call_, comm_, collective_);
  }
  OfAll(const OfAll &) = delete;
  OfAll &operator=(const OfAll &) = delete;

private:
  Recording &call_;
  uint32_t comm_;
  // One that makes all wait for all.
  CollectivePayload collective_ = collectiveOf(OTF2_COLLECTIVE_OP_CREATE_HANDLE);
};

/// The rest of a call: `record` says what it did with its buffer.
template <typename Record> int done(Recording &call, int result, MPI_File file, Record record) {
  if (!call.succeeded(result))
    return result;
  if (callInfo(call.call()).kind != EventKind::FileAll) {
    record();
    return result;
  }
  OfAll all(call, communicatorOf(file));
  record();
  return result;
}

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
    return done(call, result, file, [&] { recordRead(call, buffer, type, *used); });               \
  }
#define READ_AT(name, Count)                                                                       \
  int MPI_##name(MPI_File file, MPI_Offset at, void *buffer, Count count, MPI_Datatype type,       \
                 MPI_Status *status) {                                                             \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    NeededStatus used(status);                                                                     \
    const int result = PMPI_##name(file, at, buffer, count, type, used);                           \
    return done(call, result, file, [&] { recordRead(call, buffer, type, *used); });               \
  }
#define WRITE(name, Count)                                                                         \
  int MPI_##name(MPI_File file, const void *buffer, Count count, MPI_Datatype type,                \
                 MPI_Status *status) {                                                             \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(file, buffer, count, type, status);                             \
    return done(call, result, file, [&] { recordWritten(call, buffer, count, type); });            \
  }
#define WRITE_AT(name, Count)                                                                      \
  int MPI_##name(MPI_File file, MPI_Offset at, const void *buffer, Count count, MPI_Datatype type, \
                 MPI_Status *status) {                                                             \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(file, at, buffer, count, type, status);                         \
    return done(call, result, file, [&] { recordWritten(call, buffer, count, type); });            \
  }

#define OF_ALL(name, parameters, arguments)                                                        \
  int MPI_##name parameters {                                                                      \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    return done(call, PMPI_##name arguments, file, [] {});                                         \
  }

extern "C" {

int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file) {
  Recording call(Call::File_open, FENCEPOST_FRAME);
  const KnownCommunicator from = call.isOutermost() ? findCommunicator(comm) : KnownCommunicator{};
  // Before, as it may fail in some of the processes only.
  const bool isFollowed = from.id != kNoId && !from.inter;
  const uint32_t id = isFollowed ? defineSameProcesses(call, comm) : kNoId;
  const int result = PMPI_File_open(comm, name, mode, info, file);
  if (!call.succeeded(result))
    return result;
  {
    Guard guard(lock);
    if (uint32_t *entry = communicators.insert(handleKey(*file)))
      *entry = id;
  }
  OfAll all(call, id);
  return result;
}

int MPI_File_close(MPI_File *file) {
  Recording call(Call::File_close, FENCEPOST_FRAME);
  const MPI_File closed = *file;
  const uint32_t id = communicatorOf(closed);
  const int result = PMPI_File_close(file);
  if (!call.succeeded(result))
    return result;
  {
    Guard guard(lock);
    communicators.erase(handleKey(closed));
  }
  OfAll all(call, id);
  return result;
}

OF_ALL(File_set_size, (MPI_File file, MPI_Offset size), (file, size))
OF_ALL(File_preallocate, (MPI_File file, MPI_Offset size), (file, size))
OF_ALL(File_set_info, (MPI_File file, MPI_Info info), (file, info))
OF_ALL(File_set_view,
       (MPI_File file, MPI_Offset at, MPI_Datatype element, MPI_Datatype type, const char *format,
        MPI_Info info),
       (file, at, element, type, format, info))
OF_ALL(File_set_atomicity, (MPI_File file, int on), (file, on))
OF_ALL(File_sync, (MPI_File file), (file))

READ(File_read, int)
READ(File_read_shared, int)
READ_AT(File_read_at, int)
READ(File_read_all, int)
READ(File_read_ordered, int)
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
