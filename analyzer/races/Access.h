//===- Access.h - what touches whose memory, and when ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 1 and 2 as data. An access starts when the clock of its start says,
// and is over for those who know its end. All that is searched for races in one
// rank's memory comes in this form, wherever it came from.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_ACCESS_H
#define FENCEPOST_ANALYZER_RACES_ACCESS_H

#include "analyzer/races/Clock.h"
#include "analyzer/races/Strided.h"
#include "analyzer/trace/Event.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fencepost::analyzer::races {

enum class AccessKind : uint8_t {
  Load,
  Store,
  Put,
  Get,
  Accumulate,
  GetAccumulate,
  FetchAndOp,
  CompareAndSwap,
  Send,
  Recv,
  Collective,
};

/// As in the results' `place` table.
constexpr std::string_view accessKindName(AccessKind kind) {
  constexpr std::array<std::string_view, 11> names{
      "load",       "store",          "put",          "get",
      "accumulate", "get-accumulate", "fetch-and-op", "compare-and-swap",
      "send",       "recv",           "collective"};
  return names[static_cast<std::size_t>(kind)];
}

/// What of a trace an access is.
constexpr AccessKind accessKind(EventKind kind) {
  switch (kind) {
  case EventKind::Put:
    return AccessKind::Put;
  case EventKind::Get:
    return AccessKind::Get;
  case EventKind::Accumulate:
    return AccessKind::Accumulate;
  case EventKind::GetAccumulate:
    return AccessKind::GetAccumulate;
  case EventKind::FetchAndOp:
    return AccessKind::FetchAndOp;
  case EventKind::CompareAndSwap:
    return AccessKind::CompareAndSwap;
  case EventKind::Send:
    return AccessKind::Send;
  case EventKind::Recv:
    return AccessKind::Recv;
  default:
    return AccessKind::Collective;
  }
}

/// Whether the range is written; target ranges: the operation says it.
constexpr bool writes(RangeKind kind) {
  return kind == RangeKind::Store || kind == RangeKind::OriginWrite ||
         kind == RangeKind::ResultWrite || kind == RangeKind::ReceiveWrite;
}

/// The buffer of a message or collective, not of an operation.
constexpr bool isMessage(AccessKind kind) { return kind >= AccessKind::Send; }

enum class Side : uint8_t { Origin, Target, Local };

constexpr std::string_view sideName(Side side) {
  constexpr std::array<std::string_view, 3> names{"origin", "target", "local"};
  return names[static_cast<std::size_t>(side)];
}

/// A point of the run and the clock there.
struct Start {
  uint32_t clock = 0; // index in the owner's clocks
  uint32_t strand = kNone;
  uint64_t position = 0;
  uint64_t order = 0; // Probed::order
  bool operator==(const Start &) const = default;
};

/// A lock epoch that covers an access to its target's memory.
struct Hold {
  uint32_t window;
  uint32_t rank;   // the holder
  uint32_t target; // rank of the world; kNone: all
  uint32_t epoch;  // counts the holder's
  bool exclusive;
  bool checked;             // not MPI_MODE_NOCHECK, which acquires nothing
  uint32_t context = kNone; // of the lock
  bool operator==(const Hold &) const = default;
};

/// Of one origin's accumulates to one target, those that are carried out as they were called.
enum Order : uint8_t {
  kReadAfterRead = 1,
  kReadAfterWrite = 2,
  kWriteAfterRead = 4,
  kWriteAfterWrite = 8,
  kAllOrders = 15
};

/// What a window's info promises, and leaves to MPI (RMA-RULES 4).
struct AccumulateHints {
  uint8_t ordering = kAllOrders; // accumulate_ordering
  bool sameOp = false;           // accumulate_ops: not even MPI_NO_OP beside another one
};

