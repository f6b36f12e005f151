//===- Key.h - which instance of a synchronization an event takes part in ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every participation of an event in a synchronization has a key that its own
// rank computes without asking anybody: how often the rank did that on the
// communicator, window or pair before (DESIGN 7). Partners compute the same
// key, and Join brings them together.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_MATCH_KEY_H
#define FENCEPOST_ANALYZER_MATCH_KEY_H

#include "analyzer/trace/Mix.h"
#include "analyzer/trace/Reader.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <vector>

namespace fencepost::analyzer {

enum class KeyKind : uint32_t {
  Collective,    // (comm, sequence): collectives, communicator creation, init, finalize; of a
                 // persistent collective, (comm, which one as tag, sequence of its starts)
  WinCollective, // (window, sequence): fence, create, free
  Pscw,          // (window, origin, target, sequence): start, complete, post, wait of that pair
  Message,       // (comm, source, destination, tag, sequence in the order of posting)
};

struct Key {
  KeyKind kind;
  uint32_t object;     // Comm or RmaWin id
  uint32_t origin = 0; // world ranks: origin / source
  uint32_t target = 0; //              target / destination
  uint32_t tag = 0;
  uint32_t sequence = 0; // from 0
  auto operator<=>(const Key &) const = default;
};

/// Each pair of fields times an odd constant of its own, and the sum mixed.
inline uint64_t hashKey(const Key &key) {
  uint64_t sum = (uint64_t(key.kind) << 32 | key.object) * 0xd6e8feb86659fd93 +
                 (uint64_t(key.origin) << 32 | key.target) * 0xa0761d6478bd642f +
                 (uint64_t(key.tag) << 32 | key.sequence) * 0xe7037ed1a0b428db;
  return mix(0, sum);
}

struct HashKey {
  std::size_t operator()(const Key &key) const { return hashKey(key); }
};

/// What the event does in the instance.
/// Found: a probe saw the message; the receive is still to come.
enum class Part : uint8_t { Member, Start, Complete, Post, Wait, Send, Receive, Found };

struct Participation {
  Key key;
  uint32_t location; // index in Trace::locations
  uint32_t event;    // index in LocationTrace::events
  Part part;
};

/// The participations of all events of this process, by rank and in each rank by time (its threads
/// merged). A start, complete, post or wait has one for each member of its group. A non-blocking
/// receive, or that of a matched message, takes part with its Recv event (the posting) once its
/// Completion says what it received; what was cancelled takes no part, and neither do collectives on
/// communicators that are not defined (intercommunicators).
std::vector<Participation> findParticipations(const Trace &trace);

/// Likewise phase by phase: what was counted goes on from one to the next.
class ParticipationFinder {
public:
  ParticipationFinder();
  ~ParticipationFinder();
  std::vector<Participation> next(const Trace &phase);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_KEY_H
