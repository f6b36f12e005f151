//===- Pairs.cpp - post/start/complete/wait, with the partners ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Pairs.h"

#include "analyzer/detectors/Epochs.h"
#include "analyzer/match/Join.h"

#include <map>
#include <set>
#include <utility>

namespace fencepost::analyzer {

namespace {

/// One side of a pair: what it did, and whether it is told what the other side did. Where its two
/// calls do not count alike there is a record for each.
struct Record {
  bool origin, gives, asks;
  Partner partner;
};

/// Fills in what the epoch's origin did with each target, by target.
void addOperations(const Analysis &phase, const std::set<uint32_t> &shared, const Epoch &epoch,
                   std::span<Partner> targets) {
  const Participation &start = phase.participations[epoch.open];
  const Participation &complete = phase.participations[epoch.close];
  const std::vector<Event> &events = phase.location(start).events;
  uint32_t rank = phase.location(start).rank;
  // Of an epoch that threads share, or a window that ranks may use by loads and stores, nothing is
  // known.
  bool unknown = start.location != complete.location || shared.contains(start.key.object);
  for (Partner &target : targets) {
    target.accessed = unknown;
    target.lastOperation = events[start.event].leave;
  }
  if (start.location != complete.location)
    return;
  std::size_t at = 0;
  for (uint32_t i = start.event; i < complete.event; ++i) {
    const Event &event = events[i];
    if (!isOperation(event.kind) || event.window != start.key.object)
      continue;
    uint32_t to = phase.definitions().worldRank(event.comm, event.peer, rank);
    if (at >= targets.size() || targets[at].rank != to)
      for (at = 0; at < targets.size() && targets[at].rank != to;)
        ++at;
    if (at == targets.size())
      continue;
    targets[at].accessed = true;
    targets[at].lastOperation = std::max(targets[at].lastOperation, event.leave);
  }
}

/// Whether the calls name the same partners, each for the same time.
bool countAlike(const Analysis &phase, uint32_t open, uint32_t close) {
  const auto &all = phase.participations;
  auto sameCall = [&](uint32_t i, uint32_t first) {
    return i < all.size() && all[i].location == all[first].location &&
           all[i].event == all[first].event;
  };
  uint32_t count = 0;
  for (; sameCall(open + count, open) && sameCall(close + count, close); ++count)
    if (all[open + count].key != all[close + count].key)
      return false;
  return !sameCall(open + count, open) && !sameCall(close + count, close);
}

} // namespace

class Pairs::Meeting {
public:
  Meeting(Pairs &pairs, const Analysis &phase)
      : pairs(pairs), phase(phase), shared(sharedWindows(phase.trace)), arrivals(phase),
        join(phase.comm) {}

  void addAccess(const Epoch &epoch);
  void addExposures();
  void answer();

private:
  void add(const Participation &at, const Record &record);
  void addPost(uint32_t post, bool asks);
  void addWait(uint32_t wait);

  Pairs &pairs;
  const Analysis &phase;
  std::set<uint32_t> shared;
  Arrivals arrivals;
  Join<Record> join;
  std::vector<uint32_t> asking; // of each record: index in Pairs::all, kNone
  std::vector<Partner> targets;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> posted; // (rank, window) -> participation
};

void Pairs::Meeting::add(const Participation &at, const Record &record) {
  join.add(at.key, record);
  asking.push_back(record.asks ? static_cast<uint32_t>(pairs.all.size()) : kNone);
  if (record.asks)
    pairs.all.emplace_back();
}

void Pairs::Meeting::addAccess(const Epoch &epoch) {
  const Participation &start = phase.participations[epoch.open];
  PairEpoch known{.location = start.location,
                  .open = start.event,
                  .close = kNone,
                  .closedAt = start.location,
                  .first = static_cast<uint32_t>(pairs.all.size()),
                  .count = 0};
  bool closed = epoch.close != kNone, alike = closed && countAlike(phase, epoch.open, epoch.close);
  if (!alike)
    forEachPeer(phase, epoch.open, [&](const Participation &at, uint32_t) {
      add(at, {true, false, true, {}});
    });
  if (closed) {
    const Participation &complete = phase.participations[epoch.close];
    known.close = complete.event;
    known.closedAt = complete.location;
    Arrival arrival = arrivalOf(phase.location(complete), complete.event);
    targets.clear();
    forEachPeer(phase, epoch.close, [&](const Participation &at, uint32_t) {
      targets.push_back({arrival, 0, at.key.target, false});
    });
    addOperations(phase, shared, epoch, targets);
    std::size_t next = 0;
    forEachPeer(phase, epoch.close, [&](const Participation &at, uint32_t) {
      Partner &of = targets[next++];
      of.rank = at.key.origin;
      add(at, {true, true, alike, of});
    });
  }
  known.count = static_cast<uint32_t>(pairs.all.size()) - known.first;
  pairs.accessEpochs.push_back(known);
}

void Pairs::Meeting::addPost(uint32_t post, bool asks) {
  forEachPeer(phase, post, [&](const Participation &at, uint32_t) {
    add(at, {false, true, asks, {arrivals.of(at), 0, at.key.target, true}});
  });
}

void Pairs::Meeting::addWait(uint32_t wait) {
  const Participation &at = phase.participations[wait];
  PairEpoch known{
      at.location, kNone, at.event, at.location, static_cast<uint32_t>(pairs.all.size()), 0};
  auto post = posted.find({phase.location(at).rank, at.key.object});
  if (post != posted.end() && countAlike(phase, post->second, wait)) {
    addPost(post->second, true);
    posted.erase(post);
  } else {
    forEachPeer(phase, wait, [&](const Participation &peer, uint32_t) {
      add(peer, {false, false, true, {}});
    });
  }
  known.count = static_cast<uint32_t>(pairs.all.size()) - known.first;
  pairs.exposureEpochs.push_back(known);
}

void Pairs::Meeting::addExposures() {
  const auto &all = phase.participations;
  for (uint32_t i = 0; i < all.size(); ++i) {
    const Participation &at = all[i];
    if ((at.part != Part::Post && at.part != Part::Wait) ||
        (i > 0 && all[i - 1].location == at.location && all[i - 1].event == at.event))
      continue;
    if (at.part == Part::Wait) {
      addWait(i);
      continue;
    }
    auto [before, isNew] = posted.try_emplace({phase.location(at).rank, at.key.object}, i);
    if (!isNew)
      addPost(std::exchange(before->second, i), false);
  }
  for (const auto &[where, post] : posted)
    addPost(post, false);
}

void Pairs::Meeting::answer() {
  std::vector<Partner> answers =
      join.ask<Partner>([](std::span<const Joined<Record>> records, Answers<Partner> answers) {
        for (const Joined<Record> &record : records)
          for (std::size_t i = 0; i < records.size(); ++i)
            if (record.payload.gives && records[i].payload.asks &&
                record.payload.origin != records[i].payload.origin)
              answers[i] = record.payload.partner;
      });
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (asking[i] != kNone)
      pairs.all[asking[i]] = answers[i];
}

Arrival Pairs::latest(const PairEpoch &epoch) const {
  Arrival latest;
  for (const Partner &partner : partners(epoch))
    if (partner.call.isLaterThan(latest))
      latest = partner.call;
  return latest;
}

void Pairs::look(const Analysis &phase) {
  accessEpochs.clear();
  exposureEpochs.clear();
  all.clear();
  Meeting meeting(*this, phase);
  for (const Epoch &epoch : findEpochs(phase, Part::Start, Part::Complete))
    meeting.addAccess(epoch);
  meeting.addExposures();
  meeting.answer();
}

} // namespace fencepost::analyzer
