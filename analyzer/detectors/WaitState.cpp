//===- WaitState.cpp - what the wait states have in common ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/WaitState.h"

#include "analyzer/match/Exchange.h"
#include "analyzer/results/Text.h"

namespace fencepost::analyzer {

namespace {

/// Shares below which waiting is not worth a finding.
constexpr double kLeastShare = 0.01;
constexpr double kLeastSeconds = 0.001;

} // namespace

Arrival arrivalOf(const LocationTrace &location, uint32_t index) {
  const Event &event = location.events[index];
  Arrival arrival{.enter = event.enter, .rank = location.rank, .context = event.context};
  uint64_t since = location.begin;
  for (uint32_t i = index; i-- > 0;) {
    const Event &previous = location.events[i];
    if (previous.kind == EventKind::Local || previous.enter == event.enter)
      continue;
    arrival.before = previous.context;
    since = previous.leave;
    break;
  }
  arrival.busy = event.enter - std::min(since, event.enter);
  return arrival;
}

void WaitStates::add(uint32_t context, uint32_t rank, const Arrival &late, uint64_t ticks) {
  if (ticks == 0)
    return;
  Sum &sum = sums[{context, rank, late.rank, late.context, late.before}];
  sum.ticks += ticks;
  sum.busy += std::min(late.busy, ticks);
  ++sum.instances;
}

void WaitStates::report(Analysis &analysis,
                        const std::function<std::string(const Line &)> &advice) const {
  Rows mine;
  for (const auto &[who, sum] : sums) {
    auto [context, rank, lateRank, lateContext, before] = who;
    analysis.results.add(metric, context, rank, sum.ticks);
    mine.push_back({context, rank, lateRank, lateContext, before, 0, sum});
  }
  std::map<Site, Rows> lines;
  for (const Rows &from : gather(analysis.comm, mine))
    for (const Row &row : from)
      lines[analysis.definitions().site(row.context)].push_back(row);
  for (const auto &[site, rows] : lines)
    reportLine(analysis, rows, advice);
}

void WaitStates::reportLine(Analysis &analysis, const Rows &rows,
                            const std::function<std::string(const Line &)> &advice) const {
  const Definitions &definitions = analysis.definitions();
  uint64_t ticks = 0, busy = 0, waits = 0;
  std::set<uint32_t> waiters, late;
  std::map<uint32_t, Sum> byLate;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint64_t> byCause;
  std::map<std::tuple<uint32_t, uint32_t>, uint64_t> byWaiter; // rank, context
  for (const Row &row : rows) {
    ticks += row.sum.ticks;
    busy += row.sum.busy;
    waits += row.sum.instances;
    waiters.insert(row.rank);
    byLate[row.lateRank].ticks += row.sum.ticks;
    byLate[row.lateRank].instances += row.sum.instances;
    byCause[{row.lateRank, row.lateContext, row.before}] += row.sum.ticks;
    byWaiter[{row.rank, row.context}] += row.sum.ticks;
  }
  double share = double(ticks) / double(std::max<uint64_t>(analysis.runTicks, 1));
  if (share < kLeastShare || definitions.seconds(ticks) < kLeastSeconds)
    return;

  auto most = [](const auto &sums, auto ticksOf) {
    auto best = sums.begin();
    for (auto at = sums.begin(); at != sums.end(); ++at)
      if (ticksOf(at->second) > ticksOf(best->second))
        best = at;
    return best;
  };
  auto plain = [](uint64_t value) { return value; };
  auto worst = most(byLate, [](const Sum &sum) { return sum.ticks; });
  auto [causeRank, lateContext, before] = most(byCause, plain)->first;
  auto [waiter, waitContext] = most(byWaiter, plain)->first;
  // Those who are behind a tenth of the waiting or more.
  for (const auto &[rank, sum] : byLate)
    if (sum.ticks * 10 >= ticks)
      late.insert(rank);

  Line line{.site = definitions.site(rows.front().context),
            .seconds = secondsText(definitions.seconds(ticks)),
            .late = ranksText(late),
            .lateCall = definitions.describe(lateContext),
            .after = before == kNone ? "" : definitions.describe(before),
            .computing = busy * 2 >= ticks,
            .alwaysSame = worst->second.ticks * 10 >= ticks * 6};
  FoundInstance found{.id = finding};
  found.message = ranksText(waiters) + (waiters.size() == 1 ? " waits " : " wait ") + line.seconds +
                  " (" + percentText(share) + " of the run time of all ranks) in " +
                  definitions.describe(rows.front().context);
  found.why = (late.size() == 1 ? line.late + " comes last to " : line.late + " come last to ") +
              line.lateCall + " (rank " + std::to_string(worst->first) + " in " +
              std::to_string(worst->second.instances) + " of " + countText(waits, "wait") + ")";
  std::string average = secondsText(definitions.seconds(busy) / double(waits));
  if (line.computing)
    found.why += ", after " + average + " of computing on average" +
                 (line.after.empty() ? "" : " since " + line.after);
  else if (!line.after.empty())
    found.why += "; it was held up before, in " + line.after;
  found.advice = advice(line);
  found.ranks = waiters;
  found.instances = waits;
  found.places.push_back(
      {.role = "synchronization", .rank = waiter, .thread = 0, .context = waitContext});
  found.places.push_back(
      {.role = "partner", .rank = causeRank, .thread = 0, .context = lateContext});
  if (before != kNone)
    found.places.push_back(
        {.role = "partner", .rank = causeRank, .thread = 0, .context = before});
  analysis.results.add(std::move(found));
}

} // namespace fencepost::analyzer
