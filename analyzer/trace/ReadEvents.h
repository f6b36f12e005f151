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

#include <memory>
#include <vector>

namespace fencepost::analyzer {

struct Reading;

/// How many records there were whose meaning is not followed.
struct NotUnderstood {
  uint64_t sync = 0, waitChange = 0, tryLock = 0;
  uint64_t unknown = 0; // of newer versions of the format
};

/// Reads the events of a selected location whose files are open, in steps, clock offsets applied.
/// Places between the events of a location that are marked: none, those after a synchronization of
/// all ranks, or those after any call or synchronization of threads.
enum class Marks { None, OfAll, Every };

class LocationReader {
public:
  /// `mostRecords` bounds what a damaged file can make the library read again and again.
  LocationReader(OTF2_Reader *reader, const Location &location, const EventDefinitions &forEvents,
                 Definitions &definitions, uint64_t mostRecords, Marks marks);
  ~LocationReader();

  const Location &location() const { return location_; }
  /// Reads to its end or, if `records` and more were read since the last cut, to a mark. `room`:
  /// memory for events, which one location after the other uses until it is read to its end.
  void read(uint64_t records, std::vector<Event> &room);
  bool atEnd() const { return atEnd_; }
  /// Whether every record up to the file's end could be read.
  bool isWhole() const { return whole_; }
  uint64_t records() const;
  const NotUnderstood &notUnderstood() const;
  /// Since the last cut.
  uint64_t recordsHeld() const;

  /// What there is since the last cut.
  LocationTrace &trace();
  struct Mark {
    EventBuilder::Place place;
    uint64_t records;
  };
  /// The marks since then, no two after the same event.
  std::vector<Mark> &marks();
  /// The place before all of it.
  Mark first() const;
  /// Gives what there is until that place, and forgets it.
  void cutAt(const Mark &until, LocationTrace &phase);
  /// Gives the rest.
  void finish(LocationTrace &phase);
  void renumber(const std::function<void(uint32_t &)> &context);

private:
  void open();
  void close();

  OTF2_Reader *reader_;
  OTF2_EvtReader *eventReader_ = nullptr;
  Location location_;
  uint64_t mostRecords_, read_ = 0;
  bool atEnd_ = false, whole_ = false;
  std::unique_ptr<Reading> reading_;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_READEVENTS_H
