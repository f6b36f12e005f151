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

/// A send, with the number of its request (0: blocking). `synchronous`: one whose call's name does
/// not say so.
void recordSend(Recording &call, uint32_t comm, int peer, int tag, uint64_t bytes, uint64_t request,
                bool synchronous = false);

/// The class of an error code.
int errorClass(int code);

/// Whether a receive that ended with this class of error took its message: one that was too long
/// for the buffer is gone, too.
inline bool tookMessage(int error) { return error == MPI_SUCCESS || error == MPI_ERR_TRUNCATE; }

/// After a receiving call: whether there is a receive to record.
bool received(Recording &call, int result);

/// A message that a probe found and left to a receive to come.
void recordMessageFound(Recording &call, MPI_Comm comm, const MPI_Status &status);

/// A receive that is posted.
void recordReceiveRequest(Recording &call, uint64_t number);

/// A receive that is complete.
void recordReceive(Recording &call, uint32_t comm, const MPI_Status &status, uint64_t request);

/// Bytes that a completed receive got.
uint64_t receivedBytes(const MPI_Status &status);

/// The bytes of a receive buffer that a message filled.
void recordFilledPart(Recording &call, const MessageBuffer &buffer, const MPI_Status &status);

/// A receive whose buffer is in use until `request` completes; `number` is its in the trace.
void startReceive(Recording &call, const MessageBuffer &buffer, uint32_t comm, uint64_t number,
                  const MPI_Request *request);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_MESSAGES_H
