//===- SendReceive.cpp - calls that send and receive -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Completion.h"
#include "runtime/mpi/Messages.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

struct Half {
  MessageBuffer buffer;
  int peer;
  int tag;
};

struct Comms {
  uint32_t send, receive; // kNoId: nothing to record
};

/// A communicator that is not known is counted once.
Comms commsOf(Recording &call, const Half &sent, const Half &got, MPI_Comm comm) {
  const bool both = sent.peer != MPI_PROC_NULL && got.peer != MPI_PROC_NULL;
  const uint32_t send = messageComm(call, comm, sent.peer);
  return {send, both ? send : messageComm(call, comm, got.peer)};
}

void recordBlocking(Recording &call, const Half &sent, const Half &got, MPI_Comm comm,
                    const MPI_Status &status) {
  const Comms ids = commsOf(call, sent, got, comm);
  const BufferRanges read(sent.buffer.address, sent.buffer.count, sent.buffer.type);
  if (ids.send != kNoId)
    recordSend(call, ids.send, sent.peer, sent.tag, read.bytes(), 0);
  if (ids.receive != kNoId)
    recordReceive(call, ids.receive, status, 0);
  if (ids.send != kNoId)
    recordRanges(call, RangeKind::SendRead, read);
  if (ids.receive != kNoId)
    recordFilledPart(call, got.buffer, status);
}

#if MPI_VERSION >= 4
BufferId track(const BufferRanges &buffer) {
  return trackBuffer(buffer.ranges().data(), buffer.ranges().size());
}

void recordStarted(Recording &call, const Half &sent, const Half &got, MPI_Comm comm,
                   const MPI_Request *request) {
  const Comms ids = commsOf(call, sent, got, comm);
  RequestInfo info;
  if (ids.send != kNoId) {
    const BufferRanges read(sent.buffer.address, sent.buffer.count, sent.buffer.type);
    info.kind = RequestKind::SendReceive;
    info.number = nextNumber();
    recordSend(call, ids.send, sent.peer, sent.tag, read.bytes(), info.number);
    recordRanges(call, RangeKind::SendRead, read);
    info.buffer = track(read);
  }
  if (ids.receive != kNoId) {
    const BufferRanges written(got.buffer.address, got.buffer.count, got.buffer.type);
    info.kind = RequestKind::SendReceive;
    info.comm = ids.receive;
    info.receiveNumber = nextNumber();
    recordReceiveRequest(call, info.receiveNumber);
    recordRanges(call, RangeKind::ReceiveWrite, written);
    info.received = track(written);
  }
  addRequest(request, info);
}
#endif

} // namespace

#define SEND_RECEIVES(Sendrecv, Sendrecv_replace, Count)                                           \
  int MPI_##Sendrecv(const void *sent, Count sendCount, MPI_Datatype sendType, int peer,           \
                     int sendTag, void *got, Count count, MPI_Datatype type, int source, int tag,  \
                     MPI_Comm comm, MPI_Status *status) {                                          \
    Recording call(Call::Sendrecv, FENCEPOST_FRAME);                                               \
    NeededStatus used(status);                                                                     \
    const int result = PMPI_##Sendrecv(sent, sendCount, sendType, peer, sendTag, got, count, type, \
                                       source, tag, comm, used);                                   \
    if (received(call, result))                                                                    \
      recordBlocking(call, {{sent, sendCount, sendType}, peer, sendTag},                           \
                     {{got, count, type}, source, tag}, comm, *used);                              \
    return result;                                                                                 \
  }                                                                                                \
                                                                                                   \
  int MPI_##Sendrecv_replace(void *buffer, Count count, MPI_Datatype type, int peer, int sendTag,  \
                             int source, int tag, MPI_Comm comm, MPI_Status *status) {             \
    Recording call(Call::Sendrecv_replace, FENCEPOST_FRAME);                                       \
    NeededStatus used(status);                                                                     \
    const int result =                                                                             \
        PMPI_##Sendrecv_replace(buffer, count, type, peer, sendTag, source, tag, comm, used);      \
    if (received(call, result))                                                                    \
      recordBlocking(call, {{buffer, count, type}, peer, sendTag},                                 \
                     {{buffer, count, type}, source, tag}, comm, *used);                           \
    return result;                                                                                 \
  }

extern "C" {
SEND_RECEIVES(Sendrecv, Sendrecv_replace, int)
} // extern "C"

#if MPI_VERSION >= 4

#define STARTED_SEND_RECEIVES(Isendrecv, Isendrecv_replace, Count)                                 \
  int MPI_##Isendrecv(const void *sent, Count sendCount, MPI_Datatype sendType, int peer,          \
                      int sendTag, void *got, Count count, MPI_Datatype type, int source, int tag, \
                      MPI_Comm comm, MPI_Request *request) {                                       \
    Recording call(Call::Isendrecv, FENCEPOST_FRAME);                                              \
    const int result = PMPI_##Isendrecv(sent, sendCount, sendType, peer, sendTag, got, count,      \
                                        type, source, tag, comm, request);                         \
    if (call.succeeded(result))                                                                    \
      recordStarted(call, {{sent, sendCount, sendType}, peer, sendTag},                            \
                    {{got, count, type}, source, tag}, comm, request);                             \
    return result;                                                                                 \
  }                                                                                                \
                                                                                                   \
  int MPI_##Isendrecv_replace(void *buffer, Count count, MPI_Datatype type, int peer, int sendTag, \
                              int source, int tag, MPI_Comm comm, MPI_Request *request) {          \
    Recording call(Call::Isendrecv_replace, FENCEPOST_FRAME);                                      \
    const int result =                                                                             \
        PMPI_##Isendrecv_replace(buffer, count, type, peer, sendTag, source, tag, comm, request);  \
    if (call.succeeded(result))                                                                    \
      recordStarted(call, {{buffer, count, type}, peer, sendTag},                                  \
                    {{buffer, count, type}, source, tag}, comm, request);                          \
    return result;                                                                                 \
  }

extern "C" {
SEND_RECEIVES(Sendrecv_c, Sendrecv_replace_c, MPI_Count)
STARTED_SEND_RECEIVES(Isendrecv, Isendrecv_replace, int)
STARTED_SEND_RECEIVES(Isendrecv_c, Isendrecv_replace_c, MPI_Count)
} // extern "C"

#endif
