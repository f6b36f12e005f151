//===- Definitions.h - what the ids in a trace stand for --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The global definitions of an archive, the same on every analysis process.
// Looking up an id that is not defined gives an empty definition, never a
// crash. "Rank" without more means a rank of MPI_COMM_WORLD.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_DEFINITIONS_H
#define FENCEPOST_ANALYZER_TRACE_DEFINITIONS_H

#include "analyzer/trace/Event.h"
#include "analyzer/trace/Table.h"
#include "model/Calls.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace fencepost::analyzer {

struct Region {
  std::string name;
  std::string file; // of a user function, where known
  uint32_t line = 0;
  bool mpi = false;
  std::optional<Call> call; // row of the table, when it has one
  EventKind kind() const { return call ? callInfo(*call).kind : EventKind::Local; }
};

/// One frame of a call path (docs/trace-format.md, CallingContext).
struct Context {
  uint32_t region = kNone;
  uint32_t parent = kNone;
  std::string file; // of the call to the next frame, or of the access
  uint32_t line = 0;
  uint32_t column = 0;
  std::string window, expression, directory;
  std::string call; // library function that made an access
};

struct Communicator {
  std::string name;
  std::vector<uint32_t> ranks; // world rank of each of its ranks
  bool self = false;           // MPI_COMM_SELF: `ranks` is empty
  /// Of an inter-communicator the other group; else empty. Each group addresses the other one.
  std::vector<uint32_t> others;

  bool isInter() const { return !others.empty(); }
  /// Of an inter-communicator: whether `world` is in the other group (`others`).
  bool isOther(uint32_t world) const;
  /// World rank of a rank in it, seen by `world`; kNone when there is none.
  uint32_t worldRank(uint32_t rank, uint32_t world) const;
  /// Rank in its group of a world rank; kNone when it is in none.
  uint32_t localRank(uint32_t world) const;
  /// Of both groups.
  uint32_t size() const { return self ? 1 : static_cast<uint32_t>(ranks.size() + others.size()); }
};

struct Window {
  std::string name;
  uint32_t comm = kNone;
};

struct Location {
  uint64_t id = 0;
  uint32_t rank = kNone;
  uint32_t thread = 0; // 0 is the rank's first
  uint64_t events = 0; // records that the archive promises
};

/// What the source says of a context's last frame, in the shape of the results' `site` table.
struct Site {
  std::string file, directory, function, call, window, expression;
  uint32_t line = 0, column = 0;
  auto tie() const {
    return std::tie(file, line, column, function, call, window, expression, directory);
  }
  bool operator<(const Site &other) const { return tie() < other.tie(); }
  bool operator==(const Site &other) const { return tie() == other.tie(); }
};

struct Definitions {
  uint64_t ticksPerSecond = 1;
  uint64_t begin = 0; // tick of the run's begin
  std::string creator;
  std::map<std::string, std::string> properties; // FENCEPOST::...

  Table<std::string> strings;
  Table<Region> regions;
  Table<Context> contexts;
  Table<Communicator> comms;
  Table<std::vector<uint32_t>> groups; // world ranks, by OTF2 group
  Table<Window> windows;
  std::vector<Location> locations; // by rank, thread
  std::vector<std::string> hosts;  // of each rank

  uint32_t ranks() const { return static_cast<uint32_t>(hosts.size()); }
  double seconds(uint64_t ticks) const { return double(ticks) / double(ticksPerSecond); }
  /// Whether Fencepost's runtime wrote the archive: then it has sites and, but for access=off,
  /// ranges.
  bool ours() const { return properties.count("FENCEPOST::VERSION") != 0; }
  std::string property(const std::string &key) const {
    auto found = properties.find(key);
    return found == properties.end() ? std::string() : found->second;
  }

  const Communicator &windowComm(uint32_t window) const { return comms[windows[window].comm]; }
  const Region &region(uint32_t context) const { return regions[contexts[context].region]; }
  /// World rank of `peer` in the window's or the call's communicator, seen by world rank `rank`.
  uint32_t worldRank(uint32_t comm, uint32_t peer, uint32_t rank) const {
    return comms[comm].worldRank(peer, rank);
  }

  /// The value of a key in a window's info (docs/trace-format.md, fencepost::info); "" without it.
  std::string_view hint(uint32_t info, std::string_view key) const;

  Site site(uint32_t context) const;
  /// "MPI_Put at halo.c:59", as much of it as is known.
  std::string describe(uint32_t context) const;
  /// "window 'halo'", as the call of the context or the window's definition names it.
  std::string describeWindow(uint32_t context, uint32_t window) const;
  /// The context's frames from the root to itself; cut where a damaged archive has a cycle.
  std::vector<uint32_t> path(uint32_t context) const;
  /// The context of `region` called from `parent`, made if it is new: paths of archives that have
  /// Enter and Leave only.
  uint32_t childContext(uint32_t parent, uint32_t region);

  void forgetMade(uint32_t first);
  /// First id given by childContext; kNone before any.
  uint32_t firstMade = kNone;

private:
  std::unordered_map<uint64_t, uint32_t> children; // (parent, region) -> context
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_DEFINITIONS_H
