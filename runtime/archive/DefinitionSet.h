//===- DefinitionSet.h - what the events of some ranks refer to -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rank reads its own definitions, sets are merged pairwise up a tree, and
// the indices of the merged set are the ids in the archive. Communicators are
// put together from what each member knows, key and local rank, as in Geimer
// et al., "Scaling performance tool MPI communicator management" (2011).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_DEFINITIONSET_H
#define FENCEPOST_RUNTIME_ARCHIVE_DEFINITIONSET_H

#include "model/Journal.h"
#include "runtime/archive/Bytes.h"
#include "runtime/archive/Interner.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fencepost::archive {

/// A frame of a call path. Texts are indices of strings; `parent` is an index of contexts.
struct Context {
  uint32_t parent = kNoId;
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t isCall = 0;
  uint32_t function = 0;
  uint32_t file = 0;
  uint32_t window = 0;
  uint32_t expression = 0;
  uint32_t directory = 0;
  uint32_t call = 0;
  bool operator==(const Context &) const = default;
};

/// DefCommPayload says what it is made of.
struct CommKey {
  uint32_t rank;
  uint32_t counter;
  bool operator==(const CommKey &) const = default;
};
inline constexpr CommKey kWorldKey{0, 0};
inline constexpr CommKey kSelfKey{kNoId, kNoId}; // one for all ranks

struct CommMember {
  uint32_t localRank;
  uint32_t worldRank;
};

struct Comm {
  CommKey key;
  uint32_t size = 0;
  uint32_t parent = kNoId;
  uint32_t name = 0;
  uint32_t hasEvents = 0;          // CommCreate is in the trace
  std::vector<CommMember> members; // those that are known; none for world and self
};

/// A window, known by its communicator.
struct Window {
  uint32_t comm;
  uint32_t flavor;
  uint32_t name = 0;
  uint32_t hasEvents = 0;
};

using Ranks = std::vector<uint32_t>;

struct ValueItself {
  template <typename T> const T &operator()(const T &value) const { return value; }
};
struct TextView {
  std::string_view operator()(const std::string &text) const { return text; }
};
struct KeyOfComm {
  const CommKey &operator()(const Comm &comm) const { return comm.key; }
};
struct CommOfWindow {
  uint32_t operator()(const Window &window) const { return window.comm; }
};
struct DefinitionHash {
  std::size_t operator()(std::string_view text) const;
  std::size_t operator()(const Context &context) const;
  std::size_t operator()(const CommKey &key) const;
  std::size_t operator()(uint32_t comm) const;
  std::size_t operator()(const Ranks &ranks) const;
};

/// Where the definitions of one set are in another.
struct Mapping {
  std::vector<uint32_t> strings, contexts, comms, groups, windows, teams;
};

class DefinitionSet {
public:
  DefinitionSet() { string(""); }

  uint32_t string(std::string_view text) { return strings.intern(std::string(text)); }
  uint32_t context(const Context &context) { return contexts.intern(context); }
  /// Adds what is known of a communicator to what was known before.
  uint32_t comm(Comm comm);
  uint32_t group(Ranks worldRanks) { return groups.intern(std::move(worldRanks)); }
  uint32_t window(const Window &window);
  uint32_t team(Ranks team) { return teams.intern(std::move(team)); }

  /// Adds everything in the other set; what is new keeps its order. Adding a set again changes
  /// nothing but repeats the members of communicators, which assembling ignores.
  Mapping merge(const DefinitionSet &other);

  enum class Members { With, Without };
  /// `Without` leaves out the members of communicators: enough to translate ids.
  void write(ByteWriter &bytes, Members members) const;
  /// Adds a set that write() wrote, to an empty one. False when the bytes are not whole.
  bool read(ByteReader &bytes);

  Interner<std::string, TextView, DefinitionHash> strings; // 0 is ""
  Interner<Context, ValueItself, DefinitionHash> contexts; // parents before children
  Interner<Comm, KeyOfComm, DefinitionHash> comms;         // parents before children
  Interner<Ranks, ValueItself, DefinitionHash> groups;     // world ranks
  Interner<Window, CommOfWindow, DefinitionHash> windows;
  Interner<Ranks, ValueItself, DefinitionHash> teams; // the rank, then its threads in team order
};

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_DEFINITIONSET_H
