//===- Records.h - what of a run the replay needs ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each process keeps, phase by phase, the calls of its ranks and in which
// synchronizations they take part; all of it goes to process 0 at the end.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_WHATIF_RECORDS_H
#define FENCEPOST_ANALYZER_WHATIF_RECORDS_H

#include "analyzer/Analysis.h"
#include "analyzer/detectors/LockWaits.h"
#include "analyzer/detectors/Shape.h"
#include "analyzer/whatif/Touches.h"

#include <map>
#include <set>
#include <vector>

namespace fencepost::analyzer {

struct CallRecord {
  uint64_t enter, leave;
  uint32_t rank, context, window;
  EventKind kind;
};

/// Calls are named by their number among those of the rank.
struct PartRecord {
  Key key;
  uint32_t rank;
  uint32_t begins, ends; // the call itself, and that which completes what it began
  Part part;
  Shape shape;      // of a collective
  bool barrier;     // MPI_Barrier or MPI_Ibarrier
  bool root;        // of a collective
  bool synchronous; // a send that ends after its receive began
};

/// Operations on another rank in an epoch of fences or of post and start.
struct AccessRecord {
  uint32_t rank, call; // the origin, and the number of the call that completes them
  uint32_t target;
};

/// A lock epoch; times are those of calls of the origin.
struct HoldRecord {
  uint32_t window, target, origin;
  uint64_t lockEnter, waitsEnter, unlockEnter;
  bool exclusive, checked;
};

/// An origin waited in a call for a target to enter MPI.
struct ProgressRecord {
  uint32_t origin, target;
  uint64_t time;        // within the origin's call
  uint64_t targetEnter; // of the target's call
};

/// A rank used its own memory of a window.
struct TouchRecord {
  uint32_t rank, call, window;
  bool inCall; // else before it
  bool operator==(const TouchRecord &) const = default;
};

struct RankTimes {
  uint32_t rank;
  uint64_t begin, end; // ticks
  bool overlap;        // two of its threads were in MPI at once
};

struct Records {
  std::vector<CallRecord> calls; // of each rank by time
  std::vector<PartRecord> parts;
  std::vector<AccessRecord> accesses;
  std::vector<HoldRecord> holds; // of each window and target in order
  std::vector<ProgressRecord> progress;
  std::vector<TouchRecord> touches;
  std::vector<uint32_t> sharedWindows, untoldWindows;
  std::vector<RankTimes> ranks;
};

class Recorder {
public:
  /// Touches are kept only if they are needed.
  explicit Recorder(bool needsTouches) : needsTouches(needsTouches) {}

  /// Adds what a phase tells of this process's ranks. Collective.
  void look(const Analysis &phase);
  /// Everything, on process 0; empty elsewhere. Collective.
  Records gathered(MPI_Comm comm);

private:
  struct Rank {
    uint32_t calls = 0; // so far
    RankTimes times{kNone, UINT64_MAX, 0, false};
    uint64_t leave = 0; // of its last call
    std::map<uint32_t, std::set<uint32_t>>
        targets; // by window, since the last call that completed operations
  };
  /// Number of the call of each event, by location.
  using Numbers = std::vector<std::vector<uint32_t>>;

  void walk(const Trace &trace, uint32_t first, uint32_t end, Numbers &numbers);
  void addLocks(const Analysis &phase);
  void addTouches(const WindowTouches &touches, const LocationTrace &location, const Event &event,
                  const Rank &rank);
  void addAccess(const Definitions &definitions, const Event &event, Rank &rank);
  void addParts(const Analysis &phase, const Numbers &numbers);

  std::map<uint32_t, Rank> ranks;
  bool needsTouches;
  LockWaits locks{true};
  Records mine;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_WHATIF_RECORDS_H
