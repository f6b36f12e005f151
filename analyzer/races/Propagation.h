//===- Propagation.h - clocks at points of the run ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strand's program is the list of what it gives to and takes from instances of
// synchronization. Clocks flow from the gives (a call's enter) to the takes (a
// call's leave).
//
// With one thread a rank, between two global synchronizations a rank's clock does not depend on
// what came before the first: a message from there brings nothing that its base does not imply. So
// the parts between them are shared out among the processes, and each part, strands waiting for
// each other, is worked off in one place.
//
// Nothing here can hang: an instance is whole when all gives that exist in the
// trace have come, so partners that were killed are not waited for; and should
// strands wait for each other in a circle, they go on with what is there.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_PROPAGATION_H
#define FENCEPOST_ANALYZER_RACES_PROPAGATION_H

#include "analyzer/match/Key.h"
#include "analyzer/races/Clock.h"

#include <mpi.h>

#include <compare>
#include <cstdint>
#include <vector>

namespace fencepost::analyzer::races {

/// One flow of knowledge through a matched synchronization.
enum class Flow : uint32_t {
  Together,       // collectives
  CompleteToWait, // and the other direction of the same pair:
  PostToComplete,
  Global, // of what strands know beyond a global synchronization, whose number is the object
  Message,
  ReceiveToSend, // of a synchronous send
  OneWay,        // between groups or neighbours
  Scan,          // the ranks of a scan, in a chain: each has what those before it gave
  Threads,       // releases and acquires of an object of a process, in a chain
  Atomics,       // writes of atomic operations to one location, in a chain, too
  Atomic,        // one of them
};

struct InstanceKey {
  Key key{};
  Flow flow{};
  auto operator<=>(const InstanceKey &) const = default;
};

struct InstanceHash {
  std::size_t operator()(const InstanceKey &instance) const {
    return hashKey(instance.key) * 31 + static_cast<std::size_t>(instance.flow);
  }
};

struct Action {
  enum Kind : uint8_t { // in the order in which they are done at one position
    Global, // pass the global synchronization number `index`; what follows a call has its leave's
    Give,
    Take,
    Probe // remember the clock of this position
  };
  uint64_t position;
  uint64_t time;
  Kind kind;
  bool binds = true; // Give: false for a fence with NOPRECEDE; if no give binds, nothing flows
  uint32_t index;    // Give, Take: instance; Probe: its number; Global: its number
};

/// A call with which a strand lets others go on, or in which it may have waited for them.
struct Sync {
  uint64_t time; // enter if it gives, leave if it takes
  uint32_t context;
  bool gives;
};

struct Program {
  uint32_t strand = 0;
  std::vector<Sync> syncs;     // what reports may name
  std::vector<Action> actions; // by position
  struct GlobalEnter {
    uint64_t position;
    uint32_t number;
  };
  std::vector<GlobalEnter> globals; // up to where the rank knows this strand when it enters them

  /// Number of the first global synchronization that knows this position.
  uint32_t era(uint64_t position) const;
  Stamp stamp(uint64_t position) const { return {strand, era(position), position}; }
};

struct Probed {
  uint32_t clock = 0; // index in Clocks::clocks
  uint64_t order = 0; // the time, corrected so that it never goes against happens-before
};

struct Clocks {
  std::vector<Clock> clocks;
  std::vector<Probed> probes;
};

/// Computes the clocks at all probes (numbered from 0 to `probes` on this process). Collective.
/// `independent`: whether the parts between global synchronizations are (one thread a rank).
Clocks propagate(MPI_Comm comm, const std::vector<Program> &programs,
                 const std::vector<InstanceKey> &instances, uint32_t probes, bool independent);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_PROPAGATION_H
