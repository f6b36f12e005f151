//===- RankDefinitions.h - the definitions in the journals of one rank ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_RANKDEFINITIONS_H
#define FENCEPOST_RUNTIME_ARCHIVE_RANKDEFINITIONS_H

#include "runtime/archive/Clock.h"
#include "runtime/archive/DefinitionSet.h"
#include "runtime/archive/JournalReader.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace fencepost::archive {

/// For each id in the rank's journals an index of a DefinitionSet; kNoId where it is undefined.
struct LocalIds {
  std::vector<uint32_t> contexts, comms, groups, windows;
  std::unordered_map<uint64_t, uint32_t> teams; // by the number in ThreadSyncPayload

  static uint32_t find(const std::vector<uint32_t> &ids, uint32_t id) {
    return id < ids.size() ? ids[id] : kNoId;
  }
  /// The same ids as indices of the set that `mapping` leads to.
  LocalIds through(const Mapping &mapping) const;
};

struct RankDefinitions {
  DefinitionSet set;
  LocalIds ids; // indices of `set`
  std::vector<ClockPoint> clock;
  std::map<std::string, uint64_t> notFollowed; // calls seen but not understood, how often
  std::set<std::string> threadsNotFollowed;    // libraries
  std::string lost;                            // why recording stopped early; "" when it did not
};

/// Reads what the journals of one rank define. Definitions that make no sense are left out, and
/// events that refer to them end their location (EventWriter).
void readDefinitions(const std::vector<JournalReader> &journals, RankDefinitions &into);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_RANKDEFINITIONS_H
