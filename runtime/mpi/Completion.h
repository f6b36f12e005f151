//===- Completion.h - what a wait or test completes -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A completed request's handle may belong to another thread's new request before
// the call returns, so what is known of the requests is taken out of the table
// before the call, and put back for those that are not complete after it. Statuses
// that the program ignores are asked for when a receive is among the requests:
// they say who sent.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_COMPLETION_H
#define FENCEPOST_RUNTIME_MPI_COMPLETION_H

#include "runtime/mpi/Requests.h"

namespace fencepost::runtime {

class Completing {
public:
  /// `statuses` may be MPI_STATUSES_IGNORE.
  Completing(Recording &call, int count, MPI_Request *requests, MPI_Status *statuses);
  ~Completing();
  Completing(const Completing &) = delete;
  Completing &operator=(const Completing &) = delete;

  /// What to give the PMPI call.
  MPI_Status *statuses() { return used_; }

  void recordAll();
  /// As Waitsome: status i belongs to request indices[i].
  void recordSome(int done, const int *indices);
  /// As Waitany.
  void record(int index, const MPI_Status &status);

private:
  struct Taken {
    MPI_Request handle;
    bool known;
    RequestInfo info;
  };

  Recording &call_;
  MPI_Request *requests_;
  LocalVector<Taken> taken_;
  LocalVector<MPI_Status> own_;
  MPI_Status *used_;
};

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
