//===- Collective.h - one collective call ---------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a rank sends and receives in it. CollectiveBuffers.h says that of each
// collective; here is what they have in common.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_COLLECTIVE_H
#define FENCEPOST_RUNTIME_MPI_COLLECTIVE_H

#include "runtime/mpi/Buffers.h"
#include "runtime/mpi/CollectiveRecords.h"
#include "runtime/mpi/Topology.h"

namespace fencepost::runtime {

class Collective {
public:
  static constexpr int kNobody = -1;

  /// After the PMPI call. Not active when it failed or its communicator is not known.
  Collective(Recording &call, int result, MPI_Comm comm, OTF2_CollectiveOp op);
  explicit operator bool() const { return comm_ != kNoId; }

  /// The root as the program gives it, MPI_ROOT and MPI_PROC_NULL included.
  void rootedAt(int root);
  bool isRoot() const { return isRoot_; }
  /// Whether this rank sends to or receives from the root, which in an inter-communicator neither
  /// the root nor its group does.
  bool isLeaf() const { return isLeaf_; }

  int rank() const { return rank_; }
  /// Of the own group.
  int size() const { return size_; }
  /// With how many ranks data is exchanged: those of the other group in an inter-communicator.
  int peers() const { return peers_; }

  /// Of a neighbourhood collective: who sends to this rank and whom it sends to.
  const Neighbours &neighbours();

  void sends(const void *address, int64_t count, MPI_Datatype type) {
    sent_.add(address, count, type);
  }
  void receives(const void *address, int64_t count, MPI_Datatype type) {
    received_.add(address, count, type);
  }
  /// The block that is `offset` bytes from the address.
  void sendsAt(const void *address, int64_t offset, int64_t count, MPI_Datatype type) {
    sent_.add(address, offset, count, type);
  }
  void receivesAt(const void *address, int64_t offset, int64_t count, MPI_Datatype type) {
    received_.add(address, offset, count, type);
  }

  void record();
  /// Of a non-blocking one: what completes the request ends it.
  void recordStarted(const MPI_Request *request);
  /// Of a persistent one: MPI_Start starts it.
  void recordInit(const MPI_Request *request);

private:
  CollectivePayload payload() const;

  Recording &call_;
  MPI_Comm handle_;
  uint32_t comm_;
  CollectivePayload payload_; // without the bytes
  bool inter_ = false;
  bool isRoot_ = false;
  bool isLeaf_ = false;
  int rank_ = 0;
  int size_ = 0;
  int peers_ = 0;
  Neighbours neighbours_;
  BufferRanges sent_;
  BufferRanges received_;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_COLLECTIVE_H
