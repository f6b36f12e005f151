//===- Pairs.cpp - post/start/complete/wait, with the partners ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Pairs.h"

#include "analyzer/detectors/Epochs.h"
#include "analyzer/match/Join.h"

namespace fencepost::analyzer {

namespace {

struct Record {
  Part part;
  Partner partner; // of a post or a complete
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

} // namespace

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
  Join<Record> join(phase.comm);
  std::vector<uint32_t> asking; // of each record: index in `all`, kNone
  auto add = [&](const Participation &at, const Record &record, bool asks) {
    join.add(at.key, record);
    asking.push_back(asks ? static_cast<uint32_t>(all.size()) : kNone);
    if (asks)
      all.emplace_back();
  };
  std::set<uint32_t> shared = sharedWindows(phase.trace);
  Arrivals arrivals(phase);
  std::vector<Partner> targets;
  for (const Epoch &epoch : findEpochs(phase, Part::Start, Part::Complete)) {
    const Participation &start = phase.participations[epoch.open];
    PairEpoch known{.location = start.location,
                    .open = start.event,
                    .close = kNone,
                    .closedAt = start.location,
                    .first = static_cast<uint32_t>(all.size()),
                    .count = 0};
    forEachPeer(phase, epoch.open, [&](const Participation &at, uint32_t) {
      add(at, {Part::Start, {}}, true);
      ++known.count;
    });
    if (epoch.close != kNone) {
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
        Partner of = targets[next++];
        of.rank = at.key.origin;
        add(at, {Part::Complete, of}, false);
      });
    }
    accessEpochs.push_back(known);
  }
  for (uint32_t i = 0; i < phase.participations.size(); ++i) {
    const Participation &at = phase.participations[i];
    if (at.part == Part::Post) {
      add(at, {Part::Post, {arrivals.of(at), 0, at.key.target, true}}, false);
    } else if (at.part == Part::Wait) {
      if (exposureEpochs.empty() || exposureEpochs.back().location != at.location ||
          exposureEpochs.back().close != at.event)
        exposureEpochs.push_back(
            {at.location, kNone, at.event, at.location, static_cast<uint32_t>(all.size()), 0});
      ++exposureEpochs.back().count;
      add(at, {Part::Wait, {}}, true);
    }
  }
  std::vector<Partner> answers =
      join.ask<Partner>([](std::span<const Joined<Record>> records, std::span<Partner> answers) {
        for (const Joined<Record> &record : records)
          for (std::size_t i = 0; i < records.size(); ++i) {
            Part asks = records[i].payload.part;
            if ((asks == Part::Start && record.payload.part == Part::Post) ||
                (asks == Part::Wait && record.payload.part == Part::Complete))
              answers[i] = record.payload.partner;
          }
      });
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (asking[i] != kNone)
      all[asking[i]] = answers[i];
}

} // namespace fencepost::analyzer
