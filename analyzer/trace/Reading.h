//===- Reading.h - where the records of one location go -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_READING_H
#define FENCEPOST_ANALYZER_TRACE_READING_H

#include "analyzer/trace/ReadEvents.h"
#include "analyzer/trace/Underway.h"

namespace fencepost::analyzer {

/// Where the records go.
struct Reading {
  Reading(Definitions &definitions, const EventDefinitions &forEvents, const Location &location,
          Marks marked)
      : trace{.id = location.id, .rank = location.rank, .thread = location.thread},
        builder(definitions, trace), forEvents(forEvents), definitions(definitions),
        marked(marked) {}

  /// A call or a synchronization of threads was just recorded. Whether reading stops here.
  bool between() {
    bool news = trace.events.size() > (marks.empty() ? 0 : marks.back().place.events);
    if (marked == Marks::None || builder.inCall() || !news)
      return false;
    const Event &last = trace.events.back();
    if (marked == Marks::OfAll &&
        (last.leave == 0 || !Underway::isOfAll(definitions, last, trace.windows)))
      return false;
    marks.push_back({builder.place(), records});
    return records - recordsTaken >= stopAfter;
  }

  LocationTrace trace;
  EventBuilder builder;
  const EventDefinitions &forEvents;
  const Definitions &definitions;
  Marks marked;
  std::vector<LocationReader::Mark> marks;
  uint64_t records = 0, recordsTaken = 0, stopAfter = UINT64_MAX;
  Facts facts = {}; // of the record at hand
  NotUnderstood notUnderstood;
};

/// Sends the records of a location to the Reading that is given as their data.
void setCallbacks(OTF2_EvtReaderCallbacks *to);

/// What a record's attributes say; valid until the next one.
const Facts &factsOf(void *data, OTF2_AttributeList *list);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_READING_H
