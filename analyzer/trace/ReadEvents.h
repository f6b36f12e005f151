//===- ReadEvents.h - the events of one location -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_READEVENTS_H
#define FENCEPOST_ANALYZER_TRACE_READEVENTS_H

#include "analyzer/trace/EventBuilder.h"
#include "analyzer/trace/ReadDefinitions.h"

namespace fencepost::analyzer {

struct ReadOutcome {
  uint64_t records = 0;
  bool whole = true; // every record up to the file's end could be read
};

/// Reads a selected location whose files are open, clock offsets applied. `mostRecords` bounds what
/// a damaged file can make the library read again and again.
ReadOutcome readEvents(OTF2_Reader *reader, const Location &location,
                       const EventDefinitions &forEvents, Definitions &definitions,
                       uint64_t mostRecords, LocationTrace &to);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_READEVENTS_H
