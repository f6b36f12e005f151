//===- Event.h - the abstract events of a trace in memory -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reader makes of the records between a call's enter and leave, for
// our archives and for Score-P's alike. Detectors see these and never OTF2.
//
// One call may give several events (a sendrecv: Send and Recv; a waitall: one
// Completion for each request): they share `enter`, `leave` and `context`.
// Accesses between two calls give one event of kind Local with its ranges; memory
// that is released gives one of its own, at that time.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_EVENT_H
#define FENCEPOST_ANALYZER_TRACE_EVENT_H

#include "model/Event.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fencepost::analyzer {

inline constexpr uint32_t kNone = UINT32_MAX;

/// Roots of collectives on inter-communicators, as OTF2_CollectiveRoot.
inline constexpr uint32_t kRootIsSelf = kNone - 1;
inline constexpr uint32_t kRootIsInThisGroup = kNone - 2;

/// docs/trace-format.md, Ranges.
enum class RangeKind : uint8_t {
  Load = 1,
  Store,
  OriginRead,
  OriginWrite,
  ResultWrite,
  CompareRead,
  Target,
  SendRead,
  ReceiveWrite,
  Released,
  Segment,
};

struct Range {
  uint64_t address; // of this process; Target: offset from the displacement, may wrap below zero
  uint64_t bytes;   // of one block
  int64_t stride;
  uint64_t count;
  uint32_t context; // Load, Store, Released: where; Segment: rank in the window; else kNone
  RangeKind kind;
};

enum EventFlags : uint8_t {
  kOpen = 1,         // never left: `leave` is the location's last time
  kFailedTest = 2,   // a Test that did not succeed, a Probe that is a poll
  kErroneous = 2,    // an operation that may not access its target at all
  kExclusive = 4,    // a Lock
  kMessageDone = 8,  // Completion: of a receive (peer, tag, comm, bytes are known)
  kNonBlocking = 16, // Send, Recv: `request` completes it
  kSynchronous = 32, // Send: ends after its receive began
  kCancelled = 64,   // Completion: nothing was sent or received
  kReleased = 128    // Local: its ranges are memory that is released there
};

/// What a Local event without ranges says of the threads of the process (docs/trace-format.md,
/// Synchronization of threads); `request` is the object, 0: none.
enum class ThreadStep : uint8_t {
  None,
  Release,
  Acquire,
  AtomicRelease, // fences are about these, too
  AtomicAcquire,
  FenceRelease,
  FenceAcquire,
  Begin, // of a new thread, which acquires
  TeamBegin,
  TeamEnd,
  TaskCreate, // a release
  TaskSwitch, // `displacement` names the task, 0 in the lower half: that of the thread in its team
};

struct Event {
  uint64_t enter; // ticks of rank 0's clock
  uint64_t leave;
  EventKind kind;
  uint8_t flags = 0;
  ThreadStep step = ThreadStep::None;
  uint32_t context = kNone; // the call's, in Definitions::contexts; Local: of the last call before
  uint32_t window = kNone;  // global RmaWin id
  uint32_t comm = kNone;    // global Comm id (of the window, where there is one); TaskSwitch: team
  uint32_t peer = kNone;    // target, destination, source or root: rank in `comm`, or kRootIs...
  uint32_t group = kNone;   // Post, Start, Complete, Wait, successful Test: global Group id;
                            // Neighbour: of those that this rank sends to; accumulate family: index
                            // into LocationTrace::values
  uint32_t tag = 0;         // collectives: n for the n-th persistent one of `comm`
  uint32_t assertion = 0;   // bits of docs/trace-format.md
  uint32_t op = kNone;      // accumulate family: String ids of the op and the element type
  uint32_t type = kNone;    // Neighbour: Group id of those that send to this rank
  uint32_t firstRange = 0;  // into LocationTrace::ranges
  uint32_t rangeCount = 0;
  int64_t displacement = 0; // operations; WinCreate: disp_unit; WinAttach/Detach: base
  uint64_t bytes = 0;       // moved; WinCreate, WinAttach: the window's size
  uint64_t request = 0;     // 0: none. Operations, non-blocking Send/Recv, Completion, RequestEnd
};

