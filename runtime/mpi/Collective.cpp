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

namespace {

void addBlocks(BufferRanges &to, const void *address, const int *counts, const int *displacements,
               MPI_Datatype type, int size) {
  const TypeMap *map = typeMap(type);
  if (!map || address == MPI_IN_PLACE)
    return;
  for (int i = 0; i < size; ++i)
    to.add(address, displacements[i] * map->extent, counts[i], type);
}

} // namespace

Collective::Collective(Recording &call, int result, MPI_Comm comm, OTF2_CollectiveOp op, int root)
    : call_(call), comm_(kNoId), op_(op), root_(root) {
  if (!call.succeeded(result))
    return;
  comm_ = communicatorId(comm);
  if (comm_ == kNoId) {
    call.notFollowed();
    return;
  }
  PMPI_Comm_rank(comm, &rank_);
  PMPI_Comm_size(comm, &size_);
}

void Collective::sends(const void *address, int64_t count, MPI_Datatype type) {
  sent_.add(address, count, type);
}

void Collective::receives(const void *address, int64_t count, MPI_Datatype type) {
  received_.add(address, count, type);
}

void Collective::sends(const void *address, const int *counts, const int *displacements,
                       MPI_Datatype type) {
  addBlocks(sent_, address, counts, displacements, type, size_);
}

void Collective::receives(const void *address, const int *counts, const int *displacements,
                          MPI_Datatype type) {
  addBlocks(received_, address, counts, displacements, type, size_);
}

void Collective::record() {
  recordCollectiveBegin(call_, comm_, op_);
  recordCollectiveEnd(call_, comm_, op_, root_ == kNoRoot ? kNoId : static_cast<uint32_t>(root_),
                      sent_.bytes(), received_.bytes());
  recordRanges(call_, RangeKind::SendRead, sent_.ranges());
  recordRanges(call_, RangeKind::ReceiveWrite, received_.ranges());
}

void Collective::recordStarted(const MPI_Request *request) {
  const uint64_t number = nextNumber();
  call_.atBegin(RecordType::CollectiveRequest, 0, RequestPayload{number});
  recordRanges(call_, RangeKind::SendRead, sent_.ranges());
  recordRanges(call_, RangeKind::ReceiveWrite, received_.ranges());
  const uint32_t root = root_ == kNoRoot ? kNoId : static_cast<uint32_t>(root_);
  addRequest(request, {RequestKind::Collective,
                       comm_,
                       number,
                       {},
                       trackBuffer(sent_.ranges().data(), sent_.ranges().size()),
                       trackBuffer(received_.ranges().data(), received_.ranges().size()),
                       {0, op_, {}, root, sent_.bytes(), received_.bytes()}});
}

} // namespace fencepost::runtime
