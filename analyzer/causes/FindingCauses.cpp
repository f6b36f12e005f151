//===- FindingCauses.cpp - the delays in the findings of waits -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/FindingCauses.h"

#include "analyzer/results/Paths.h"
#include "analyzer/results/Text.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

constexpr std::size_t kMostNamed = 3;
constexpr double kLeastShare = 0.05;

/// Which finding tells of waiting; that in operations is told with that in other calls.
std::optional<FindingId> findingOf(Metric metric) {
  std::string_view id = metricId(metric);
  constexpr std::string_view kInOperation = "-in-operation";
  if (id.ends_with(kInOperation))
    id.remove_suffix(kInOperation.size());
  return findFinding(id);
}

/// What one path of late ranks costs the waiting of one line.
struct Cost {
  uint64_t ticks = 0;
  uint32_t context = kNone, rank = kNone; // the largest part
  uint64_t largest = 0;
  std::map<uint32_t, uint64_t> byRank;
};

using Costs = std::map<std::string, Cost>; // by what is told of the path

std::string pathText(const Definitions &definitions, uint32_t context) {
  std::string text;
  for (const std::string &frame : framesOf(definitions, context))
    text += (text.empty() ? "" : " > ") + frame;
  return text;
}

std::string activityText(const Definitions &definitions, uint32_t context) {
  if (context == kPassedOn)
    return "waiting of its own";
  if (definitions.region(context).mpi)
    return definitions.describe(context);
  std::string path = pathText(definitions, context);
  return path.empty() ? "computing" : "computing in " + path;
}

std::string costsText(const std::vector<const Costs::value_type *> &largest, uint64_t all) {
  std::string text;
  for (const auto *entry : largest) {
    const auto &[what, cost] = *entry;
    std::set<uint32_t> ranks;
    for (auto [rank, ticks] : cost.byRank)
      if (double(ticks) >= kLeastShare * double(cost.ticks))
        ranks.insert(rank);
    text += (text.empty() ? "" : ", ") + what + " on " + ranksText(ranks) + " (" +
            percentText(double(cost.ticks) / double(all)) + ")";
  }
  return text;
}

void nameIn(FoundInstance &found, const Costs &costs) {
  uint64_t all = 0;
  std::vector<const Costs::value_type *> largest;
  for (const auto &entry : costs) {
    all += entry.second.ticks;
    largest.push_back(&entry);
  }
  std::stable_sort(largest.begin(), largest.end(),
                   [](const auto *a, const auto *b) { return a->second.ticks > b->second.ticks; });
  std::erase_if(largest, [&](const auto *entry) {
    return double(entry->second.ticks) < kLeastShare * double(all);
  });
  largest.resize(std::min(largest.size(), kMostNamed));
  if (largest.empty())
    return;
  found.why +=
      "; what the late did beyond the others since they last met: " + costsText(largest, all);
  for (const auto *entry : largest)
    if (entry->second.context != kPassedOn && entry->second.context != kNone)
      found.places.push_back({.role = "delay",
                              .rank = entry->second.rank,
                              .thread = 0,
                              .context = entry->second.context});
}

} // namespace

void nameCauses(const Definitions &definitions, const std::vector<ChargeRow> &charges,
                Results &results) {
  std::map<std::pair<FindingId, Site>, Costs> lines;
  for (const auto &[charge, ticks] : charges) {
    std::optional<FindingId> id = findingOf(charge.metric);
    if (!id)
      continue;
    Cost &cost = lines[{*id, definitions.site(charge.context)}]
                      [activityText(definitions, charge.lateContext)];
    cost.ticks += ticks;
    cost.byRank[charge.lateRank] += ticks;
    if (ticks > cost.largest) {
      cost.largest = ticks;
      cost.context = charge.lateContext;
      cost.rank = charge.lateRank;
    }
  }
  for (auto &[key, found] : results.findings)
    if (!found.places.empty())
      if (auto line = lines.find({found.id, definitions.site(found.places[0].context)});
          line != lines.end())
        nameIn(found, line->second);
}

} // namespace fencepost::analyzer
