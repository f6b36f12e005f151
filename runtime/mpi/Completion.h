//===- Completion.h - what a wait or test completes -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A completed request's handle is gone after the call, so the handles are copied
// before it. Statuses that the program ignores are asked for when a receive is
// among the requests: they say who sent.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_COMPLETION_H
#define FENCEPOST_RUNTIME_MPI_COMPLETION_H

#include "runtime/mpi/Requests.h"

namespace fencepost::runtime {

class CompletingOne {
public:
  CompletingOne(Recording &call, const MPI_Request *request, MPI_Status *status);
  MPI_Status *status() { return used_; }
  void record();

private:
  Recording &call_;
  MPI_Request request_;
  MPI_Status own_;
  MPI_Status *used_;
};

class CompletingMany {
public:
  /// For a call that fills in many statuses.
  CompletingMany(Recording &call, int count, const MPI_Request *requests, MPI_Status *statuses);
  /// For a call that fills in one, which record() is given.
  CompletingMany(Recording &call, int count, const MPI_Request *requests);
  MPI_Status *statuses() { return used_; }

  void recordAll();
  /// Statuses belong to the indices.
  void recordSome(int done, const int *indices);
  void record(int index, const MPI_Status &status);

private:
  Recording &call_;
  LocalVector<MPI_Request> requests_;
  LocalVector<MPI_Status> own_;
  MPI_Status *used_;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_COMPLETION_H
