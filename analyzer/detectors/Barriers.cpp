//===- Barriers.cpp - barriers beside fences that order nothing further ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Barriers.h"

#include "analyzer/detectors/Cost.h"
#include "analyzer/errors/Call.h"
#include "analyzer/match/RankEvents.h"

namespace fencepost::analyzer {

/// The barriers of a source line.
struct Barriers::Line {
  uint32_t context = kNone;
  uint64_t calls = 0;
  std::map<uint32_t, std::map<uint32_t, uint64_t>> ofRank; // by communicator
  struct Side {
    uint64_t calls = 0, near = 0, ticks = 0;
    std::map<Site, uint64_t> fences;
    std::map<Site, uint32_t> contexts;
  } sides[2]; // before a fence, after one

  void add(const Definitions &definitions, const Row &row) {
    if (row.fence == kNone) {
      context = std::min(context, row.context);
      calls += row.calls;
      ofRank[row.comm][row.rank] += row.calls;
      return;
    }
    Side &side = sides[row.after];
    side.calls += row.calls;
    side.near += row.near;
    side.ticks += row.ticks;
    Site fence = definitions.site(row.fence);
    side.fences[fence] += row.calls;
    uint32_t &least = side.contexts.try_emplace(fence, row.fence).first->second;
    least = std::min(least, row.fence);
  }

  /// Whether all ranks call the barriers of this line, and not some those of another one.
  bool isOfAll(const Definitions &definitions) const {
    for (const auto &[comm, ranks] : ofRank) {
      if (ranks.size() != definitions.comms[comm].size())
        return false;
      for (const auto &[rank, times] : ranks)
        if (times != ranks.begin()->second)
          return false;
    }
    return true;
  }

  /// The side on which every barrier of the line has a fence, and nothing between; of two that with
  /// less time between.
  const Side *besideFences() const {
    const Side *best = nullptr;
    for (const Side &side : sides)
      if (side.calls == calls && (calls - side.near) * kMostInterrupted <= calls &&
          (!best || side.ticks < best->ticks))
        best = &side;
    return best;
  }
};

bool Barriers::sameRanks(const Definitions &definitions, uint32_t a, uint32_t b) {
  auto [known, isNew] = same.try_emplace({a, b}, a == b);
  if (isNew && a != b) {
    const Communicator &one = definitions.comms[a], &two = definitions.comms[b];
    std::vector<uint32_t> first = one.ranks, second = two.ranks;
    std::sort(first.begin(), first.end());
    std::sort(second.begin(), second.end());
    known->second = !one.self && !two.self && !one.isInter() && !two.isInter() && first == second;
  }
  return known->second;
}

Barriers::Row &Barriers::row(uint32_t context, uint32_t comm, uint32_t rank, uint32_t fence,
                             bool after) {
  Row &row = rows[{context, comm, rank, fence, after}];
  row.context = context;
  row.comm = comm;
  row.rank = rank;
  row.fence = fence;
  row.after = after;
  ++row.calls;
  return row;
}

/// `alone`: the rank's only thread.
void Barriers::visit(const Definitions &definitions, uint32_t rank, const Event &event, bool alone,
                     Last &last) {
  bool barrier = event.kind == EventKind::AllToAll && !(event.flags & kNonBlocking) &&
                 definitions.region(event.context).name == "MPI_Barrier";
  bool fence = false;
  if (event.kind == EventKind::Fence) {
    // MPI 4.1, 12.5.1: a fence that is known to end no epoch need not be a barrier.
    bool &open = begun[{rank, event.window}];
    fence = open && !(event.assertion & kNoPrecede);
    open = !(event.assertion & kNoSucceed);
  }
  uint32_t comm = fence ? definitions.windows[event.window].comm : event.comm;
  bool beside = alone && last.kind != EventKind::Local && (barrier || fence) &&
                last.kind != event.kind && sameRanks(definitions, comm, last.comm);
  if (barrier)
    row(event.context, comm, rank, kNone, false);
  if (beside) {
    Row &pair = barrier ? row(event.context, comm, rank, last.context, true)
                        : row(last.context, last.comm, rank, event.context, false);
    uint64_t between = event.enter - std::min(event.enter, last.leave);
    pair.ticks += between;
    pair.near += double(between) <= kNoTime * double(definitions.ticksPerSecond);
  }
  last = {barrier || fence ? event.kind : EventKind::Local, event.context, comm, event.leave};
}

void Barriers::look(const Analysis &phase) {
  const Trace &trace = phase.trace;
  forEachRank(trace, [&](uint32_t first, uint32_t end) {
    for (uint32_t location = first; location < end; ++location) {
      const LocationTrace &of = trace.locations[location];
      Last none, &last = location == first ? lasts[of.rank] : none;
      for (const Event &event : of.events)
        visit(trace.definitions, of.rank, event, end - first == 1, last);
    }
  });
}

std::vector<BarrierNote> Barriers::notes(const Analysis &analysis) const {
  const Definitions &definitions = analysis.definitions();
  std::vector<Row> mine;
  for (const auto &[ids, row] : rows)
    mine.push_back(row);
  Cost time(analysis, Metric::CollectiveTime);
  std::map<Site, Line> lines;
  for (const auto &from : gather(analysis.comm, mine))
    for (const Row &row : from)
      lines[definitions.site(row.context)].add(definitions, row);
  // What is not recorded may lie between the two, and need the order.
  if (!definitions.ours() || definitions.property("FENCEPOST::ACCESS") == "off" ||
      !definitions.property("FENCEPOST::NOT_FOLLOWED").empty() ||
      !definitions.property("FENCEPOST::LOST").empty())
    return {};
  std::vector<BarrierNote> notes;
  for (const auto &[site, line] : lines) {
    const Line::Side *side = line.besideFences();
    if (!side || !line.isOfAll(definitions) || !time.matters(time.ticks(site)))
      continue;
    BarrierNote note{.barrier = site,
                     .fence = {},
                     .context = line.context,
                     .fenceContext = kNone,
                     .after = side == &line.sides[1],
                     .calls = line.calls,
                     .share = time.share(time.ticks(site)),
                     .ranks = {},
                     .fences = {}};
    bool often = true;
    for (const auto &[comm, ranks] : line.ofRank)
      for (const auto &[rank, calls] : ranks) {
        note.ranks.insert(rank);
        often = often && calls >= kLeastInstances;
      }
    if (!often)
      continue;
    uint64_t most = 0;
    for (const auto &[fence, calls] : side->fences) {
      note.fences.insert(fence);
      if (calls > most) {
        most = calls;
        note.fence = fence;
        note.fenceContext = side->contexts.at(fence);
      }
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

} // namespace fencepost::analyzer
