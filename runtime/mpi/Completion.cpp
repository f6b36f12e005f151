//===- Completion.cpp - what a wait or test completes ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Completion.h"

#include "runtime/mpi/Communicators.h"
#include "runtime/mpi/Messages.h"

namespace fencepost::runtime {

namespace {

constexpr MPI_Status kNoStatus = {};

bool wasCancelled(const MPI_Status &status) {
  int cancelled = 0;
  PMPI_Test_cancelled(&status, &cancelled);
  return cancelled != 0;
}

void recordEnd(Recording &call, RecordType type, uint64_t number) {
  call.atEnd(type, 0, RequestPayload{number});
}

bool isActive(const RequestInfo &info) { return info.number || info.receiveNumber; }

void untrackBuffers(const RequestInfo &info) {
  untrackBuffer(info.buffer);
  untrackBuffer(info.received);
}

/// `error`: class of the request's own.
void recordCompletion(Recording &call, const RequestInfo &info, int error,
                      const MPI_Status &status) {
  switch (info.kind) {
  case RequestKind::Nothing:
    return;
  case RequestKind::Operation:
    return completeByRequest(call, info.operation);
  case RequestKind::Send:
    recordEnd(call, wasCancelled(status) ? RecordType::RequestCancelled : RecordType::SendComplete,
              info.number);
    break;
  case RequestKind::SendReceive:
    if (info.number)
      recordEnd(call, RecordType::SendComplete, info.number);
    if (info.receiveNumber && tookMessage(error))
      recordReceive(call, info.comm, status, info.receiveNumber);
    break;
  case RequestKind::Receive:
    if (!tookMessage(error) || wasCancelled(status))
      recordEnd(call, RecordType::RequestCancelled, info.number);
    else
      recordReceive(call, info.comm, status, info.number);
    break;
  case RequestKind::Duplicate:
    completeDuplicate(info.made);
    call.atEnd(RecordType::CommCreated, communicatorId(info.made));
    [[fallthrough]];
  case RequestKind::Collective:
    call.atEnd(RecordType::CollectiveComplete, info.comm,
               CollectiveCompletePayload{info.collective, info.number});
    break;
  }
  untrackBuffers(info);
}

void recordSharing(Recording &call, const KnownRequest &request) {
  LocalVector<RequestInfo> completed;
  completeSharing(request, completed);
  for (const RequestInfo &info : completed)
    recordCompletion(call, info, MPI_SUCCESS, kNoStatus);
}

} // namespace

Completing::Completing(Recording &call, int count, const MPI_Request *requests)
    : call_(call), requests_(requests), count_(count) {
  noteHandles(0);
}

Completing::Completing(Recording &call, int count, const MPI_Request *requests,
                       MPI_Status *statuses)
    : call_(call), requests_(requests), count_(count), used_(statuses) {
  const bool ignored = statuses == MPI_STATUSES_IGNORE;
  const std::size_t bytes = ignored && count > 0 ? sizeof(MPI_Status) * unsigned(count) : 0;
  if (noteHandles(bytes) && ignored)
    used_ = reinterpret_cast<MPI_Status *>(call.thread().scratch.data());
}

bool Completing::noteHandles(std::size_t bytesMore) {
  // Threads without a journal share what they have.
  if (!call_.isOutermost() || count_ <= 0 || !call_.journal().isOpen())
    return false;
  Vector<char> &scratch = call_.thread().scratch;
  const std::size_t bytes = sizeof(MPI_Request) * static_cast<std::size_t>(count_);
  if (scratch.size() < bytesMore + bytes && !scratch.resize(bytesMore + bytes))
    return false;
  handles_ = reinterpret_cast<const MPI_Request *>(scratch.data() + bytesMore);
  std::memcpy(scratch.data() + bytesMore, requests_, bytes);
  known_ = requestCount();
  return true;
}

void Completing::complete(int index, int error, const MPI_Status &status) {
  const KnownRequest request = {handles_[index], &requests_[index], known_};
  recordSharing(call_, request);
  RequestInfo info;
  if (takeRequest(request, info) && isActive(info))
    recordCompletion(call_, info, error, status);
}

void Completing::recordAll(int result) {
  if (!handles_)
    return;
  const int error = errorClass(result);
  for (int i = 0; i < count_; ++i) {
    const MPI_Status &status = used_ == MPI_STATUSES_IGNORE ? kNoStatus : used_[i];
    const int own = error == MPI_ERR_IN_STATUS ? errorClass(status.MPI_ERROR) : error;
    if (own == MPI_SUCCESS || isGone(i) || (error == MPI_ERR_IN_STATUS && own != MPI_ERR_PENDING))
      complete(i, own, status);
  }
}

void Completing::recordSome(int result, int done, const int *indices) {
  if (!handles_ || done == MPI_UNDEFINED)
    return;
  const int error = errorClass(result);
  if (error != MPI_SUCCESS && error != MPI_ERR_IN_STATUS)
    return;
  for (int i = 0; i < done; ++i) {
    const MPI_Status &status = used_ == MPI_STATUSES_IGNORE ? kNoStatus : used_[i];
    complete(indices[i], error == MPI_SUCCESS ? error : errorClass(status.MPI_ERROR), status);
  }
}

void Completing::record(int result, int index, const MPI_Status &status) {
  if (!handles_ || index < 0 || index >= count_)
    return;
  const int error = errorClass(result);
  if (tookMessage(error) || isGone(index))
    complete(index, error, status);
}

void recordSeenComplete(Recording &call, MPI_Request request, const MPI_Status &status) {
  const KnownRequest known = {request, nullptr, requestCount()};
  recordSharing(call, known);
  RequestInfo info;
  if (finishRequest(known, info) && isActive(info))
    recordCompletion(call, info, MPI_SUCCESS, status);
}

void recordFreed(Recording &call, const RequestInfo &info) {
  if (!isActive(info) || info.kind == RequestKind::Operation)
    return;
  untrackBuffers(info);
  // Which message it receives stays unknown.
  if (info.kind == RequestKind::Receive || info.kind == RequestKind::SendReceive)
    call.notFollowed();
}

} // namespace fencepost::runtime
