//===- Completion.h - what a wait or test completes -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handles are noted before the call, which overwrites those of completed
// requests; what they stand for is looked up when they are complete. Statuses that
// the program ignores are asked for: they say who sent, and what was cancelled.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_COMPLETION_H
#define FENCEPOST_RUNTIME_MPI_COMPLETION_H

#include "runtime/mpi/Requests.h"

namespace fencepost::runtime {

class Completing {
public:
  /// Of a call that gives one status.
  Completing(Recording &call, int count, const MPI_Request *requests);
  /// Of a call that gives `count` of them; `statuses` may be MPI_STATUSES_IGNORE.
  Completing(Recording &call, int count, const MPI_Request *requests, MPI_Status *statuses);
  Completing(const Completing &) = delete;
  Completing &operator=(const Completing &) = delete;

  /// What to give the PMPI call.
  MPI_Status *statuses() { return used_; }

  /// As Waitall, after the call returned `result`.
  void recordAll(int result);
  /// As Waitsome: status i belongs to request indices[i].
  void recordSome(int result, int done, const int *indices);
  /// As Waitany.
  void record(int result, int index, const MPI_Status &status);

private:
  bool noteHandles(std::size_t bytesMore);
  bool isGone(int index) const { return requests_[index] != handles_[index]; }
  void complete(int index, int error, const MPI_Status &status);

  Recording &call_;
  const MPI_Request *requests_;
  int count_;
  uint64_t known_ = 0;
  const MPI_Request *handles_ = nullptr; // before the call; null: nothing is recorded
  MPI_Status *used_ = MPI_STATUSES_IGNORE;
};

/// Records that a request was seen to be complete. It keeps its handle.
void recordSeenComplete(Recording &call, MPI_Request request, const MPI_Status &status);

/// Records that the program gave up a request. When it completes is not known.
void recordFreed(Recording &call, const RequestInfo &info);

/// A status argument that may be MPI_STATUS_IGNORE, where one is needed.
class NeededStatus {
public:
  explicit NeededStatus(MPI_Status *status) : used_(status == MPI_STATUS_IGNORE ? &own_ : status) {}
  operator MPI_Status *() { return used_; }
  const MPI_Status &operator*() const { return *used_; }

private:
  MPI_Status own_ = {};
  MPI_Status *used_;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_COMPLETION_H