/// What one call, or one segment's site, does on one side.
struct Accessor {
  AccessKind kind = AccessKind::Load;
  Side side = Side::Local;
  bool atomic = false;      // Target side of the accumulate family
  bool endsHere = false;    // `end` is the target's own wait
  bool endsLoosely = false; // in a fence that the target enters with NOPRECEDE
  bool seen = false;        // one element, whose value another atomic operation brought back
  uint32_t rank = kNone;    // that made it
  uint32_t thread = 0;
  uint32_t context = kNone;
  uint32_t window = kNone; // operations
  uint32_t target = kNone; // rank in the window
  uint32_t op = kNone, type = kNone;
  AccumulateHints hints; // atomic ones
  uint64_t time = 0;
  uint64_t position = 0; // in the rank: the call's enter, the segment's begin
  Start start;
  Start exposure; // target side: the target's fence or post; strand kNone: none
  Stamp called;   // `position`: who knows it waited for the call, but not for its completion
  Stamp end;
  uint32_t moreEnds = 0;       // index in Memory::moreEnds; 0: none
  uint32_t endContext = kNone; // the call that completes it; kNone: none does
  uint64_t endTime = UINT64_MAX;
  uint32_t syncContext = kNone; // the last synchronization of its thread before it
  uint64_t syncTime = 0;
  uint32_t releaseContext = kNone;  // the first call after it, before its end, that others wait for
  uint32_t localEndContext = kNone; // target side: the call that completes it locally, before that
  uint32_t epochContext = kNone;    // operations: the call that opened its epoch
  uint32_t exposureContext = kNone; // target side: the target's post, or fence with NOPRECEDE
  uint32_t holds = 0;               // index in Memory::holds; 0: none
  uint32_t visibility = 0;          // index in Memory::visibilities; 0: none is needed

  /// The buffer of a call that returned before it was done with it.
  bool isPendingMessage() const { return isMessage(kind) && endContext != context; }
};

struct Access {
  uint32_t accessor; // index in Memory::accessors
  bool write;
  Strided bytes;
  bool whole = false; // the window, where an update meets every store of its owner (RMA-RULES 5)
};

/// What synchronization of a shared window makes of a load or store (RMA-RULES 5).
struct Visibility {
  uint32_t window = kNone;
  bool separate = false;        // the window, not shared: of the separate memory model
  Start refreshed;              // the clock of the last one before it
  std::vector<Stamp> published; // the next ones after it
  bool operator==(const Visibility &) const = default;
};

/// Memory that is given back: what is at its address later is another object's.
struct Released {
  uint64_t position; // in the rank
  Strided bytes;
};

/// All accesses to the memory of one rank.
struct Memory {
  uint32_t rank = 0;
  std::vector<Accessor> accessors;
  std::vector<Access> accesses;
  std::vector<std::vector<Hold>> holds{{}};
  std::vector<std::vector<Stamp>> moreEnds{{}}; // where other threads complete an access
  std::vector<Visibility> visibilities{{}};
  std::vector<Released> releases; // by position; of ranks with several strands
  bool shared = false;            // other ranks load and store it
  bool separate = false;          // some of it is in windows of the separate memory model
  bool pending = false;           // messages or collectives wait there for their end
  const std::vector<Clock> *clocks = nullptr; // of all memories of the process

  /// Whether two accesses of the rank to its own memory are to two objects, one after the other.
  bool releasedBetween(const Access &a, const Access &b) const;

  /// Whether what ended at `end` was over when the access started.
  bool endedBefore(const Stamp &end, const Accessor &accessor) const {
    return knows(accessor.start, end) ||
           (accessor.exposure.strand != kNone && knows(accessor.exposure, end));
  }

  /// Whether an access was over when another one started.
  bool endedBefore(const Accessor &earlier, const Accessor &later) const {
    return anyEnd(earlier, [&](const Stamp &end) { return endedBefore(end, later); });
  }
  /// Whether two have to synchronize a window to see each other's access: loads and stores of two
  /// ranks; loads and stores of the owner, and operations through a window of the separate model.
  bool needVisibility(const Accessor &one, const Accessor &other) const {
    if (one.side == Side::Target || other.side == Side::Target)
      return isSeparate(one, other) || isSeparate(other, one);
    return (one.visibility || other.visibility) && one.rank != other.rank;
  }
  bool isSeparate(const Accessor &local, const Accessor &operation) const {
    const Visibility &visibility = visibilities[local.visibility];
    return visibility.separate && operation.side == Side::Target &&
           visibility.window == operation.window;
  }
  /// Whether one was over, and seen to be, when the other one started.
  bool seenBefore(const Accessor &earlier, const Accessor &later) const;
  /// Whether any of the points where an access is over is such.
  template <typename Is> bool anyEnd(const Accessor &accessor, Is is) const {
    return is(accessor.end) ||
           std::any_of(moreEnds[accessor.moreEnds].begin(), moreEnds[accessor.moreEnds].end(), is);
  }

  bool knows(const Start &start, const Stamp &end) const {
    return (start.strand == end.strand && start.position >= end.position) ||
           (*clocks)[start.clock].knows(end);
  }
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_ACCESS_H
