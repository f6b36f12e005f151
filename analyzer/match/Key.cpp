//===- Key.cpp - which instance of a synchronization an event takes part in ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/match/Key.h"

#include "analyzer/match/RankEvents.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace fencepost::analyzer {

namespace {

/// The participations of one rank.
class RankKeys {
public:
  using Counters = std::array<std::unordered_map<Key, uint32_t, HashKey>, 7>; // by part

  RankKeys(const Trace &trace, uint32_t rank, Counters &counters, std::vector<Participation> &out)
      : definitions(trace.definitions), rank(rank), counters(counters), out(out) {}

  /// What a non-blocking receive got is known only where it completes.
  void learn(const LocationTrace &location) {
    for (const Event &event : location.events)
      if (event.kind == EventKind::Completion && event.flags & kMessageDone)
        received[event.request] = &event;
      else if (event.kind == EventKind::Completion && event.flags & kCancelled)
        cancelled.insert(event.request);
  }

  void visit(const Event &event, uint32_t location, uint32_t index) {
    at = {{}, location, index, Part::Member};
    switch (event.kind) {
    case EventKind::Fence:
    case EventKind::WinCreate:
    case EventKind::WinFree:
      if (definitions.windowComm(event.window).size())
        take({KeyKind::WinCollective, event.window}, Part::Member);
      break;
    case EventKind::Start:
      pairs(event, Part::Start);
      break;
    case EventKind::Complete:
      pairs(event, Part::Complete);
      break;
    case EventKind::Post:
      pairs(event, Part::Post);
      break;
    case EventKind::Wait:
    case EventKind::Test: // one that failed names no group
      pairs(event, Part::Wait);
      break;
    case EventKind::Send:
      if (!(event.flags & kNonBlocking) || !cancelled.contains(event.request))
        message(event.comm, event.peer, event.tag, Part::Send);
      break;
    case EventKind::Recv:
      if (!(event.flags & kNonBlocking))
        message(event.comm, event.peer, event.tag, Part::Receive);
      else
        receive(event);
      break;
    case EventKind::MessageFound:
      message(event.comm, event.peer, event.tag, Part::Found);
      break;
    default:
      if ((isCollective(event.kind) || event.kind == EventKind::CommCreate ||
           event.kind == EventKind::CommFree || event.kind == EventKind::Init ||
           event.kind == EventKind::Finalize) &&
          definitions.comms[event.comm].size() > 1)
        take({KeyKind::Collective, event.comm, 0, 0, event.tag}, Part::Member);
    }
  }

private:
  void take(Key key, Part part) {
    if (part == Part::Found) // what the next receive takes
      key.sequence = counters[static_cast<std::size_t>(Part::Receive)][key];
    else
      key.sequence = counters[static_cast<std::size_t>(part)][key]++;
    at.key = key;
    at.part = part;
    out.push_back(at);
  }

  void pairs(const Event &event, Part part) {
    const std::vector<uint32_t> &peers = definitions.groups[event.group];
    // The same few groups again and again: their counters are looked up once.
    uint64_t which = uint64_t(event.window) << 32 | event.group;
    auto [known, isNew] = ofGroup[static_cast<std::size_t>(part)].try_emplace(which);
    bool origin = part == Part::Start || part == Part::Complete;
    at.part = part;
    for (std::size_t i = 0; i < peers.size(); ++i) {
      Key key{KeyKind::Pscw, event.window, origin ? rank : peers[i], origin ? peers[i] : rank};
      if (isNew)
        known->second.push_back(&counters[static_cast<std::size_t>(part)][key]);
      key.sequence = (*known->second[i])++;
      at.key = key;
      out.push_back(at);
    }
  }

  void message(uint32_t comm, uint32_t peer, uint32_t tag, Part part) {
    uint32_t other = definitions.worldRank(comm, peer, rank);
    if (other == kNone)
      return;
    bool send = part == Part::Send;
    take({KeyKind::Message, comm, send ? rank : other, send ? other : rank, tag}, part);
  }

  /// A receive that is not blocking, if its Completion says what it received. A matched message is
  /// the one that its probe took, whenever it is received.
  void receive(const Event &event) {
    if (auto taken = matched.find(event.request); taken != matched.end()) {
      at.key = taken->second;
      at.part = Part::Receive;
      matched.erase(taken);
      return out.push_back(at);
    }
    auto found = received.find(event.request);
    if (found == received.end())
      return;
    std::size_t before = out.size();
    message(found->second->comm, found->second->peer, found->second->tag, Part::Receive);
    received.erase(found);
    if (out.size() > before && definitions.region(event.context).kind() == EventKind::Probe) {
      out.back().part = Part::Found;
      matched.emplace(event.request, out.back().key);
    }
  }

  const Definitions &definitions;
  uint32_t rank;
  Counters &counters; // goes on over the phases
  std::vector<Participation> &out;
  Participation at{};
  /// Those of a window and group, by part.
  std::array<std::unordered_map<uint64_t, std::vector<uint32_t *>>, 7> ofGroup;
  std::unordered_map<uint64_t, const Event *> received; // by request
  std::unordered_map<uint64_t, Key> matched;            // messages to be received, by request
  std::unordered_set<uint64_t> cancelled;
};

} // namespace

struct ParticipationFinder::State {
  std::unordered_map<uint32_t, RankKeys::Counters> counters; // by rank
  std::size_t last = 0;                                      // so many the phase before had
};

ParticipationFinder::ParticipationFinder() : state_(std::make_unique<State>()) {}

ParticipationFinder::~ParticipationFinder() = default;

std::vector<Participation> ParticipationFinder::next(const Trace &phase) {
  std::vector<Participation> out;
  out.reserve(state_->last + state_->last / 8);
  const std::vector<LocationTrace> &locations = phase.locations;
  forEachRank(phase, [&](uint32_t first, uint32_t end) {
    uint32_t rank = locations[first].rank;
    RankKeys keys(phase, rank, state_->counters[rank], out);
    for (uint32_t location = first; location < end; ++location)
      keys.learn(locations[location]);
    forEachByTime(phase, first, end, [&](uint32_t location, uint32_t event) {
      keys.visit(locations[location].events[event], location, event);
    });
    // Whatever was sent in a phase is received in it.
    state_->counters[rank][static_cast<std::size_t>(Part::Send)].clear();
    state_->counters[rank][static_cast<std::size_t>(Part::Receive)].clear();
  });
  state_->last = out.size();
  return out;
}

std::vector<Participation> findParticipations(const Trace &trace) {
  return ParticipationFinder().next(trace);
}

} // namespace fencepost::analyzer