/// A test, wait or probe of requests or messages that completed or found nothing, or several of
/// them that follow each other on one call path.
inline bool isPoll(const Event &event) {
  return event.kind == EventKind::Probe && event.flags & kFailedTest;
}

/// Time in a call path, for those calls too that give no event.
struct ContextTime {
  uint32_t context;
  bool mpi;
  uint64_t calls;
  uint64_t ticks; // without those of the calls below it
};

/// From `time` on the innermost function of the program is that of the context, or none: of
/// archives that record the entering and leaving of functions.
struct FunctionSwitch {
  uint64_t time;
  uint32_t context;
};

/// Window facts of one rank, from its WinCreate.
struct WindowPart {
  uint32_t window;
  uint32_t rank; // in the window's communicator
  uint64_t base;
  uint64_t size;
  uint64_t dispUnit;
  uint32_t flavor;
  uint32_t model;
  uint32_t info;                         // String
  uint64_t from = 0, until = UINT64_MAX; // ticks: the window's creation and end
};

/// What MPI_Win_set_info gave.
struct HintChange {
  uint32_t window;
  uint32_t info; // String
  uint64_t time;
};

/// Another rank's memory in a shared window, as it is mapped in this process.
struct MappedSegment {
  uint32_t window;
  uint32_t rank; // of the owner, in the window's communicator
  uint64_t address;
  uint64_t bytes;
  uint64_t from, until; // ticks: the window's creation and end
};

/// Raw bits of an atomic operation on one element (docs/trace-format.md), as far as recorded.
struct AtomicValues {
  std::optional<uint64_t> operand, compare, result;
};

/// What one thread began and another completes: the records of neither say it all. Until
/// tieThreads (Threads.h).
struct LooseEnds {
  // Of what this thread began:
  std::unordered_map<uint64_t, uint64_t> requests;       // of operations, by matching id
  std::unordered_map<uint64_t, std::size_t> values;      // of atomics, by matching id: index
  std::unordered_map<uint64_t, std::size_t> collectives; // by request: event
  // Of what it completed, and did not begin:
  std::unordered_map<uint64_t, std::size_t> completions; // of operations, by matching id: event
  std::vector<std::pair<uint64_t, std::optional<uint64_t>>> results; // by matching id
  std::vector<std::pair<uint64_t, Event>> outcomes; // of collectives, by request
};

/// Erroneous use of RMA that the runtime saw (docs/trace-format.md, Errors).
struct ErrorSeen {
  uint32_t name;    // String
  uint32_t context; // of the call
  uint32_t other;   // context of the other call; kNone
  uint32_t window;  // kNone
  uint32_t target;  // rank in the window; kNone
  int64_t begin, end;
  uint64_t limit;
  uint32_t detail; // String; kNone
};

struct LocationTrace {
  uint64_t id; // OTF2 location
  uint32_t rank;
  uint32_t thread;
  uint64_t begin = 0, end = 0; // first and last tick of the phase
  bool complete = true;        // ran to its end
  bool whole = true;           // every record that the archive promises could be read
  bool continued = false;      // had events in an earlier phase
  std::optional<Event> before; // the last call of the phase before this one
  std::vector<Event> events;   // by enter
  std::vector<uint32_t> cuts;  // how many of them come before each place where the run can be cut
  std::vector<Range> ranges;
  std::vector<AtomicValues> values;
  std::vector<WindowPart> windows;
  std::vector<HintChange> hints;
  std::vector<MappedSegment> mapped;
  std::vector<ErrorSeen> errors;
  std::vector<ContextTime> times;        // by context, of the whole run: in the last phase only
  std::optional<uint64_t> timesSince;    // the run's first tick, likewise
  std::vector<FunctionSwitch> functions; // by time
  LooseEnds looseEnds;

  /// How many of `cuts` come before an event.
  uint32_t spanOf(uint32_t event) const {
    return static_cast<uint32_t>(std::upper_bound(cuts.begin(), cuts.end(), event) - cuts.begin());
  }
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_EVENT_H
