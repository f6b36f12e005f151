//===- ThreadEvents.h - records of what orders threads --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_THREADEVENTS_H
#define FENCEPOST_RUNTIME_ARCHIVE_THREADEVENTS_H

#include "model/ThreadSync.h"
#include "runtime/archive/RankDefinitions.h"

#include <otf2/otf2.h>

namespace fencepost::archive {

/// Communicators of threads have ids behind those of MPI: the teams of OpenMP, then one for each
/// rank with all its threads.
inline OTF2_CommRef teamId(const DefinitionSet &set, uint32_t team) {
  return static_cast<OTF2_CommRef>(set.comms.size() + team);
}
inline OTF2_CommRef contingentId(const DefinitionSet &set, uint32_t rank) {
  return static_cast<OTF2_CommRef>(set.comms.size() + set.teams.size() + rank);
}

/// Writes the thread records of one location.
class ThreadEvents {
public:
  ThreadEvents(uint32_t rank, const LocalIds &ids, const DefinitionSet &unified,
               OTF2_EvtWriter *writer, OTF2_AttributeList *attributes)
      : rank_(rank), ids_(ids), unified_(unified), writer_(writer), attributes_(attributes) {}

  static bool understands(const Record &record) {
    return record.small < static_cast<uint32_t>(ThreadSync::Count);
  }
  /// Adds to the paradigms that were used (1 << OTF2_Paradigm).
  OTF2_ErrorCode write(const Record &record, OTF2_TimeStamp time, uint32_t &paradigms);

private:
  OTF2_ErrorCode metric(const ThreadSyncInfo &info, uint64_t object, OTF2_TimeStamp time);
  OTF2_CommRef team() const { return teams_.empty() ? OTF2_UNDEFINED_COMM : teams_.back(); }

  uint32_t rank_;
  const LocalIds &ids_;
  const DefinitionSet &unified_;
  OTF2_EvtWriter *writer_;
  OTF2_AttributeList *attributes_;
  std::vector<OTF2_CommRef> teams_; // in which the thread is, innermost last
};

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_THREADEVENTS_H
