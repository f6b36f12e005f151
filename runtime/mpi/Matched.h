//===- Matched.h - messages that a matched probe found ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_MATCHED_H
#define FENCEPOST_RUNTIME_MPI_MATCHED_H

#include "runtime/process/Recording.h"

namespace fencepost::runtime {

/// A message that MPI_Mprobe took from the queue: its receive is posted there.
struct MatchedMessage {
  uint32_t comm;
  uint64_t number; // of the receive's request in the trace
};

/// After the probe. Messages from MPI_PROC_NULL are none.
void recordMatched(Recording &call, MPI_Comm comm, MPI_Message message);

/// Takes a message out of the table before the call that receives it. False when it is not known.
bool takeMatched(MPI_Message message, MatchedMessage &matched);

/// Puts it back: the call received nothing.
void keepMatched(MPI_Message message, const MatchedMessage &matched);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_MATCHED_H
