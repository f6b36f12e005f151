//===- rma-unneeded-sync.cpp - synchronization of pairs that do not communicate ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2012, Unneeded Pairwise Synchronizations: at the end of each
// exposure epoch the target had to hear from everybody who might have accessed
// it: with a fence from all others of the window's group, with post from the
// group. Unneeded are those from whom no operation came in that epoch.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Epochs.h"
#include "analyzer/detectors/Partners.h"
#include "analyzer/match/Join.h"
#include "analyzer/match/RankEvents.h"

#include <algorithm>
#include <map>
#include <set>

namespace fencepost::analyzer {

namespace {

constexpr uint32_t kNoPrecede = 8, kNoSucceed = 16; // docs/trace-format.md

/// A member of a fence that ends an exposure epoch, or a target that a member accessed in it.
struct FenceRecord {
  uint32_t rank;
  uint32_t accessed; // kNone: the member itself
  uint32_t context;
  uint32_t opening;
};

/// The epoch between two fences of a window, as one rank goes through it.
struct FenceEpoch {
  uint32_t opening = kNone;       // context of the fence that began it; kNone where none did
  std::vector<uint32_t> accessed; // targets, each once
};

/// Windows whose ranks may communicate by loads and stores.
std::set<uint32_t> sharedWindows(const Trace &trace) {
  constexpr uint32_t kShared = 4; // docs/trace-format.md, fencepost::flavor
  std::set<uint32_t> shared;
  for (const LocationTrace &location : trace.locations)
    for (const WindowPart &part : location.windows)
      if (part.flavor == kShared)
        shared.insert(part.window);
  return shared;
}

/// The other ranks of the window. The synchronization of those that share it is not called
/// unneeded.
std::vector<uint32_t> othersOf(const Definitions &definitions, uint32_t rank, uint32_t window) {
  std::vector<uint32_t> ranks = definitions.windowComm(window).ranks;
  std::erase(ranks, rank);
  return ranks;
}

/// Those under way of one rank, by window: they may reach over the end of a phase.
using FenceEpochs = std::map<uint32_t, FenceEpoch>;

void addFences(const Analysis &analysis, const std::set<uint32_t> &shared, uint32_t first,
               uint32_t end, std::size_t &next, FenceEpochs &epochs, Join<FenceRecord> &join) {
  const Trace &trace = analysis.trace;
  std::span<const Participation> all = analysis.participations;
  uint32_t rank = trace.locations[first].rank;
  forEachByTime(trace, first, end, [&](uint32_t location, uint32_t index) {
    const Event &event = trace.locations[location].events[index];
    // Participations come in the order of this walk.
    const Participation *at = nullptr;
    for (; next < all.size() && all[next].location == location && all[next].event == index; ++next)
      at = &all[next];
    if (isOperation(event.kind)) {
      uint32_t target = trace.definitions.worldRank(event.comm, event.peer, rank);
      std::vector<uint32_t> &accessed = epochs[event.window].accessed;
      if (target != rank && target != kNone &&
          std::find(accessed.begin(), accessed.end(), target) == accessed.end())
        accessed.push_back(target);
    }
    if (event.kind != EventKind::Fence || !at)
      return;
    FenceEpoch &epoch = epochs[event.window];
    if (epoch.opening != kNone && !(event.assertion & kNoPrecede)) {
      join.add(at->key, {rank, kNone, event.context, epoch.opening});
      if (shared.contains(event.window))
        epoch.accessed = othersOf(trace.definitions, rank, event.window);
      for (uint32_t target : epoch.accessed)
        join.add(at->key, {rank, target, event.context, epoch.opening});
    }
    epoch.accessed.clear();
    epoch.opening = event.assertion & kNoSucceed ? kNone : event.context;
  });
}

void joinFences(const Analysis &analysis, const std::set<uint32_t> &shared,
                std::map<uint32_t, FenceEpochs> &epochsOfRank, Partners &partners) {
  Join<FenceRecord> join(analysis.comm);
  std::size_t next = 0;
  forEachRank(analysis.trace, [&](uint32_t first, uint32_t end) {
    addFences(analysis, shared, first, end, next,
              epochsOfRank[analysis.trace.locations[first].rank], join);
  });
  std::vector<std::pair<FenceRecord, uint64_t>> members; // with the number of their origins
  join.run([&](std::span<const Joined<FenceRecord>> records) {
    members.clear();
    for (const Joined<FenceRecord> &record : records)
      if (record.payload.accessed == kNone)
        members.emplace_back(record.payload, 0);
    auto before = [](const auto &member, uint32_t rank) { return member.first.rank < rank; };
    std::sort(members.begin(), members.end(),
              [](const auto &a, const auto &b) { return a.first.rank < b.first.rank; });
    uint32_t window = records.front().key.object;
    for (const auto &[key, record] : records) {
      auto target = std::lower_bound(members.begin(), members.end(), record.accessed, before);
      if (target == members.end() || target->first.rank != record.accessed)
        continue;
      ++target->second;
      partners.addPartner({target->first.context, window, record.rank, record.accessed, 1});
    }
    uint64_t others = members.size() - 1;
    for (const auto &[member, origins] : members)
      partners.addSync({member.context, member.opening, window, member.rank, 1, others,
                        others - std::min(origins, others)});
  });
}

struct PairRecord {
  uint32_t accessed; // of a complete: whether an operation reached the target
  uint32_t waiting;  // of a wait: its context
};

void joinPairs(const Analysis &analysis, const std::set<uint32_t> &shared, Partners &partners) {
  const Definitions &definitions = analysis.definitions();
  Join<PairRecord> join(analysis.comm);
  std::vector<uint32_t> accessed; // targets of an epoch
  for (const Epoch &epoch : findEpochs(analysis, Part::Start, Part::Complete)) {
    if (epoch.close == kNone)
      continue;
    const Participation &start = analysis.participations[epoch.open];
    const Participation &complete = analysis.participations[epoch.close];
    uint32_t rank = analysis.location(start).rank;
    accessed.clear();
    if (shared.contains(start.key.object))
      accessed = othersOf(definitions, rank, start.key.object);
    else if (start.location == complete.location)
      for (uint32_t i = start.event; i < complete.event; ++i)
        if (const Event &event = analysis.location(start).events[i];
            isOperation(event.kind) && event.window == start.key.object)
          accessed.push_back(definitions.worldRank(event.comm, event.peer, rank));
    forEachPeer(analysis, epoch.close, [&](const Participation &at, uint32_t) {
      // Of an epoch that threads share nothing is called unneeded.
      bool needed = start.location != complete.location ||
                    std::find(accessed.begin(), accessed.end(), at.key.target) != accessed.end();
      join.add(at.key, {needed, kNone});
    });
  }
  for (const Participation &at : analysis.participations)
    if (at.part == Part::Wait)
      join.add(at.key, {0, analysis.event(at).context});
  join.run([&](std::span<const Joined<PairRecord>> records) {
    if (records.size() != 2)
      return;
    bool first = records[0].payload.waiting == kNone;
    const PairRecord &complete = records[first ? 0 : 1].payload;
    const PairRecord &wait = records[first ? 1 : 0].payload;
    const Key &key = records.front().key;
    partners.addSync(
        {wait.waiting, kNone, key.object, key.target, 1, 1, complete.accessed ? 0u : 1u});
    if (complete.accessed)
      partners.addPartner({wait.waiting, key.object, key.origin, key.target, 1});
  });
}

class UnneededSync : public Detector {
public:
  void look(const Analysis &phase) override {
    std::set<uint32_t> shared = sharedWindows(phase.trace);
    joinFences(phase, shared, epochs, partners);
    joinPairs(phase, shared, partners);
  }

  void report(Analysis &analysis) override {
    for (const SyncRow &row : partners.syncs()) {
      analysis.results.add(Metric::PairwiseSyncs, row.context, row.target, row.pairs);
      analysis.results.add(Metric::UnneededPairwiseSyncs, row.context, row.target, row.unneeded);
    }
    reportUnneeded(analysis, partners);
  }

private:
  std::map<uint32_t, FenceEpochs> epochs; // by rank
  Partners partners;
};

} // namespace

std::unique_ptr<Detector> makeUnneededSync() { return std::make_unique<UnneededSync>(); }

} // namespace fencepost::analyzer
