//===- Receive.cpp - receives, and sends that receive ---------------------===//
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

void recordBlockingReceive(Recording &call, const MessageBuffer &buffer, uint32_t comm,
                           const MPI_Status &status) {
  recordReceive(call, comm, status, 0);
  const MessageBuffer filled = filledPart(buffer, status);
  const BufferRanges ranges(filled.address, filled.count, filled.type);
  recordRanges(call, RangeKind::ReceiveWrite, ranges.ranges());
}

void recordStartedReceive(Recording &call, const MessageBuffer &buffer, uint32_t comm,
                          const MPI_Request *request) {
  const BufferRanges ranges(buffer.address, buffer.count, buffer.type);
  const uint64_t number = nextNumber();
  call.atEnd(RecordType::RecvRequest, comm, MessagePayload{0, 0, 0, number});
  recordRanges(call, RangeKind::ReceiveWrite, ranges.ranges());
  const BufferId tracked = trackBuffer(ranges.ranges().data(), ranges.ranges().size());
  addRequest(request, {RequestKind::Receive, comm, number, {}, tracked});
}

} // namespace

extern "C" {

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
             MPI_Status *status) {
  Recording call(Call::Recv, FENCEPOST_FRAME);
  NeededStatus used(status);
  const int result = PMPI_Recv(buffer, count, type, peer, tag, comm, used);
  if (call.succeeded(result))
    if (const uint32_t id = messageComm(call, comm, peer); id != kNoId)
      recordBlockingReceive(call, {buffer, count, type}, id, *used);
  return result;
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request *request) {
  Recording call(Call::Irecv, FENCEPOST_FRAME);
  const int result = PMPI_Irecv(buffer, count, type, peer, tag, comm, request);
  if (call.succeeded(result))
    if (const uint32_t id = messageComm(call, comm, peer); id != kNoId)
      recordStartedReceive(call, {buffer, count, type}, id, request);
  return result;
}

int MPI_Sendrecv(const void *sendBuffer, int sendCount, MPI_Datatype sendType, int peer,
                 int sendTag, void *receiveBuffer, int receiveCount, MPI_Datatype receiveType,
                 int source, int receiveTag, MPI_Comm comm, MPI_Status *status) {
  Recording call(Call::Sendrecv, FENCEPOST_FRAME);
  NeededStatus used(status);
  const int result = PMPI_Sendrecv(sendBuffer, sendCount, sendType, peer, sendTag, receiveBuffer,
                                   receiveCount, receiveType, source, receiveTag, comm, used);
  if (!call.succeeded(result))
    return result;
  const BufferRanges sent(sendBuffer, sendCount, sendType);
  const uint32_t sendComm = messageComm(call, comm, peer);
  if (sendComm != kNoId)
    recordSend(call, sendComm, peer, sendTag, sent.bytes(), 0);
  const uint32_t receiveComm =
      sendComm != kNoId && source != MPI_PROC_NULL ? sendComm : messageComm(call, comm, source);
  if (receiveComm != kNoId)
    recordReceive(call, receiveComm, *used, 0);
  if (sendComm != kNoId)
    recordRanges(call, RangeKind::SendRead, sent.ranges());
  if (receiveComm != kNoId) {
    const MessageBuffer filled = filledPart({receiveBuffer, receiveCount, receiveType}, *used);
    const BufferRanges ranges(filled.address, filled.count, filled.type);
    recordRanges(call, RangeKind::ReceiveWrite, ranges.ranges());
  }
  return result;
}

} // extern "C"
