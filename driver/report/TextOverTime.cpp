//===- TextOverTime.cpp - iterations in the text report -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/HeatMap.h"
#include "report/Table.h"
#include "report/TextParts.h"
#include "report/Writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <span>

namespace fencepost::driver {
namespace {

using enum Table::Align;

/// "MPI_Win_fence at heat.c:40", or the call path where the archive has no lines.
std::string placeOf(const OverTime &over) {
  const std::string &what = over.site.call.empty() ? over.site.function : over.site.call;
  if (over.site.file.empty() || over.site.line <= 0)
    return printable(over.path.empty() ? what : over.path);
  std::string file = std::filesystem::path(over.site.file).filename().string();
  return printable(fmt::format("{} at {}:{}", what, file, over.site.line));
}

/// Whether the metric is a wait state: below the time in MPI, and not the time in some of its
/// calls.
bool isWaitState(const Results &results, const Metric &metric) {
  if (metric.id.ends_with("-time") || metric.id == "collective-completion")
    return false;
  for (const Metric *at = &metric; at; at = results.metric(at->parent))
    if (at->id == "mpi-time")
      return true;
  return false;
}

/// The wait state with the largest value, and that; null where none is above 0.
template <typename Value>
std::pair<const Metric *, double> mostOf(const Results &results, Value value) {
  std::pair<const Metric *, double> most{nullptr, 0};
  for (const Metric &metric : results.metrics)
    if (isWaitState(results, metric))
      if (double of = value(metric); of > most.second)
        most = {&metric, of};
  return most;
}

std::string waitingText(const std::pair<const Metric *, double> &most) {
  return most.first ? fmt::format("{} {}", most.first->id, quantity(most.second, most.first->unit))
                    : "";
}

/// What the ranks waited for most, in sum.
std::string mostWaiting(const Results &results, const OverTime::Iteration &iteration) {
  return waitingText(mostOf(results, [&](const Metric &metric) {
    auto found = iteration.values.find(metric.id);
    return found == iteration.values.end() ? 0 : found->second.total;
  }));
}

std::string mostWaiting(const Results &results, const OverTime::Cluster &cluster) {
  return waitingText(mostOf(results, [&](const Metric &metric) {
    auto found = cluster.byRank.find(metric.id);
    return found == cluster.byRank.end()
               ? 0
               : std::accumulate(found->second.begin(), found->second.end(), 0.0);
  }));
}

/// Whom most of it was waited for.
std::string waitedFor(const OverTime::Iteration &iteration) {
  auto found = iteration.values.find("delay");
  if (found == iteration.values.end())
    return "";
  return fmt::format("rank {} {}", found->second.rank, quantity(found->second.most, "s"));
}

std::string longest(const Results &results, const OverTime &over, const TextStyle &style) {
  Table table({Right, Right, Right, Right, Left, Left});
  table.row({"iteration", "begins at", "takes", "of median", "most waiting", "for"});
  for (const OverTime::Iteration &each : over.longest)
    table.row(
        {fmt::format("{}", each.number), quantity(each.begin, "s"), quantity(each.seconds, "s"),
         over.medianSeconds > 0 ? fmt::format("{:.1f}x", each.seconds / over.medianSeconds) : "",
         mostWaiting(results, each), waitedFor(each)});
  return table.render(style);
}

std::string metrics(const Results &results, const OverTime &over, const TextStyle &style) {
  Table table({Left, Right, Right, Right, Right});
  table.row({"metric, summed over ranks", "least", "median", "most", "in iteration"});
  for (const Metric &metric : results.metrics)
    if (const OverTime::Metric *of = over.metric(metric.id))
      table.row({printable(metric.title), quantity(of->least, of->unit),
                 quantity(of->median, of->unit), quantity(of->most, of->unit),
                 fmt::format("{}", of->worst)});
  return table.render(style);
}

/// "0-10, 12, 14-28 and 3 more runs".
std::string runsOf(const OverTime::Cluster &cluster) {
  constexpr std::size_t kMostRuns = 6;
  std::size_t count = std::min(kMostRuns, cluster.runs.size());
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    auto [first, last] = cluster.runs[i];
    text += (i ? ", " : "") +
            (first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last));
  }
  auto more = static_cast<int64_t>(cluster.runs.size() - count) + cluster.moreRuns;
  return more ? text + " and " + counted(more, "more run") : text;
}

std::string clusters(const Results &results, const OverTime &over, const TextStyle &style) {
  constexpr std::size_t kMostClusters = 10;
  std::string alike = fmt::format("alike but for {:.0f} % of their time", 100 * over.alike);
  if (over.clusters.size() == 1)
    return fmt::format("  all iterations are {}\n", alike);
  std::vector<const OverTime::Cluster *> largest;
  for (const OverTime::Cluster &each : over.clusters)
    largest.push_back(&each);
  std::stable_sort(largest.begin(), largest.end(),
                   [](const auto *a, const auto *b) { return a->iterations > b->iterations; });
  Table table({Right, Right, Left, Left});
  table.row({"alike", "each takes", "most waiting", "which"});
  for (const OverTime::Cluster *each :
       std::span(largest).first(std::min(kMostClusters, largest.size())))
    table.row({fmt::format("{}", each->iterations), quantity(each->seconds, "s"),
               mostWaiting(results, *each), runsOf(*each)});
  std::string text = "  " + counted(static_cast<int64_t>(over.clusters.size()), "cluster") +
                     " of iterations that are " + alike;
  if (largest.size() > kMostClusters)
    text += fmt::format(", the largest {}", kMostClusters);
  return text + "\n" + table.render(style);
}

/// Where the ranks compute, and where they wait most.
std::string heatMaps(const Results &results, const OverTime &over, const TextStyle &style) {
  auto valuesOf = [&](std::string_view id) {
    auto found = over.heat.values.find(id);
    return found == over.heat.values.end() ? std::vector<double>() : found->second;
  };
  std::vector<double> outside = valuesOf("time"), inMpi = valuesOf("mpi-time");
  for (std::size_t i = 0; i < inMpi.size() && i < outside.size(); ++i)
    outside[i] = std::max(0.0, outside[i] - inMpi[i]);
  const Metric *most = mostOf(results, [&](const Metric &metric) {
                         std::vector<double> values = valuesOf(metric.id);
                         return std::accumulate(values.begin(), values.end(), 0.0);
                       }).first;
  std::string text = heatMap("time outside of MPI", over, results.ranks, outside, style);
  if (most)
    text += heatMap(most->id, over, results.ranks, valuesOf(most->id), style);
  return text;
}

} // namespace

std::string textOverTime(const Results &results, const TextStyle &style) {
  if (!results.overTime)
    return "";
  const OverTime &over = *results.overTime;
  std::string head = fmt::format(
      "{} between calls of {}, {} of the ranks' time; each takes {} to {}, the median {}",
      counted(over.iterations, "iteration"), placeOf(over), share(over.share, 1),
      quantity(over.leastSeconds, "s"), quantity(over.longest.front().seconds, "s"),
      quantity(over.medianSeconds, "s"));
  return "\n" + inked(style, Ink::Strong, "Over time") + "\n  " + wrapped(head, style.width, 2, 2) +
         longest(results, over, style) + clusters(results, over, style) +
         heatMaps(results, over, style) + metrics(results, over, style);
}

} // namespace fencepost::driver
