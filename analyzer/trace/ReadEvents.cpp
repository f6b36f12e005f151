//===- ReadEvents.cpp - the events of one location ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/ReadEvents.h"

#include "analyzer/trace/Reading.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

using Callbacks =
    std::unique_ptr<OTF2_EvtReaderCallbacks, decltype(&OTF2_EvtReaderCallbacks_Delete)>;

} // namespace

LocationReader::LocationReader(OTF2_Reader *reader, const Location &location,
                               const EventDefinitions &forEvents, Definitions &definitions,
                               uint64_t mostRecords, Marks marks)
    : reader_(reader), location_(location), mostRecords_(mostRecords),
      reading_(std::make_unique<Reading>(definitions, forEvents, location, marks)) {}

LocationReader::~LocationReader() { close(); }

void LocationReader::open() {
  eventReader_ = OTF2_Reader_GetEvtReader(reader_, location_.id);
  if (!eventReader_)
    return;
  Callbacks callbacks(OTF2_EvtReaderCallbacks_New(), OTF2_EvtReaderCallbacks_Delete);
  setCallbacks(callbacks.get());
  OTF2_Reader_RegisterEvtCallbacks(reader_, eventReader_, callbacks.get(), reading_.get());
  OTF2_EvtReader_ApplyMappingTables(eventReader_, true);
  OTF2_EvtReader_ApplyClockOffsets(eventReader_, true);
}

void LocationReader::close() {
  if (eventReader_)
    OTF2_Reader_CloseEvtReader(reader_, eventReader_);
  eventReader_ = nullptr;
}

void LocationReader::read(uint64_t records, std::vector<Event> &room) {
  if (atEnd_)
    return;
  if (!eventReader_)
    open();
  reading_->stopAfter = records;
  std::vector<Event> &events = reading_->trace.events;
  if (events.empty())
    events.swap(room);
  // There is about one event of ours in six records.
  events.reserve(std::min<uint64_t>({location_.events, records, 1 << 24}) / 6);
  bool stopped = false;
  if (eventReader_) {
    uint64_t read = 0;
    OTF2_ErrorCode code =
        OTF2_Reader_ReadLocalEvents(reader_, eventReader_, mostRecords_ - read_, &read);
    read_ += read;
    stopped = code == OTF2_ERROR_INTERRUPTED_BY_CALLBACK;
    whole_ = code == OTF2_SUCCESS && read_ >= location_.events;
  }
  if (stopped)
    return;
  atEnd_ = true;
  close();
  // It may wait for its turn long.
  room.assign(events.begin(), events.end());
  room.swap(events);
  room.clear();
}

uint64_t LocationReader::records() const { return reading_->records; }

const NotUnderstood &LocationReader::notUnderstood() const { return reading_->notUnderstood; }

uint64_t LocationReader::recordsHeld() const { return reading_->records - reading_->recordsTaken; }

LocationTrace &LocationReader::trace() { return reading_->trace; }

std::vector<LocationReader::Mark> &LocationReader::marks() { return reading_->marks; }

LocationReader::Mark LocationReader::first() const {
  return {{.time = reading_->trace.begin}, reading_->recordsTaken};
}

void LocationReader::cutAt(const Mark &until, LocationTrace &phase) {
  const LocationTrace &trace = reading_->trace;
  phase = {.id = trace.id, .rank = trace.rank, .thread = trace.thread};
  reading_->recordsTaken = until.records;
  // `until` may be one of the marks.
  const EventBuilder::Place place = until.place;
  reading_->builder.take(place, phase);
  std::vector<Mark> &marks = reading_->marks;
  std::erase_if(marks, [&](const Mark &mark) { return mark.place.events <= place.events; });
  for (Mark &mark : marks)
    mark.place.countFrom(place);
}

void LocationReader::finish(LocationTrace &phase) {
  // A rank that left nothing: its location is there for the others' sake.
  reading_->builder.finish(whole_);
  phase = std::move(reading_->trace);
}

void LocationReader::renumber(const std::function<void(uint32_t &)> &context) {
  reading_->builder.renumber(context);
}

} // namespace fencepost::analyzer
