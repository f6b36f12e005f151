//===- Messages.cpp - records of sends and receives -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Messages.h"

#include "runtime/mpi/Communicators.h"

#include <algorithm>

namespace fencepost::runtime {

uint32_t messageComm(Recording &call, MPI_Comm comm, int peer) {
  if (peer == MPI_PROC_NULL)
    return kNoId;
  const uint32_t id = communicatorId(comm);
  if (id == kNoId)
    call.notFollowed();
  return id;
}

void recordSend(Recording &call, uint32_t comm, int peer, int tag, uint64_t bytes, uint64_t request,
                bool synchronous) {
  call.atBegin(
      synchronous ? RecordType::SynchronousSend : RecordType::Send, comm,
      MessagePayload{static_cast<uint32_t>(peer), static_cast<uint32_t>(tag), bytes, request});
}

int errorClass(int code) {
  int result = MPI_SUCCESS;
  if (code != MPI_SUCCESS)
    PMPI_Error_class(code, &result);
  return result;
}

bool received(Recording &call, int result) {
  return call.succeeded(result) || (call.isOutermost() && tookMessage(errorClass(result)));
}

void recordReceiveRequest(Recording &call, uint64_t number) {
  call.atEnd(RecordType::RecvRequest, 0, MessagePayload{0, 0, 0, number});
}

uint64_t receivedBytes(const MPI_Status &status) {
  MPI_Count bytes = 0;
  PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  return bytes > 0 ? static_cast<uint64_t>(bytes) : 0;
}

void recordReceive(Recording &call, uint32_t comm, const MPI_Status &status, uint64_t request) {
  if (status.MPI_SOURCE == MPI_PROC_NULL)
    return;
  call.atEnd(RecordType::Recv, comm,
             MessagePayload{static_cast<uint32_t>(status.MPI_SOURCE),
                            static_cast<uint32_t>(status.MPI_TAG), receivedBytes(status), request});
}

void recordFilledPart(Recording &call, const MessageBuffer &buffer, const MPI_Status &status) {
  const TypeMap *map = typeMap(buffer.type);
  if (!map || map->size == 0)
    return;
  const auto elements = static_cast<int64_t>((receivedBytes(status) + map->size - 1) / map->size);
  const BufferRanges filled(buffer.address, std::min(buffer.count, elements), buffer.type);
  recordRanges(call, RangeKind::ReceiveWrite, filled);
}

void startReceive(Recording &call, const MessageBuffer &buffer, uint32_t comm, uint64_t number,
                  const MPI_Request *request) {
  const BufferRanges ranges(buffer.address, buffer.count, buffer.type);
  recordRanges(call, RangeKind::ReceiveWrite, ranges);
  const BufferId tracked = trackBuffer(ranges.ranges().data(), ranges.ranges().size());
  addRequest(request, {RequestKind::Receive, comm, number, {}, tracked});
}

void recordMessageFound(Recording &call, MPI_Comm comm, const MPI_Status &status) {
  if (const uint32_t id = messageComm(call, comm, status.MPI_SOURCE); id != kNoId)
    call.atEnd(RecordType::MessageFound, id,
               MessagePayload{static_cast<uint32_t>(status.MPI_SOURCE),
                              static_cast<uint32_t>(status.MPI_TAG), 0, 0});
}

} // namespace fencepost::runtime
