//===- LockUse.h - what the epochs of passive target are used for ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often a line locks and for how many operations; and whether the locks on
// a target ever had to keep accesses apart.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_LOCKUSE_H
#define FENCEPOST_ANALYZER_DETECTORS_LOCKUSE_H

#include "analyzer/Analysis.h"

#include <array>
#include <map>
#include <set>
#include <string>

namespace fencepost::analyzer {

/// What epochs of one origin did at one target: bits of LockedTarget::uses.
enum LockedUse : uint32_t {
  kUsesExclusive = 1,
  kUsesGet = 2,
  kUsesPut = 4,
  kUsesAtomics = 8,
  kUsesSeveralOps = 16, // atomics that are not of the same op and type
  kUsesFetch = 32,      // atomics that return something
  kUsesWide = 64,       // atomics on more than one element, or on pairs
  kUsesNothing = 128,   // no operation: the lock may be for something else
  kUsesSequence = 256,  // more than one operation, or something else meanwhile, and not only gets
};

/// Trivially copyable, as LockedLine.
struct LockedTarget {
  uint32_t window, target, origin;
  uint32_t uses = 0;
  uint32_t op = kNone, type = kNone; // of its atomics but MPI_NO_OP
  uint64_t epochs = 0;
  uint64_t working = 0; // of these, in which time passed outside of MPI
};

/// Epochs that a rank opened and closed at two contexts.
struct LockedLine {
  uint32_t lock, unlock, window, rank;
  uint64_t epochs = 0, operations = 0;
  uint64_t withoutOperations = 0;
  uint64_t idle = 0;      // nothing at all happened between the two calls
  uint64_t exclusive = 0; // epochs
  bool itself = false;    // one was on the rank's own memory
  bool all = false;       // of MPI_Win_lock_all
};

/// The run's use, on process 0.
struct LockedRun {
  std::vector<LockedLine> lines;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<LockedTarget>> targets; // window, target
  std::set<uint32_t> lockAll, mixed, shared, exclusive;                       // windows; `mixed`:
                                                        // with fences between locks, or with posts
  /// Why the exclusive locks of a window kept apart nothing that is recorded; "" where they did, or
  /// may have.
  std::string compatible(const Definitions &definitions, uint32_t window) const;
};

class LockUse {
public:
  void look(const Analysis &phase);
  /// Collective.
  LockedRun ofRun(const Analysis &analysis) const;

private:
  struct Epoch {
    uint32_t context = kNone;
    bool exclusive = false, busy = false, other = false, onlyGets = true;
    uint64_t operations = 0;
    uint64_t until = 0;   // leave of the last call
    uint64_t outside = 0; // ticks between calls
    void passes(const Event &call) {
      outside += call.enter - std::min(call.enter, until);
      until = std::max(until, call.leave);
    }
  };
  struct Rank {
    std::map<std::pair<uint32_t, uint32_t>, Epoch> open; // by window, target
    std::map<uint32_t, Epoch> openAll;                   // by window
    std::set<uint32_t> locked;                           // windows with lock epochs so far
    Epoch *epochOf(uint32_t window, uint32_t target);
  };
  /// When a window was locked, in fences of it that came before: all ranks go through these.
  struct FencesBefore {
    uint32_t window, first, last;
  };

  void visit(const Definitions &definitions, uint32_t rank, const Event &event, Rank &state);
  void operation(const Definitions &definitions, uint32_t rank, uint32_t target, const Event &event,
                 Epoch *epoch);
  void locks(uint32_t rank, uint32_t window);
  LockedLine &closed(const Event &event, uint32_t rank, const Epoch &epoch);
  void unlock(const Event &event, uint32_t rank, uint32_t target, Epoch &epoch);
  LockedTarget &at(uint32_t window, uint32_t target, uint32_t origin);

  std::map<uint32_t, Rank> ranks;
  std::map<std::array<uint32_t, 3>, LockedTarget> targets;
  std::map<std::array<uint32_t, 4>, LockedLine> lines;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> fences; // by rank, window
  std::map<uint32_t, FencesBefore> lockedAfter;             // by window
  std::set<uint32_t> lockAll, pairwise, shared;
  uint64_t noTime = 0; // ticks
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_LOCKUSE_H
