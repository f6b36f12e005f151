//===- CollectiveRecords.h - begin and end of collectives -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_COLLECTIVERECORDS_H
#define FENCEPOST_RUNTIME_MPI_COLLECTIVERECORDS_H

#include "runtime/process/Recording.h"

#include <otf2/otf2.h>

namespace fencepost::runtime {

/// Begin or end of a collective on a window.
inline void recordWindowCollective(Recording &call, uint32_t window, bool begin,
                                   OTF2_CollectiveOp op, uint32_t assertion = 0) {
  const RmaCollectivePayload payload = {begin, op, 1, 0, assertion};
  if (begin)
    call.atBegin(RecordType::RmaCollective, window, payload);
  else
    call.atEnd(RecordType::RmaCollective, window, payload);
}

/// A whole collective on a communicator, begun at the call's enter.
inline CollectivePayload collectiveOf(OTF2_CollectiveOp op) {
  return {0, op, {}, OTF2_COLLECTIVE_ROOT_NONE, kNoId, kNoId, 0, 0, 0, 0};
}
inline void recordCollectiveBegin(Recording &call, uint32_t comm, CollectivePayload payload) {
  payload.begin = 1;
  call.atBegin(RecordType::Collective, comm, payload);
}
inline void recordCollectiveEnd(Recording &call, uint32_t comm, const CollectivePayload &payload) {
  call.atEnd(RecordType::Collective, comm, payload);
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_COLLECTIVERECORDS_H
