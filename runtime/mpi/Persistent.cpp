//===- Persistent.cpp - starts of persistent requests ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Persistent.h"

#include "runtime/mpi/Messages.h"

namespace fencepost::runtime {

namespace {

BufferId track(const Vector<StridedRange> &ranges) {
  return trackBuffer(ranges.data(), ranges.size());
}

} // namespace

void recordStart(Recording &call, const MPI_Request *where) {
  const KnownRequest request = {*where, where, requestCount()};
  RequestInfo info;
  if (!findRequest(request, info) || !info.persistent) {
    call.notFollowed();
    return;
  }
  const Persistent &started = *info.persistent;
  const PersistentCall &made = started.call;
  if (made.kind == RequestKind::Nothing)
    return;
  info.number = nextNumber();
  switch (made.kind) {
  case RequestKind::Send:
    recordSend(call, made.comm, made.peer, made.tag, made.bytes, info.number, made.synchronous);
    break;
  case RequestKind::Receive:
    recordReceiveRequest(call, info.number);
    break;
  case RequestKind::Collective:
    call.atBegin(RecordType::CollectiveRequest, 0, RequestPayload{info.number});
    info.collective = made.collective;
    break;
  default:
    break;
  }
  recordRanges(call, RangeKind::SendRead, started.read);
  recordRanges(call, RangeKind::ReceiveWrite, started.written);
  info.buffer = track(started.read);
  info.received = track(started.written);
  activateRequest(request, info);
}

} // namespace fencepost::runtime
