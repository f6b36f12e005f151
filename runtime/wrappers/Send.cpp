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

extern "C" {

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  Recording call(Call::Send, FENCEPOST_FRAME);
  const int result = PMPI_Send(buffer, count, type, peer, tag, comm);
  if (call.succeeded(result))
    recordBlockingSend(call, {buffer, count, type}, peer, tag, comm);
  return result;
}

int MPI_Bsend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  Recording call(Call::Bsend, FENCEPOST_FRAME);
  const int result = PMPI_Bsend(buffer, count, type, peer, tag, comm);
  if (call.succeeded(result))
    recordBlockingSend(call, {buffer, count, type}, peer, tag, comm);
  return result;
}

int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  Recording call(Call::Ssend, FENCEPOST_FRAME);
  const int result = PMPI_Ssend(buffer, count, type, peer, tag, comm);
  if (call.succeeded(result))
    recordBlockingSend(call, {buffer, count, type}, peer, tag, comm);
  return result;
}

int MPI_Rsend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  Recording call(Call::Rsend, FENCEPOST_FRAME);
  const int result = PMPI_Rsend(buffer, count, type, peer, tag, comm);
  if (call.succeeded(result))
    recordBlockingSend(call, {buffer, count, type}, peer, tag, comm);
  return result;
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request *request) {
  Recording call(Call::Isend, FENCEPOST_FRAME);
  const int result = PMPI_Isend(buffer, count, type, peer, tag, comm, request);
  if (call.succeeded(result))
    recordStartedSend(call, {buffer, count, type}, peer, tag, comm, request);
  return result;
}

int MPI_Ibsend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request *request) {
  Recording call(Call::Ibsend, FENCEPOST_FRAME);
  const int result = PMPI_Ibsend(buffer, count, type, peer, tag, comm, request);
  if (call.succeeded(result))
    recordStartedSend(call, {buffer, count, type}, peer, tag, comm, request);
  return result;
}

int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request *request) {
  Recording call(Call::Issend, FENCEPOST_FRAME);
  const int result = PMPI_Issend(buffer, count, type, peer, tag, comm, request);
  if (call.succeeded(result))
    recordStartedSend(call, {buffer, count, type}, peer, tag, comm, request);
  return result;
}

int MPI_Irsend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request *request) {
  Recording call(Call::Irsend, FENCEPOST_FRAME);
  const int result = PMPI_Irsend(buffer, count, type, peer, tag, comm, request);
  if (call.succeeded(result))
    recordStartedSend(call, {buffer, count, type}, peer, tag, comm, request);
  return result;
}

} // extern "C"
