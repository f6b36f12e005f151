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

void recordCompletion(Recording &call, MPI_Request request, const MPI_Status &status) {
  RequestInfo info;
  if (request == MPI_REQUEST_NULL || !takeRequest(request, info))
    return;
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
  }
  untrackBuffer(info.buffer);
}

constexpr MPI_Status kEmptyStatus = {};

} // namespace

CompletingOne::CompletingOne(Recording &call, const MPI_Request *request, MPI_Status *status)
    : call_(call), request_(*request), own_(), used_(status) {
  if (call.isOutermost() && status == MPI_STATUS_IGNORE)
    used_ = &own_;
}

void CompletingOne::record() { recordCompletion(call_, request_, *used_); }

CompletingMany::CompletingMany(Recording &call, int count, const MPI_Request *requests)
    : call_(call), used_(MPI_STATUSES_IGNORE) {
  if (!call.isOutermost() || count <= 0)
    return;
  if (requests_.resize(static_cast<std::size_t>(count)))
    for (std::size_t i = 0; i < requests_.size(); ++i)
      requests_[i] = requests[i];
}

CompletingMany::CompletingMany(Recording &call, int count, const MPI_Request *requests,
                               MPI_Status *statuses)
    : CompletingMany(call, count, requests) {
  used_ = statuses;
  if (statuses != MPI_STATUSES_IGNORE)
    return;
  for (MPI_Request request : requests_)
    if (request != MPI_REQUEST_NULL && isReceive(request)) {
      if (own_.resize(requests_.size()))
        used_ = own_.data();
      return;
    }
}

void CompletingMany::record(int index, const MPI_Status &status) {
  if (static_cast<std::size_t>(index) < requests_.size())
    recordCompletion(call_, requests_[static_cast<std::size_t>(index)], status);
}

void CompletingMany::recordAll() {
  for (std::size_t i = 0; i < requests_.size(); ++i)
    recordCompletion(call_, requests_[i], used_ == MPI_STATUSES_IGNORE ? kEmptyStatus : used_[i]);
}

void CompletingMany::recordSome(int done, const int *indices) {
  for (int i = 0; done != MPI_UNDEFINED && i < done; ++i)
    record(indices[i], used_ == MPI_STATUSES_IGNORE ? kEmptyStatus : used_[i]);
}

} // namespace fencepost::runtime
