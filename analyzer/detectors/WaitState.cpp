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

/// Calls at which the rank may itself have waited for others: what made it late lies behind them.
bool mayHaveWaited(EventKind kind) {
  return isCollective(kind) || kind == EventKind::Fence || kind == EventKind::Wait ||
         kind == EventKind::WinCreate || kind == EventKind::WinFree ||
         kind == EventKind::CommCreate || kind == EventKind::Init;
}

constexpr uint32_t kFarthest = 64; // calls looked back

/// The entry with the largest value; the first of equal ones.
template <typename Map, typename Value>
typename Map::const_iterator largest(const Map &map, Value value) {
  auto best = map.begin();
  for (auto at = map.begin(); at != map.end(); ++at)
    if (value(at->second) > value(best->second))
      best = at;
  return best;
}

} // namespace

Arrival arrivalOf(const LocationTrace &location, uint32_t index) {
  const Event &event = location.events[index];
  Arrival arrival{.enter = event.enter,
                  .rank = location.rank,
                  .thread = location.thread,
                  .context = event.context};
  uint64_t nextEnter = event.enter;
  uint32_t next = event.context;
  auto consider = [&](uint64_t ticks, uint32_t before, uint32_t after) {
    if (ticks <= arrival.spent)
      return;
    arrival.spent = ticks;
    arrival.before = before;
    arrival.after = after;
  };
  // Whether there is something to see farther back.
  auto lookAt = [&](const Event &previous) {
    if (previous.kind == EventKind::Local || previous.enter == nextEnter)
      return true;
    consider(nextEnter - std::min(previous.leave, nextEnter), previous.context, next);
    if (mayHaveWaited(previous.kind))
      return false;
    consider(previous.leave - previous.enter, previous.context, kNone);
    nextEnter = previous.enter;
    next = previous.context;
    return true;
  };
  uint32_t farthest = index > kFarthest ? index - kFarthest : 0;
  for (uint32_t i = index; i-- > farthest;)
    if (!lookAt(location.events[i]))
      return arrival;
  if (farthest == 0 && location.before)
    lookAt(*location.before);
  return arrival;
}

void WaitStates::Sum::operator+=(const Sum &other) {
  ticks += other.ticks;
  instances += other.instances;
  spent += other.spent;
}

void WaitStates::add(Metric metric, uint32_t context, uint32_t rank, const Arrival &late,
                     uint64_t ticks, uint64_t count) {
  if (ticks)
    sums[{context, rank, late.rank, late.context, late.before, late.after, metric}] +=
        {ticks, count, count * late.spent};
}

void lookForCauses(const Analysis &phase, Metric metric, const Waiting &waiting,
                   const Arrival &late, uint64_t since) {
  if (waiting.end <= waiting.begin)
    return;
  phase.results.at(waiting.begin, metric, waiting.waiter.rank, waiting.end - waiting.begin);
  phase.results.found.push_back({waiting.waiter,
                                 waiting.begin,
                                 waiting.end,
                                 late.enter,
                                 {late.rank, late.thread},
                                 waiting.context,
                                 late.context,
                                 metric,
                                 since});
}

void WaitStates::add(const Analysis &phase, const Waiting &waiting, const Arrival &late,
                     uint64_t count) {
  if (waiting.end <= waiting.begin)
    return;
  add(metric, waiting.context, waiting.waiter.rank, late, waiting.end - waiting.begin, count);
  lookForCauses(phase, metric, waiting, late);
}

void WaitStates::add(const WaitStates &others) {
  for (const auto &[who, sum] : others.sums)
    sums[who] += sum;
}

std::string WaitStates::whyLate(const Line &line) {
  std::string rank = "rank " + std::to_string(line.worst);
  std::string text = rank + " is the last to reach " + line.lateCall + " for " + line.worstShare;
  if (!line.stretch.empty())
    text += "; rank " + std::to_string(line.from) +
            (line.computing ? " comes from computing " : " comes from waiting ") + line.stretch +
            " (" + line.average + ")";
  return text;
}

