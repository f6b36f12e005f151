//===- Messages.h - records of sends and receives -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_MESSAGES_H
#define FENCEPOST_RUNTIME_MPI_MESSAGES_H

#include "runtime/mpi/Requests.h"

namespace fencepost::runtime {

struct MessageBuffer {
  const void *address;
  int64_t count;
  MPI_Datatype type;
};

/// A communicator's id, for a call that communicates with `peer` on it. kNoId when there is nothing
/// to record; a communicator that is not known is counted as not followed.
uint32_t messageComm(Recording &call, MPI_Comm comm, int peer);

/// A send, with the number of its request (0: blocking).
void recordSend(Recording &call, uint32_t comm, int peer, int tag, uint64_t bytes,
                uint64_t request);

/// A receive that is complete.
void recordReceive(Recording &call, uint32_t comm, const MPI_Status &status, uint64_t request);

/// Bytes that a completed receive got.
uint64_t receivedBytes(const MPI_Status &status);

/// The part of a receive buffer that a message filled.
MessageBuffer filledPart(const MessageBuffer &buffer, const MPI_Status &status);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_MESSAGES_H
