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
#include "analyzer/results/Text.h"

namespace fencepost::analyzer {

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

void Barriers::count(Row &row, uint32_t fence, bool before) {
  ++row.beside;
  if (std::tie(fence, before) < std::tie(row.fence, row.before)) {
    row.fence = fence;
    row.before = before;
  }
}

/// `alone`: the rank's only thread.
void Barriers::visit(const Definitions &definitions, const Event &event, bool alone, Last &last) {
  bool barrier = event.kind == EventKind::AllToAll && !(event.flags & kNonBlocking) &&
                 definitions.region(event.context).name == "MPI_Barrier";
  bool fence = event.kind == EventKind::Fence && !(event.assertion & kNoPrecede);
  uint32_t comm = fence ? definitions.windows[event.window].comm : event.comm;
  bool beside = alone && last.kind != EventKind::Local && (barrier || fence) &&
                last.kind != event.kind && sameRanks(definitions, comm, last.comm);
  if (barrier) {
    Row &row = rows[event.context];
    row.context = event.context;
    ++row.calls;
    if (beside)
      count(row, last.context, true);
  } else if (beside && !last.counted) {
    count(rows[last.context], event.context, false);
  }
  last = {barrier || fence ? event.kind : EventKind::Local, event.context, comm, barrier && beside};
}

void Barriers::look(const Analysis &phase) {
  const Trace &trace = phase.trace;
  forEachRank(trace, [&](uint32_t first, uint32_t end) {
    for (uint32_t location = first; location < end; ++location) {
      const LocationTrace &of = trace.locations[location];
      Last none, &last = location == first ? lasts[of.rank] : none;
      for (const Event &event : of.events)
        visit(trace.definitions, event, end - first == 1, last);
    }
  });
}

void Barriers::report(Analysis &analysis) const {
  const Definitions &definitions = analysis.definitions();
  std::vector<Row> mine;
  for (const auto &[context, row] : rows)
    mine.push_back(row);
  Cost time(analysis, Metric::CollectiveTime);
  std::map<Site, Row> lines;
  for (const auto &from : gather(analysis.comm, mine))
    for (const Row &row : from) {
      auto [line, isNew] = lines.try_emplace(definitions.site(row.context), row);
      if (isNew)
        continue;
      Row &sum = line->second;
      sum.context = std::min(sum.context, row.context);
      sum.calls += row.calls;
      sum.beside += row.beside;
      if (std::tie(row.fence, row.before) < std::tie(sum.fence, sum.before)) {
        sum.fence = row.fence;
        sum.before = row.before;
      }
    }
  // What is not recorded may lie between the two, and need the order.
  if (!definitions.ours() || definitions.property("FENCEPOST::ACCESS") == "off" ||
      !definitions.property("FENCEPOST::NOT_FOLLOWED").empty() ||
      !definitions.property("FENCEPOST::LOST").empty())
    return;
  for (const auto &[site, line] : lines) {
    uint64_t ticks = time.ticks(site), ranks = std::max(definitions.ranks(), 1u);
    if (line.beside != line.calls || line.calls < kLeastInstances * ranks || !time.matters(ticks))
      continue;
    std::string barrier = definitions.describe(line.context),
                fence = definitions.describe(line.fence);
    FoundInstance found{.id = FindingId::UnneededSync};
    found.message = barrier + " comes right " + (line.before ? "after " : "before ") + fence +
                    " and orders nothing further: it takes " + percentText(time.share(ticks)) +
                    " of the run time of all ranks";
    found.why =
        "a fence without MPI_MODE_NOPRECEDE is a barrier of the window's ranks, and no rank "
        "makes an MPI call or a recorded access between the two in any of " +
        countText(line.calls, "call");
    found.advice = "take " + barrier +
                   " away, unless something else between the two, such as output "
                   "or the measuring of time, relies on it";
    found.instances = line.calls;
    found.places.push_back(
        {.role = "synchronization", .rank = 0, .thread = 0, .context = line.context});
    found.places.push_back({.role = "partner", .rank = 0, .thread = 0, .context = line.fence});
    for (uint32_t rank = 0; rank < definitions.ranks(); ++rank)
      if (definitions.ranks() <= 1024)
        found.ranks.insert(rank);
    analysis.results.add(std::move(found));
  }
}

} // namespace fencepost::analyzer
