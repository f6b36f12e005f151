//===- Send.cpp - sends ---------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Messages.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

void recordBlockingSend(Recording &call, const MessageBuffer &buffer, int peer, int tag,
                        MPI_Comm comm) {
  const uint32_t id = messageComm(call, comm, peer);
  if (id == kNoId)
    return;
  const BufferRanges ranges(buffer.address, buffer.count, buffer.type);
  recordSend(call, id, peer, tag, ranges.bytes(), 0);
  recordRanges(call, RangeKind::SendRead, ranges);
}

void recordStartedSend(Recording &call, const MessageBuffer &buffer, int peer, int tag,
                       MPI_Comm comm, const MPI_Request *request) {
  const uint32_t id = messageComm(call, comm, peer);
  if (id == kNoId)
    return addRequest(request, {});
  const BufferRanges ranges(buffer.address, buffer.count, buffer.type);
  const uint64_t number = nextNumber();
  recordSend(call, id, peer, tag, ranges.bytes(), number);
  recordRanges(call, RangeKind::SendRead, ranges);
  const BufferId tracked = trackBuffer(ranges.ranges().data(), ranges.ranges().size());
  addRequest(request, {RequestKind::Send, id, number, {}, tracked});
}

} // namespace

// The modes of sending differ in nothing that is recorded but their names.
#define BLOCKING_SEND(name, Count)                                                                 \
  int MPI_##name(const void *buffer, Count count, MPI_Datatype type, int peer, int tag,            \
                 MPI_Comm comm) {                                                                  \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(buffer, count, type, peer, tag, comm);                          \
    if (call.succeeded(result))                                                                    \
      recordBlockingSend(call, {buffer, count, type}, peer, tag, comm);                            \
    return result;                                                                                 \
  }

#define STARTED_SEND(name, Count)                                                                  \
  int MPI_##name(const void *buffer, Count count, MPI_Datatype type, int peer, int tag,            \
                 MPI_Comm comm, MPI_Request *request) {                                            \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(buffer, count, type, peer, tag, comm, request);                 \
    if (call.succeeded(result))                                                                    \
      recordStartedSend(call, {buffer, count, type}, peer, tag, comm, request);                    \
    return result;                                                                                 \
  }

// The memory that buffered sends copy to is the library's in between.
#define BUFFER(attach, detach, Count)                                                              \
  int MPI_##attach(void *buffer, Count size) {                                                     \
    Recording call(Call::attach, FENCEPOST_FRAME);                                                 \
    return PMPI_##attach(buffer, size);                                                            \
  }                                                                                                \
  int MPI_##detach(void *buffer, Count *size) {                                                    \
    Recording call(Call::detach, FENCEPOST_FRAME);                                                 \
    return PMPI_##detach(buffer, size);                                                            \
  }

extern "C" {

BLOCKING_SEND(Send, int)
BLOCKING_SEND(Bsend, int)
BLOCKING_SEND(Ssend, int)
BLOCKING_SEND(Rsend, int)
STARTED_SEND(Isend, int)
STARTED_SEND(Ibsend, int)
STARTED_SEND(Issend, int)
STARTED_SEND(Irsend, int)
BUFFER(Buffer_attach, Buffer_detach, int)

#if MPI_VERSION >= 4
BLOCKING_SEND(Send_c, MPI_Count)
BLOCKING_SEND(Bsend_c, MPI_Count)
BLOCKING_SEND(Ssend_c, MPI_Count)
BLOCKING_SEND(Rsend_c, MPI_Count)
STARTED_SEND(Isend_c, MPI_Count)
STARTED_SEND(Ibsend_c, MPI_Count)
STARTED_SEND(Issend_c, MPI_Count)
STARTED_SEND(Irsend_c, MPI_Count)
BUFFER(Buffer_attach_c, Buffer_detach_c, MPI_Count)
#endif

} // extern "C"
