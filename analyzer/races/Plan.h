//===- Plan.h - a rank's accesses and synchronizations, before clocks -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over a rank's events (RankWalk.h) finds what it gives to and takes
// from synchronizations, at which positions clocks will be needed, and for each
// access where it starts and what ends it (RMA-RULES 2).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_PLAN_H
#define FENCEPOST_ANALYZER_RACES_PLAN_H

#include "analyzer/races/Access.h"
#include "analyzer/races/Propagation.h"

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace fencepost::analyzer::races {

/// Where something is over; default: never.
struct End {
  uint64_t position = UINT64_MAX;
  uint32_t context = kNone;
  uint64_t time = UINT64_MAX;
  uint32_t strand = 0; // its number in the rank
  bool known() const { return position != UINT64_MAX; }
};

/// What of the trace an access is made from.
struct Source {
  uint32_t location; // index in Trace::locations
  uint32_t event;
  uint32_t strand;              // its number in the rank
  uint64_t position;            // enter
  uint32_t probe;               // the clock it starts with
  uint32_t syncContext = kNone; // SyncCalls.h
  uint64_t syncTime = 0;
};

/// Loads and stores of a segment, or the buffer of a message or collective.
struct LocalUse {
  Source source;
  End end;
  uint32_t holds;            // of the rank on itself
  uint32_t peerHolds = 0;    // on others, whose memory of a shared window it may access
  uint64_t begin = 0;        // position that its accesses surely come after; segments only
  uint32_t released = kNone; // SyncCalls.h; of ranks with shared windows
};

enum class EpochKind : uint32_t { None, Fence, Pscw, Passive };

struct Operation {
  Source source;
  uint32_t target; // rank of the world
  EpochKind epoch = EpochKind::None;
  uint32_t sequence = 0;     // of the fence that opened the epoch, or of the pair's epoch
  uint32_t opened = kNone;   // the call that opened the epoch
  uint32_t released = kNone; // SyncCalls.h
  uint32_t onlyLocal = kNone; // likewise: the call that completes it locally, before `released`
  End local, remote;         // remote: unset when the target's wait ends it
  uint32_t moreLocal = 0;    // index in RankPlan::moreEnds: where other threads complete it, too
  uint32_t moreRemote = 0;
  uint32_t holds = 0;     // the lock epoch on the target
  uint32_t selfHolds = 0; // of the origin on itself, while the operation uses its buffer
  uint32_t peerHolds = 0; // likewise on others
  bool seen = false;      // Accessor::seen
};

/// An epoch in which others may access this rank's memory.
struct Exposure {
  uint32_t probe = 0;
  uint32_t strand = 0;
  uint64_t position = 0;   // of the fence's or post's enter
  End end;                 // of the wait; fences: unused
  uint32_t opened = kNone; // the fence or post
};

struct Exposures {
  std::map<std::pair<uint32_t, uint32_t>, Exposure> fences; // by window, sequence; NOPRECEDE only
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Exposure> posts; // by window, origin, sequence
};

/// A call, or a segment with atomic accesses, that synchronizes a window (WindowSyncs.h).
struct WindowSync {
  uint32_t window; // kNone: all
  uint32_t strand;
  uint64_t enter, leave;
  uint32_t entered, left; // probes there
};

/// A release or acquire of a mutex, semaphore, ... in a shared window (SharedObjects.h).
struct SharedStep {
  uint32_t window, owner; // rank of the world that has the memory
  uint64_t offset;        // in its part
  uint64_t time, position;
  uint32_t strand;
  uint32_t plan; // number of the rank's
  bool gives;
};

/// A collective of all ranks, until it is known whether all took part.
struct GlobalCandidate {
  uint32_t instance;
  uint32_t ordinal; // kNever: another one was open in the rank
  uint64_t enter, leave;
  uint64_t enterTime, leaveTime;
  bool binds, left;
  uint32_t strand;
  std::vector<uint64_t> known; // positions of the rank's strands at the enter; empty: it has one
};

struct RankPlan {
  uint32_t rank = 0;
  uint32_t firstProbe = 0;
  bool sharesMemory = false;     // of shared windows
  std::vector<Program> programs; // by number of the strand
  std::vector<LocalUse> locals;
  std::vector<Operation> operations;
  Exposures exposures;
  std::vector<GlobalCandidate> candidates;
  std::vector<std::vector<Hold>> holds{{}};          // 0: none
  std::vector<std::vector<End>> moreEnds{{}};        // 0: none
  std::vector<WindowSync> windowSyncs;               // of ranks with shared windows
  std::vector<SharedStep> sharedSteps;               // likewise
  std::map<uint32_t, std::set<uint32_t>> completers; // by window: strands that complete operations

  Stamp stamp(const End &end) const {
    const Program &program = programs[end.strand];
    return end.known() ? program.stamp(end.position) : Stamp{program.strand, kNever, UINT64_MAX};
  }
};

/// Numbers for the instances and probes of this process.
struct Numbering {
  std::vector<InstanceKey> instances;
  uint32_t probes = 0;

  uint32_t instance(const InstanceKey &key) {
    auto [found, isNew] = numbers.emplace(key, static_cast<uint32_t>(instances.size()));
    if (isNew)
      instances.push_back(key);
    return found->second;
  }

private:
  std::unordered_map<InstanceKey, uint32_t, InstanceHash> numbers;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_PLAN_H
