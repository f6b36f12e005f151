//===- Collective.h - one collective call ---------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a rank sends and receives in it, with MPI_IN_PLACE resolved by the wrapper.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_COLLECTIVE_H
#define FENCEPOST_RUNTIME_MPI_COLLECTIVE_H

#include "runtime/mpi/Buffers.h"
#include "runtime/mpi/CollectiveRecords.h"

namespace fencepost::runtime {

class Collective {
public:
  static constexpr int kNoRoot = -1;

  /// After the PMPI call. Not active when it failed or its communicator is not known.
  Collective(Recording &call, int result, MPI_Comm comm, OTF2_CollectiveOp op, int root = kNoRoot);
  explicit operator bool() const { return comm_ != kNoId; }

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool isRoot() const { return rank_ == root_; }

  void sends(const void *address, int64_t count, MPI_Datatype type);
  void receives(const void *address, int64_t count, MPI_Datatype type);
  /// Blocks of the v-forms, one for each rank; displacements in elements.
  void sends(const void *address, const int *counts, const int *displacements, MPI_Datatype type);
  void receives(const void *address, const int *counts, const int *displacements,
                MPI_Datatype type);

  void record();
  /// Of a non-blocking one: what completes the request ends it.
  void recordStarted(const MPI_Request *request);

private:
  Recording &call_;
  uint32_t comm_;
  OTF2_CollectiveOp op_;
  int root_;
  int rank_ = 0;
  int size_ = 0;
  BufferRanges sent_;
  BufferRanges received_;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_COLLECTIVE_H
