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
          bool cuts)
      : trace{.id = location.id, .rank = location.rank, .thread = location.thread},
        builder(definitions, trace), forEvents(forEvents), definitions(definitions),
        underway(definitions, location.rank), cuts(cuts) {}

  /// Notes a synchronization of all ranks that was just left. Whether reading stops here.
  bool leftCall() {
    if (!cuts || builder.inCall() || trace.events.size() == visited)
      return false;
    const Event &last = trace.events.back();
    if (last.leave == 0 || !underway.isOfAll(last, trace.windows))
      return false;
    for (; visited < trace.events.size(); ++visited)
      underway.visit(trace.events[visited]);
    passed.push_back({builder.place(), records, underway.balance(),
                      underway.none() && !Underway::leavesUnseen(last, trace.windows)});
    return records - recordsTaken >= stopAfter;
  }

  LocationTrace trace;
  EventBuilder builder;
  const EventDefinitions &forEvents;
  const Definitions &definitions;
  Underway underway;
  bool cuts;
  std::size_t visited = 0; // events that `underway` knows
  std::vector<LocationReader::Passed> passed;
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
