//===- Causes.cpp - what waiting comes from ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/Causes.h"

#include "analyzer/causes/Delays.h"
#include "analyzer/causes/WaitGraph.h"
#include "analyzer/match/Exchange.h"

#include <cmath>
#include <utility>

namespace fencepost::analyzer {

namespace {

WaitNode nodeOf(const WaitInstance &wait, const Delay &delay) {
  WaitNode node{wait.waiter, wait.late, wait.begin, wait.end, wait.until, delay.since, 0};
  if (delay.ticks)
    node.passedOn = double(delay.waiting) / double(delay.ticks);
  return node;
}

std::vector<Lifetime> lifetimes(const Trace &trace) {
  std::vector<Lifetime> all;
  for (const LocationTrace &location : trace.locations)
    if (location.end)
      all.push_back({{location.rank, location.thread}, location.begin, location.end});
  return all;
}

/// What process 0 has for each process; empty elsewhere.
template <typename T>
std::vector<T> scatter(const Analysis &phase, std::vector<std::vector<T>> parts) {
  parts.resize(phase.processes);
  return std::move(allToAll(phase.comm, std::move(parts)).front());
}

/// The long-term costs of this process's waits and its parts of the critical path. Collective.
void followWaits(const Analysis &phase, const std::vector<Meeting> &meetings,
                 const std::vector<WaitNode> &mine, std::vector<double> &longTerm,
                 std::vector<PathSegment> &path) {
  std::vector<WaitNode> all;
  std::vector<std::size_t> counts;
  for (const std::vector<WaitNode> &from : gather(phase.comm, mine)) {
    counts.push_back(from.size());
    all.insert(all.end(), from.begin(), from.end());
  }
  std::vector<Lifetime> threads;
  for (const std::vector<Lifetime> &from : gather(phase.comm, lifetimes(phase.trace)))
    threads.insert(threads.end(), from.begin(), from.end());
  std::vector<std::vector<double>> costs;
  std::vector<std::vector<PathSegment>> segments(phase.processes);
  if (phase.process == 0) {
    std::vector<double> ofAll = longTermCosts(all);
    auto next = ofAll.begin();
    for (std::size_t count : counts) {
      costs.emplace_back(next, next + static_cast<std::ptrdiff_t>(count));
      next += static_cast<std::ptrdiff_t>(count);
    }
    for (const PathSegment &segment : criticalPath(all, threads, meetings, phase.isLast))
      segments[ownerOfRank(segment.who.rank, phase.processes)].push_back(segment);
  }
  longTerm = scatter(phase, std::move(costs));
  path = scatter(phase, std::move(segments));
}

} // namespace

void Causes::charge(const Analysis &phase, const WaitInstance &wait, uint32_t path, double share,
                    double longTerm) {
  auto ticks = static_cast<uint64_t>(std::llround(share * double(wait.ticks())));
  auto later = static_cast<uint64_t>(std::llround(share * longTerm));
  Costs &costs = delays[{path, wait.late.rank}];
  costs.shortTerm += ticks;
  costs.longTerm += later;
  phase.results.at(wait.until, Metric::Delay, wait.late.rank, ticks + later);
  phase.results.at(wait.until, Metric::DelayShortTerm, wait.late.rank, ticks);
  phase.results.at(wait.until, Metric::DelayLongTerm, wait.late.rank, later);
  if (ticks)
    charges[{wait.metric, wait.context, wait.late.rank, path}] += ticks;
}

void Causes::look(const Analysis &phase) {
  std::vector<WaitInstance> waits = waitsAtHome(phase, std::exchange(phase.results.found, {}));
  std::vector<Meeting> meetings = meetingsOf(phase);
  Delays delays = findDelays(phase, meetings, waits);
  std::vector<WaitNode> nodes;
  nodes.reserve(waits.size());
  for (std::size_t i = 0; i < waits.size(); ++i)
    nodes.push_back(nodeOf(waits[i], delays.ofWaits[i]));
  std::vector<double> longTerm;
  std::vector<PathSegment> path;
  followWaits(phase, meetings, nodes, longTerm, path);

  for (const WaitInstance &wait : waits)
    phase.results.add(wait);
  for (std::size_t i = 0; i < waits.size(); ++i) {
    const Delay &delay = delays.ofWaits[i];
    double all = double(delay.ticks);
    for (const PathTicks &row : delays.paths(delay))
      charge(phase, waits[i], row.context, double(row.ticks) / all, longTerm[i]);
    if (nodes[i].passedOn > 0)
      charges[{waits[i].metric, waits[i].context, waits[i].late.rank, kPassedOn}] +=
          static_cast<uint64_t>(std::llround(nodes[i].passedOn * double(waits[i].ticks())));
  }
  std::map<ThreadOfRank, const LocationTrace *> locations;
  for (const LocationTrace &location : phase.trace.locations)
    locations[{location.rank, location.thread}] = &location;
  Profiler profiler(phase.definitions());
  for (const PathSegment &segment : path) {
    Profiler::Near near;
    phase.results.at(segment.begin, Metric::CriticalPath, segment.who.rank,
                     segment.end - segment.begin);
    auto at = locations.find(segment.who);
    if (at == locations.end())
      continue;
    for (const PathTicks &row : profiler.profile(*at->second, segment.begin, segment.end, {}, near))
      criticalTicks[{row.context, segment.who.rank}] += row.ticks;
  }
}

void Causes::report(Analysis &analysis) {
  auto add = [&](Metric metric, PathOfRank where, uint64_t ticks) {
    if (ticks)
      analysis.results.add(metric, where.first, where.second, ticks);
  };
  for (const auto &[where, costs] : delays) {
    add(Metric::Delay, where, costs.shortTerm + costs.longTerm);
    add(Metric::DelayShortTerm, where, costs.shortTerm);
    add(Metric::DelayLongTerm, where, costs.longTerm);
  }
  for (const auto &[where, ticks] : criticalTicks)
    add(Metric::CriticalPath, where, ticks);
  std::vector<ChargeRow> mine;
  for (const auto &[charge, ticks] : charges)
    mine.push_back({charge, ticks});
  // Waits of one charge are at home on several processes.
  std::map<Charge, uint64_t> sums;
  for (const std::vector<ChargeRow> &from : gather(analysis.comm, mine))
    for (const auto &[charge, ticks] : from)
      sums[charge] += ticks;
  std::vector<ChargeRow> all;
  for (const auto &[charge, ticks] : sums)
    all.push_back({charge, ticks});
  nameCauses(analysis.definitions(), all, analysis.results);
}

} // namespace fencepost::analyzer
