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
  recordRanges(call, RangeKind::SendRead, ranges.ranges());
}

void recordStartedSend(Recording &call, const MessageBuffer &buffer, int peer, int tag,
                       MPI_Comm comm, const MPI_Request *request) {
  const uint32_t id = messageComm(call, comm, peer);
  if (id == kNoId)
    return;
  const BufferRanges ranges(buffer.address, buffer.count, buffer.type);
  const uint64_t number = nextNumber();
  recordSend(call, id, peer, tag, ranges.bytes(), number);
  recordRanges(call, RangeKind::SendRead, ranges.ranges());
  const BufferId tracked = trackBuffer(ranges.ranges().data(), ranges.ranges().size());
  addRequest(request, {RequestKind::Send, id, number, {}, tracked});
}

} // namespace

// The modes of sending differ in nothing that is recorded but their names.
#define BLOCKING_SEND(name)                                                                        \
  int MPI_##name(const void *buffer, int count, MPI_Datatype type, int peer, int tag,              \
                 MPI_Comm comm) {                                                                  \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(buffer, count, type, peer, tag, comm);                          \
    if (call.succeeded(result))                                                                    \
      recordBlockingSend(call, {buffer, count, type}, peer, tag, comm);                            \
    return result;                                                                                 \
  }

#define STARTED_SEND(name)                                                                         \
  int MPI_##name(const void *buffer, int count, MPI_Datatype type, int peer, int tag,              \
                 MPI_Comm comm, MPI_Request *request) {                                            \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(buffer, count, type, peer, tag, comm, request);                 \
    if (call.succeeded(result))                                                                    \
      recordStartedSend(call, {buffer, count, type}, peer, tag, comm, request);                    \
    return result;                                                                                 \
  }

extern "C" {

BLOCKING_SEND(Send)
BLOCKING_SEND(Bsend)
BLOCKING_SEND(Ssend)
BLOCKING_SEND(Rsend)
STARTED_SEND(Isend)
STARTED_SEND(Ibsend)
STARTED_SEND(Issend)
STARTED_SEND(Irsend)

} // extern "C"
