//===- Collective.cpp - one collective call -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Collective.h"

#include "runtime/mpi/Communicators.h"
#include "runtime/mpi/Requests.h"

namespace fencepost::runtime {

Collective::Collective(Recording &call, int result, MPI_Comm comm, OTF2_CollectiveOp op)
    : call_(call), handle_(comm), comm_(kNoId), payload_(collectiveOf(op)) {
  if (!call.succeeded(result))
    return;
  const KnownCommunicator known = findCommunicator(comm);
  if (known.id == kNoId) {
    call.notFollowed();
    return;
  }
  comm_ = known.id;
  inter_ = known.inter;
  PMPI_Comm_rank(comm, &rank_);
  PMPI_Comm_size(comm, &size_);
  peers_ = size_;
  if (inter_)
    PMPI_Comm_remote_size(comm, &peers_);
}

void Collective::rootedAt(int root) {
  isRoot_ = root == (inter_ ? MPI_ROOT : rank_);
  isLeaf_ = root >= 0;
  if (root >= 0)
    payload_.root = static_cast<uint32_t>(root);
  else
    payload_.root = isRoot_ ? OTF2_COLLECTIVE_ROOT_SELF : OTF2_COLLECTIVE_ROOT_THIS_GROUP;
}

const Neighbours &Collective::neighbours() {
  if (payload_.sources == kNoId) {
    findNeighbours(handle_, neighbours_);
    const NeighbourGroups groups = neighboursIn(call_, handle_, neighbours_);
    payload_.sources = groups.sources;
    payload_.destinations = groups.destinations;
  }
  return neighbours_;
}

CollectivePayload Collective::payload() const {
  CollectivePayload payload = payload_;
  payload.bytesSent = sent_.bytes();
  payload.bytesReceived = received_.bytes();
  return payload;
}

void Collective::record() {
  recordCollectiveBegin(call_, comm_, payload());
  recordCollectiveEnd(call_, comm_, payload());
  recordRanges(call_, RangeKind::SendRead, sent_);
  recordRanges(call_, RangeKind::ReceiveWrite, received_);
}

void Collective::recordStarted(const MPI_Request *request) {
  const uint64_t number = nextNumber();
  call_.atBegin(RecordType::CollectiveRequest, 0, RequestPayload{number});
  recordRanges(call_, RangeKind::SendRead, sent_);
  recordRanges(call_, RangeKind::ReceiveWrite, received_);
  addRequest(request, {RequestKind::Collective,
                       comm_,
                       number,
                       {},
                       trackBuffer(sent_.ranges().data(), sent_.ranges().size()),
                       trackBuffer(received_.ranges().data(), received_.ranges().size()),
                       payload()});
}

void Collective::recordInit(const MPI_Request *request) {
  if (sent_.leftOut() || received_.leftOut())
    call_.notFollowed();
  payload_.persistent = countPersistent(handle_);
  addPersistent(request, {.kind = RequestKind::Collective, .comm = comm_, .collective = payload()},
                sent_, received_);
}

} // namespace fencepost::runtime
