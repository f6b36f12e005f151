//===- EventWriter.h - the events of one location -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_EVENTWRITER_H
#define FENCEPOST_RUNTIME_ARCHIVE_EVENTWRITER_H

#include "runtime/archive/DefinitionSet.h"
#include "runtime/archive/JournalReader.h"
#include "runtime/archive/RankDefinitions.h"

#include <otf2/otf2.h>
#include <string>
#include <vector>

namespace fencepost::archive {

enum class AttributeId : OTF2_AttributeRef {
#define ATTRIBUTE(enumerator, name, type, description) enumerator,
#include "runtime/archive/attributes.def"
};

inline constexpr OTF2_ParameterRef kErrorParameter = 0;

inline constexpr OTF2_MetricRef kRangeMetric = 0;
inline constexpr uint8_t kRangeMembers = 0
#define RANGE_MEMBER(name, description) +1
#include "runtime/archive/attributes.def"
    ;

inline constexpr OTF2_MetricRef kSyncMetric = 1;
inline constexpr uint8_t kSyncMembers = 0
#define SYNC_MEMBER(name, description) +1
#include "runtime/archive/attributes.def"
    ;

/// Groups with these ids come before those of DefinitionSet::groups.
inline constexpr OTF2_GroupRef kLocationsGroup = 0;
inline constexpr OTF2_GroupRef kSelfGroup = 1;
inline constexpr OTF2_GroupRef kFirstGroup = 2;

/// What became of one journal.
struct LocationEvents {
  uint64_t events = 0;
  uint64_t first = 0; // ticks of this process
  uint64_t last = 0;
  bool programEnded = false;
  uint32_t paradigms = 0;     // of threads: 1 << OTF2_Paradigm
  std::vector<uint32_t> open; // contexts entered and not left, outermost first
  std::string failure;        // why reading stopped before the end; "" when it did not
};

/// Writes the events of one journal, ids replaced by those of `unified`. Stops where the journal
/// stops making sense. False when OTF2 could not write.
bool writeEvents(const JournalReader &journal, const LocalIds &ids, DefinitionSet &unified,
                 OTF2_EvtWriter *writer, LocationEvents &result);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_EVENTWRITER_H
