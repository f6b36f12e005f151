//===- TextMetrics.cpp - metrics in the text report -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Table.h"
#include "report/TextParts.h"
#include "report/Writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace fencepost::driver {
namespace {

using enum Table::Align;

constexpr std::size_t kMostBars = 32;
constexpr std::size_t kMostLines = 10;

/// "halo.c:70", or the last frame "exchange:70" where no site is known.
std::string lineOf(const PathValue &value) {
  if (!value.site.file.empty() && value.site.line > 0)
    return printable(fmt::format(
        "{}:{}", std::filesystem::path(value.site.file).filename().string(), value.site.line));
  return value.path.empty() ? "" : printable(value.path.back());
}

std::string worstLine(const Metric &metric) {
  for (const PathValue &value : metric.byPath)
    if (std::string line = lineOf(value); !line.empty())
      return fmt::format("{} ({})", line, quantity(value.value, metric.unit));
  return "";
}

double wholeTime(const Results &results) {
  const Metric *time = results.metric("time");
  return time ? time->total : 0;
}

std::string shareOfTime(const Metric &metric, const Results &results) {
  return metric.unit == "s" ? share(metric.total, wholeTime(results)) : "";
}

class Tree {
public:
  Tree(const Results &results, Table &table) : results(results), table(table) {}

  void add(std::string_view parent, unsigned depth) {
    for (const Metric &metric : results.metrics) {
      bool isRoot = metric.parent.empty() || !results.metric(metric.parent);
      if ((isRoot ? std::string_view() : metric.parent) != parent || !shown.insert(&metric).second)
        continue;
      if (metric.total != 0)
        table.row({std::string(2 * depth, ' ') + printable(metric.title),
                   quantity(metric.total, metric.unit), shareOfTime(metric, results),
                   worstLine(metric)});
      add(metric.id, depth + 1);
    }
  }

private:
  const Results &results;
  Table &table;
  std::set<const Metric *> shown; // a parent may name itself
};

std::string section(std::string_view title, const Table &table, const TextStyle &style) {
  if (!table.hasRows())
    return "";
  return "\n" + inked(style, Ink::Strong, title) + "\n" + table.render(style);
}

} // namespace

std::string textMetrics(const Results &results, const TextStyle &style) {
  Table table({Left, Right, Right, Left});
  table.row({"metric", "total", "of time", "most at"});
  Tree(results, table).add("", 0);
  return section("Metrics, summed over ranks", table, style);
}

std::string textWaitStates(const Results &results, const TextStyle &style) {
  Table table({Left, Right, Right, Right, Left, Left});
  table.row({"wait state", "waiting", "of time", "largest", "by rank", "most at"});
  for (const Metric &metric : results.metrics) {
    if (!findFinding(metric.id) || metric.unit != "s" || metric.total <= 0)
      continue;
    auto largest = std::max_element(metric.byRank.begin(), metric.byRank.end());
    table.row({printable(metric.title), quantity(metric.total, "s"), shareOfTime(metric, results),
               largest == metric.byRank.end()
                   ? ""
                   : fmt::format("rank {}", largest - metric.byRank.begin()),
               "|" + bars(metric.byRank, kMostBars, style.unicode) + "|", worstLine(metric)});
  }
  return section("Wait states", table, style);
}

std::string textUnneeded(const Results &results, const TextStyle &style) {
  const Metric *unneeded = results.metric("unneeded-pairwise-syncs");
  const Metric *all = results.metric("pairwise-syncs");
  if (!unneeded || !all || unneeded->total <= 0)
    return "";
  Table table({Right, Right, Right, Left, Left});
  table.row({"unneeded", "of pairs", "share", "at", "in"});
  for (const PathValue &value : unneeded->byPath) {
    if (value.value <= 0 || table.rowCount() > kMostLines)
      break;
    auto same = std::find_if(all->byPath.begin(), all->byPath.end(),
                             [&](const PathValue &each) { return each.path == value.path; });
    double pairs = same == all->byPath.end() ? 0 : same->value;
    table.row({quantity(value.value, "count"), quantity(pairs, "count"), share(value.value, pairs),
               lineOf(value), printable(value.site.function)});
  }
  table.row({quantity(unneeded->total, "count"), quantity(all->total, "count"),
             share(unneeded->total, all->total), "in all", ""});
  return section("Synchronization between processes that did not communicate", table, style);
}

} // namespace fencepost::driver
