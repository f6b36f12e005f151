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
constexpr std::size_t kMostWorst = 3; // lines of a metric
constexpr double kLeastShare = 0.02;  // of it, but for the first

/// "halo.c:70", or the last frame "exchange:70" where no site is known.
std::string lineOf(const PathValue &value) {
  if (!value.site.file.empty() && value.site.line > 0)
    return printable(fmt::format(
        "{}:{}", std::filesystem::path(value.site.file).filename().string(), value.site.line));
  return value.path.empty() ? "" : printable(value.path.back());
}

/// Whether what has no call is what was done before the line's call (docs/results-schema.md,
/// Causes).
bool isActivity(const Metric &metric) {
  return metric.id.starts_with("delay") || metric.id == "critical-path";
}

/// The lines that contribute most, the largest first, with what they do; those of little left out.
std::vector<std::string> worstLines(const Metric &metric) {
  std::vector<std::pair<std::string, double>> lines;
  for (const PathValue &value : metric.byPath) {
    std::string line = lineOf(value);
    if (line.empty())
      continue;
    if (isActivity(metric) && value.site.call.empty() && value.site.line > 0)
      line = "before " + line;
    auto same = std::find_if(lines.begin(), lines.end(),
                             [&](const auto &each) { return each.first == line; });
    if (same == lines.end())
      lines.emplace_back(line, value.value);
    else
      same->second += value.value;
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto &a, const auto &b) { return a.second > b.second; });
  std::vector<std::string> texts;
  for (const auto &[line, value] : lines)
    if (texts.empty() || (texts.size() < kMostWorst && value >= kLeastShare * metric.total))
      texts.push_back(fmt::format("{} ({})", line, quantity(value, metric.unit)));
  return texts;
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
  Tree(const Results &results, const TextStyle &style, Table &table)
      : results(results), style(style), table(table) {}

  void add(std::string_view parent, unsigned depth) {
    for (const Metric &metric : results.metrics) {
      bool isRoot = metric.parent.empty() || !results.metric(metric.parent);
      if ((isRoot ? std::string_view() : metric.parent) != parent || !shown.insert(&metric).second)
        continue;
      if (metric.total != 0)
        addRows(metric, std::string(2 * depth, ' ') + printable(metric.title));
      add(metric.id, depth + 1);
    }
  }

private:
  void addRows(const Metric &metric, const std::string &title) {
    std::vector<std::string> lines = worstLines(metric);
    table.row({title, quantity(metric.total, metric.unit), shareOfTime(metric, results),
               "|" + bars(metric.byRank, kMostBars, style.unicode) + "|",
               lines.empty() ? "" : lines.front()});
    for (std::size_t i = 1; i < lines.size(); ++i)
      table.row({"", "", "", "", lines[i]});
  }

  const Results &results;
  const TextStyle &style;
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
  Table table({Left, Right, Right, Left, Left});
  table.row({"metric", "total", "of time", "by rank", "most at"});
  Tree(results, style, table).add("", 0);
  return section("Metrics, summed over ranks", table, style);
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
