//===- EventBuilder.h - records between enter and leave become events ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fed with the records of one location in order. Only what the reader of
// events has in hand appears here, nothing of OTF2.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_EVENTBUILDER_H
#define FENCEPOST_ANALYZER_TRACE_EVENTBUILDER_H

#include "analyzer/trace/Definitions.h"

#include <functional>
#include <unordered_map>

namespace fencepost::analyzer {

/// The attributes of a record (docs/trace-format.md).
struct Facts {
  uint32_t site = kNone;
  uint32_t window = kNone;
  uint32_t target = kNone;
  uint64_t base = 0;
  uint64_t size = 0;
  uint64_t dispUnit = 1;
  uint32_t flavor = 0;
  uint32_t model = 0;
  uint32_t info = kNone;
  int64_t displacement = 0;
  uint32_t op = kNone;
  uint32_t type = kNone;
  AtomicValues values;
  uint64_t request = 0;
  uint64_t object = 0;   // released or acquired
  uint32_t comm = kNone; // of a message that a probe found
  uint32_t source = 0;
  uint32_t tag = 0;
  bool synchronous = false;
  uint32_t assertion = 0;
  uint32_t sources = kNone; // groups
  uint32_t destinations = kNone;
  uint32_t persistent = 0;
  uint32_t other = kNone;
  int64_t begin = 0, end = 0;
  uint64_t limit = 0;
  uint32_t detail = kNone;
};

/// A collective on a communicator, from the record at its end.
struct CollectiveFacts {
  EventKind kind;
  uint32_t comm;
  uint32_t root;
  uint64_t bytes;
};

class EventBuilder {
public:
  EventBuilder(Definitions &definitions, LocationTrace &trace)
      : definitions(definitions), trace(trace) {}

  void time(uint64_t ticks);
  void enter(uint64_t ticks, uint32_t context, const Facts &facts);
  /// Of an archive without calling contexts.
  void enterRegion(uint64_t ticks, uint32_t region, const Facts &facts);
  void leave(uint64_t ticks, const Facts &facts = {});
  /// A record within the call that is open; `fallback` is its kind where the call is not in the
  /// table. Returns the event for the rest to be filled in, until the next record.
  Event &record(EventKind fallback);
  void windowCreated(uint32_t window, const Facts &facts);
  void windowFreed(uint32_t window);
  void operation(EventKind fallback, uint32_t window, uint32_t target, uint64_t bytes,
                 uint64_t matching, const Facts &facts);
  void operationCompleted(uint32_t window, uint64_t matching, const Facts &facts = {});
  void collective(const CollectiveFacts &done, const Facts &facts);
  void collectiveStarted(uint64_t request);
  void collectiveCompleted(const CollectiveFacts &done, uint64_t request, const Facts &facts);
  void range(uint64_t ticks, const Range &range);
  /// An error that the runtime saw at the call that is open; `name` is the String that names it.
  void error(uint32_t name, const Facts &facts);
  /// A synchronization with other threads: it ends a segment, and is a Local event without ranges.
  void threadsSynchronized(uint64_t ticks, ThreadStep step, uint64_t object, uint64_t task = 0,
                           uint32_t team = kNone);

  /// What was there at some point of the records.
  struct Place {
    uint32_t events = 0, ranges = 0, values = 0, errors = 0;
    uint64_t time = 0;

    void countFrom(const Place &other) {
      events -= other.events;
      ranges -= other.ranges;
      values -= other.values;
      errors -= other.errors;
    }
  };
  Place place() const;
  bool inCall() const { return openCalls > 0; }
  /// Moves what was there by then, at which no call or operation was under way, to `phase`, with
  /// the windows that there were.
  void take(const Place &until, LocationTrace &phase);
  /// Applies `context` to every context that is not yet taken.
  void renumber(const std::function<void(uint32_t &)> &context);

  /// Nothing follows. `whole`: the archive had all the records it promised.
  void finish(bool whole);

private:
  struct Open {
    Event event; // as it will stand in the trace: enter, kind, context, facts
    std::size_t firstEvent;
    uint64_t ticksBelow = 0;
    bool mpi;
  };

  void local(uint64_t enter, uint32_t context);
  void attach(Event &event, const Range &range);
  void account(const Open &call, uint64_t ticks);
  void poll(Event call, uint64_t ticks);
  void close(uint64_t ticks, bool open);
  void guessWindow(Event &call) const;
  void forgetFreed(const std::vector<Event> &events);
  void dropLooseEnds(const Place &until);

  Definitions &definitions;
  LocationTrace &trace;
  std::vector<Open> stack;
  uint32_t openCalls = 0;
  std::optional<Event> before;   // the last call that was taken
  std::optional<uint64_t> began; // tick of the first record, when some were taken
  bool continued = false;        // some events were
  uint64_t lastLeave = 0;
  uint32_t lastContext = kNone;
  bool any = false, accesses = false, finalized = false;
  Table<uint32_t> timeOf;                                // context -> index in trace.times + 1
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_EVENTBUILDER_H
