//===- Graph.h - what a run is replayed from --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rank goes through its MPI calls one after the other, computing between
// them. A call may have to wait for a gate, which opens when all calls that
// open it have been entered, or have been left: the participants of a
// collective, the posts of an access epoch, the send of a message.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_WHATIF_GRAPH_H
#define FENCEPOST_ANALYZER_WHATIF_GRAPH_H

#include "analyzer/trace/Event.h"

#include <compare>
#include <set>
#include <vector>

namespace fencepost::analyzer {

/// An MPI call. Times in ticks.
struct Step {
  uint64_t enter, leave; // as recorded
  uint64_t computing;    // outside of MPI, since the call before
  uint64_t own = 0;      // in the call, without waiting for a gate
  uint32_t rank;
  uint32_t context;
  uint32_t window = kNone;
  EventKind kind = EventKind::Local;
};

enum class LinkKind : uint8_t {
  Enters, // entering the call is what the gate waits for
  Leaves, // or leaving it
  Waits,  // the call waits for the gate
};

struct Link {
  uint32_t step, gate;
  LinkKind kind;
};

/// What a gate is for: changes look for their kind.
enum class GateKind : uint8_t {
  Fence,
  Barrier,
  Collective,
  Post,
  Complete,
  Message,
  Lock,
  Progress
};

struct Gate {
  GateKind kind;
  bool allRanks = false; // every rank of the run opens it and waits for it
  uint64_t opened = 0;   // as recorded
};

/// Operations on another rank in the epoch that a fence or MPI_Win_complete ends.
struct Use {
  uint32_t step;   // the origin's call
  uint32_t target; // rank
  auto operator<=>(const Use &) const = default;
};

/// Whether an operation needs its target to be in MPI: as the run shows.
enum class Progress : uint8_t { Untold, ByTarget, Independent };

/// A lock epoch on a target's window.
struct Hold {
  uint32_t window, target;
  uint32_t lock, waits, unlock; // steps: `waits` is the one that waits for the lock
  bool exclusive;
  bool checked; // without MPI_MODE_NOCHECK
};

/// A rank uses its own memory of a window.
struct Touch {
  uint32_t step, window;
  bool inCall; // else in computing before it
  auto operator<=>(const Touch &) const = default;
};

struct RankSteps {
  uint64_t begin = 0;          // of the rank, since the run's begin
  uint64_t tail = 0;           // computing after the last call
  std::vector<uint32_t> order; // of its steps
};

struct Graph {
  std::vector<Step> steps;
  std::vector<Link> links;
  std::vector<Gate> gates;
  std::vector<RankSteps> ranks;
  std::vector<Use> uses;
  Progress progress = Progress::Untold;
  /// Calls that are not left before the target has been in a call since their gates have opened.
  std::vector<Use> served;
  /// Or since they were entered: those that stand for MPI_Win_complete and MPI_Win_wait at once.
  std::vector<Use> servedOnEnter;
  std::vector<Hold> holds; // of each window and target in the order in which they held the lock
  std::set<Touch> touches; // where changes need them
  std::set<uint32_t> untoldWindows; // whose memory may be used unseen
  std::set<uint32_t> sharedWindows; // whose ranks may communicate by loads and stores
  uint64_t recorded = 0;            // ticks of the run, from its first event to its last

  uint32_t addGate(GateKind kind) {
    gates.push_back({.kind = kind});
    return static_cast<uint32_t>(gates.size() - 1);
  }
  void link(uint32_t step, uint32_t gate, LinkKind kind) { links.push_back({step, gate, kind}); }
};

/// Has each lock epoch wait for those before it on its window and target that it conflicts with:
/// links that did so before are replaced.
void linkLocks(Graph &graph);

/// When each gate opened, and what each call took beyond waiting for its gates and for those that
/// serve it, by the times recorded. What the times contradict is left out of `served`; where that
/// is the more part, all of it.
void setOwnTimes(Graph &graph);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_WHATIF_GRAPH_H
