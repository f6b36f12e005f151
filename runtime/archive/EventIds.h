//===- EventIds.h - the definitions that an event is about ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_EVENTIDS_H
#define FENCEPOST_RUNTIME_ARCHIVE_EVENTIDS_H

#include "model/Calls.h"
#include "runtime/archive/RankDefinitions.h"

#include <string>

namespace fencepost::archive {

inline EventKind kindOf(uint32_t call) {
  return call < static_cast<uint32_t>(Call::Count) ? callInfo(static_cast<Call>(call)).kind
                                                   : EventKind::Local;
}

inline constexpr uint64_t kSegment = 11; // docs/trace-format.md, Ranges

/// Loads, stores and releases name their context.
inline bool hasContext(const RangePayload &range) {
  return range.kind == 1 || range.kind == 2 || range.kind == 10;
}

/// The ids in the archive of what a record of a journal names; kNoId where it names none.
class EventIds {
public:
  explicit EventIds(const LocalIds &ids) : ids_(ids) {}

  /// Finds those of a record. False when one is missing, or the record makes no sense.
  bool find(const Record &record);
  /// Why not; "" as long as all were found.
  const std::string &missing() const { return missing_; }

  uint32_t context() const { return context_; }
  uint32_t window() const { return window_; }
  uint32_t comm() const { return comm_; }
  uint32_t group() const { return group_; }
  uint32_t sources() const { return sources_; } // of a neighbourhood collective
  uint32_t destinations() const { return destinations_; }

private:
  bool stop(const char *undefined);
  bool find(const std::vector<uint32_t> &ids, uint32_t local, const char *what, uint32_t &global);
  bool context(uint32_t id) { return find(ids_.contexts, id, "call path", context_); }
  bool window(uint32_t id) { return find(ids_.windows, id, "window", window_); }
  bool comm(uint32_t id) { return find(ids_.comms, id, "communicator", comm_); }
  bool group(uint32_t id);
  bool neighbours(const CollectivePayload &part);

  const LocalIds &ids_;
  std::string missing_;
  uint32_t context_ = kNoId, window_ = kNoId, comm_ = kNoId, group_ = kNoId;
  uint32_t sources_ = kNoId, destinations_ = kNoId;
};

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_EVENTIDS_H
