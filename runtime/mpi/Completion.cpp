//===- Completion.cpp - what a wait or test completes ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Completion.h"

#include "runtime/mpi/Messages.h"

namespace fencepost::runtime {

namespace {

constexpr MPI_Status kEmptyStatus = {};

void untrackBuffers(const RequestInfo &info) {
  untrackBuffer(info.buffer);
  if (info.kind == RequestKind::Collective)
    untrackBuffer(info.received);
}

void recordCompletion(Recording &call, const RequestInfo &info, const MPI_Status &status) {
  int cancelled = 0;
  switch (info.kind) {
  case RequestKind::Operation:
    return completeByRequest(call, info.operation);
  case RequestKind::Send:
    call.atEnd(RecordType::SendComplete, 0, RequestPayload{info.number});
    break;
  case RequestKind::Receive:
    PMPI_Test_cancelled(&status, &cancelled);
    if (!cancelled)
      recordReceive(call, info.comm, status, info.number);
    break;
  case RequestKind::Collective:
    call.atEnd(RecordType::CollectiveComplete, info.comm,
               CollectiveCompletePayload{info.collective, info.number});
    break;
  }
  untrackBuffers(info);
}

} // namespace

Completing::Completing(Recording &call, int count, MPI_Request *requests, MPI_Status *statuses)
    : call_(call), requests_(requests), used_(statuses) {
  if (!call.isOutermost() || count <= 0 || !taken_.resize(static_cast<std::size_t>(count)))
    return;
  bool receives = false;
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    Taken &taken = taken_[i];
    taken.handle = requests[i];
    taken.known = takeRequest(&requests[i], taken.info);
    receives |= taken.known && taken.info.kind == RequestKind::Receive;
  }
  if (receives && statuses == MPI_STATUSES_IGNORE && own_.resize(taken_.size()))
    used_ = own_.data();
}

Completing::~Completing() {
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (!taken_[i].known)
      continue;
    if (requests_[i] == taken_[i].handle)
      addRequest(&requests_[i], taken_[i].info);
    else
      untrackBuffers(taken_[i].info); // complete, in a call that failed
  }
}

void Completing::record(int index, const MPI_Status &status) {
  if (static_cast<std::size_t>(index) >= taken_.size())
    return;
  Taken &taken = taken_[static_cast<std::size_t>(index)];
  if (taken.known)
    recordCompletion(call_, taken.info, status);
  taken.known = false;
}

void Completing::recordAll() {
  for (std::size_t i = 0; i < taken_.size(); ++i)
    record(static_cast<int>(i), used_ == MPI_STATUSES_IGNORE ? kEmptyStatus : used_[i]);
}

void Completing::recordSome(int done, const int *indices) {
  for (int i = 0; done != MPI_UNDEFINED && i < done; ++i)
    record(indices[i], used_ == MPI_STATUSES_IGNORE ? kEmptyStatus : used_[i]);
}

} // namespace fencepost::runtime
