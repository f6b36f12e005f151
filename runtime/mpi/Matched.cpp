//===- Matched.cpp - messages that a matched probe found -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Matched.h"

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/mpi/Handle.h"
#include "runtime/mpi/Messages.h"

namespace fencepost::runtime {

namespace {

SpinLock lock;
HashMap<MatchedMessage> messages;

} // namespace

void keepMatched(MPI_Message message, const MatchedMessage &matched) {
  Guard guard(lock);
  if (MatchedMessage *kept = messages.insert(handleKey(message)))
    *kept = matched;
}

void recordMatched(Recording &call, MPI_Comm comm, MPI_Message message) {
  if (message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC)
    return;
  const uint32_t id = messageComm(call, comm, MPI_ANY_SOURCE);
  if (id == kNoId)
    return;
  const uint64_t number = nextNumber();
  recordReceiveRequest(call, number);
  keepMatched(message, {id, number});
}

bool takeMatched(MPI_Message message, MatchedMessage &matched) {
  Guard guard(lock);
  const MatchedMessage *found = messages.find(handleKey(message));
  if (!found)
    return false;
  matched = *found;
  messages.erase(handleKey(message));
  return true;
}

} // namespace fencepost::runtime