void WaitStates::report(Analysis &analysis, const Text &advice, const Text &why) const {
  std::vector<Row> mine;
  mine.reserve(sums.size());
  for (const auto &[who, sum] : sums) {
    analysis.results.add(who.metric, who.context, who.rank, sum.ticks);
    mine.push_back({who, sum});
  }
  const std::vector<std::vector<Row>> all = gather(analysis.comm, std::move(mine));
  std::map<Site, Rows> lines;
  for (const std::vector<Row> &from : all)
    for (const Row &row : from)
      lines[analysis.definitions().site(row.who.context)].push_back(&row);
  for (const auto &[site, rows] : lines)
    reportLine(analysis, rows, advice, why);
}

void WaitStates::reportLine(Analysis &analysis, const Rows &rows, const Text &advice,
                            const Text &why) const {
  const Definitions &definitions = analysis.definitions();
  Sum total;
  std::map<uint32_t, Sum> byLate, byWaiter;            // by rank
  std::map<Who, Sum> byCause;                          // without the waiting side
  std::map<std::pair<uint32_t, uint32_t>, Sum> byCall; // waiting rank and context
  for (const Row *row : rows) {
    const auto &[who, sum] = *row;
    total += sum;
    byLate[who.lateRank] += sum;
    byWaiter[who.rank] += sum;
    byCause[{0, 0, who.lateRank, who.lateContext, who.before, who.after, metric}] += sum;
    byCall[{who.rank, who.context}] += sum;
  }
  double share = double(total.ticks) / double(std::max<uint64_t>(analysis.runTicks, 1));
  if (share < kLeastShare || definitions.seconds(total.ticks) < kLeastSeconds)
    return;

  auto ticks = [](const Sum &sum) { return sum.ticks; };
  const auto &[worstRank, worst] = *largest(byLate, ticks);
  const auto &[cause, causeSum] = *largest(byCause, ticks);
  auto [waiter, waitContext] = largest(byCall, ticks)->first;
  std::set<uint32_t> waiters, late;
  uint64_t longest = largest(byWaiter, ticks)->second.ticks;
  for (const auto &[rank, sum] : byWaiter)
    if (sum.ticks * 20 >= longest)
      waiters.insert(rank);
  for (const auto &[rank, sum] : byLate)
    if (sum.ticks * 10 >= total.ticks)
      late.insert(rank);
  if (late.empty())
    late.insert(worstRank);

  Line line{.site = definitions.site(waitContext),
            .late = ranksText(late),
            .lateCall = definitions.describe(cause.lateContext),
            .stretch = "",
            .computing = cause.after != kNone,
            .alwaysSame = worst.ticks * 10 >= total.ticks * 6,
            .worst = worstRank,
            .worstShare = percentText(double(worst.ticks) / double(total.ticks)) +
                          " of this waiting, in " + countText(worst.instances, "wait") + " of " +
                          std::to_string(total.instances),
            .from = cause.lateRank,
            .average = secondsText(definitions.seconds(causeSum.spent) /
                                   double(std::max<uint64_t>(causeSum.instances, 1))) +
                       " on average"};
  if (line.computing)
    line.stretch = "between " + definitions.describe(cause.before) + " and " +
                   definitions.describe(cause.after);
  else if (cause.before != kNone)
    line.stretch = "in " + definitions.describe(cause.before);

  FoundInstance found{.id = finding};
  found.message = ranksText(waiters) + (waiters.size() == 1 ? " waits " : " wait ") +
                  secondsText(definitions.seconds(total.ticks)) + " (" + percentText(share) +
                  " of the run time of all ranks) in " + definitions.describe(waitContext);
  found.why = why(line);
  found.advice = advice(line);
  found.ranks = waiters;
  found.instances = total.instances;
  auto place = [&](const char *role, uint32_t rank, uint32_t context) {
    if (context != kNone)
      found.places.push_back({.role = role, .rank = rank, .thread = 0, .context = context});
  };
  place("synchronization", waiter, waitContext);
  place("partner", cause.lateRank, cause.lateContext);
  place("partner", cause.lateRank, cause.before);
  analysis.results.add(std::move(found));
}

} // namespace fencepost::analyzer
