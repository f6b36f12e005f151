//===- Load.cpp - reads a results database --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "results/Load.h"

#include "results/Database.h"
#include "results/OverTime.h"
#include "results/SourceTree.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace fencepost::driver {
namespace {

void loadRun(const Database &database, Results &results) {
  for (Query row(database, "SELECT key, value FROM meta"); row.next();)
    results.meta[row.text(0)] = row.text(1);
  Query count(database, "SELECT COUNT(*), COALESCE(SUM(threads), 0) FROM rank");
  count.next();
  results.ranks = count.integer(0);
  results.threads = count.integer(1);
  results.seconds = std::strtod(std::string(results.fact("seconds")).c_str(), nullptr);
  results.complete = results.fact("complete") != "false";
  for (Query row(database, "SELECT text FROM note ORDER BY id"); row.next();)
    results.notes.push_back(row.text(0));
  for (Query row(database, "SELECT rule, findings FROM suppression ORDER BY id"); row.next();)
    results.suppressions.push_back({row.text(0), row.integer(1)});
}

Level levelOf(const std::string &name) {
  for (Level level : {Level::Error, Level::Warning})
    if (name == levelName(level))
      return level;
  return Level::Note;
}

void loadFindings(const Database &database, const SourceTree &tree, Results &results) {
  std::unordered_map<int64_t, ReportedFinding *> byId;
  std::vector<int64_t> ids;
  for (Query row(database, "SELECT id, finding, level, origin, instances, message, why, advice, "
                           "suppressed FROM finding ORDER BY CASE level WHEN 'error' THEN 0 "
                           "WHEN 'warning' THEN 1 ELSE 2 END, id");
       row.next();) {
    ReportedFinding finding;
    finding.id = row.text(1);
    finding.level = levelOf(row.text(2));
    finding.origin = row.text(3);
    finding.instances = row.integer(4);
    finding.message = row.text(5);
    finding.why = row.text(6);
    finding.advice = row.text(7);
    if (!row.isNull(8))
      finding.suppressed = row.text(8);
    ids.push_back(row.integer(0));
    results.findings.push_back(std::move(finding));
  }
  for (std::size_t i = 0; i < ids.size(); ++i)
    byId[ids[i]] = &results.findings[i];

  for (Query row(database, "SELECT finding, rank FROM finding_rank ORDER BY finding, rank");
       row.next();)
    if (auto found = byId.find(row.integer(0)); found != byId.end())
      found->second->ranks.push_back(row.integer(1));

  for (Query row(database,
                 "SELECT finding, role, kind, side, rank, thread, site, path, target, "
                 "range_begin, range_end, unit, epoch FROM place ORDER BY finding, ordinal");
       row.next();) {
    auto found = byId.find(row.integer(0));
    if (found == byId.end())
      continue;
    FindingPlace place;
    place.role = row.text(1);
    place.kind = row.text(2);
    place.side = row.text(3);
    place.rank = row.optionalInteger(4);
    place.thread = row.optionalInteger(5);
    place.site = tree.site(row.optionalInteger(6));
    place.path = tree.path(row.optionalInteger(7));
    place.target = row.optionalInteger(8);
    place.rangeBegin = row.optionalInteger(9);
    place.rangeEnd = row.optionalInteger(10);
    place.unit = row.integer(11);
    if (!row.isNull(12))
      place.epoch = tree.site(row.integer(12));
    found->second->places.push_back(std::move(place));
  }
}

void loadMetrics(const Database &database, const SourceTree &tree, Results &results) {
  std::unordered_map<std::string, std::size_t> byId;
  for (Query row(database,
                 "SELECT id, COALESCE(parent, ''), unit, title FROM metric ORDER BY rowid");
       row.next();) {
    Metric metric;
    metric.id = row.text(0);
    metric.parent = row.text(1);
    metric.unit = row.text(2);
    metric.title = row.text(3);
    metric.byRank.resize(static_cast<std::size_t>(results.ranks));
    byId[metric.id] = results.metrics.size();
    results.metrics.push_back(std::move(metric));
  }

  for (Query row(database, "SELECT metric, rank, SUM(value) FROM severity GROUP BY metric, rank");
       row.next();) {
    auto found = byId.find(row.text(0));
    if (found == byId.end())
      continue;
    Metric &metric = results.metrics[found->second];
    metric.total += row.real(2);
    if (int64_t rank = row.integer(1); rank >= 0 && rank < results.ranks)
      metric.byRank[static_cast<std::size_t>(rank)] = row.real(2);
  }
  for (Query row(database, "SELECT metric, path, SUM(value) AS sum FROM severity "
                           "GROUP BY metric, path HAVING sum <> 0 ORDER BY sum DESC, path");
       row.next();) {
    auto found = byId.find(row.text(0));
    if (found != byId.end())
      results.metrics[found->second].byPath.push_back(
          {tree.path(row.integer(1)), tree.siteOfPath(row.integer(1)), row.real(2)});
  }
}

void loadWaits(const Database &database, const SourceTree &tree, Results &results) {
  for (Query row(database, "SELECT metric, rank, thread, begin, end, path, late_rank, late_thread, "
                           "arrival, late_path FROM wait ORDER BY id");
       row.next();) {
    std::optional<int64_t> path = row.optionalInteger(5), latePath = row.optionalInteger(9);
    results.waits.push_back({row.text(0), row.integer(1), row.integer(2), row.real(3), row.real(4),
                             tree.path(path), tree.siteOfPath(path), row.integer(6), row.integer(7),
                             row.real(8), tree.path(latePath), tree.siteOfPath(latePath)});
  }
}

/// Results that an earlier version wrote have none.
void loadPredictions(const Database &database, Results &results) {
  if (!Query(database, "SELECT 1 FROM sqlite_master WHERE name = 'prediction'").next())
    return;
  for (Query row(database, "SELECT change, calls, recorded, replayed, predicted, id "
                           "FROM prediction ORDER BY id");
       row.next();) {
    results.predictions.push_back(
        {row.text(0), row.integer(1), row.real(2), row.real(3), row.real(4), {}});
    Query text(database, "SELECT text FROM assumption WHERE prediction = ? ORDER BY ordinal");
    text.bind(1, row.text(5));
    while (text.next())
      results.predictions.back().assumptions.push_back(text.text(0));
  }
}

} // namespace

std::filesystem::path resultsFile(const std::filesystem::path &named) {
  std::filesystem::path inside = named / "results.sqlite";
  std::error_code error;
  return std::filesystem::is_regular_file(inside, error) ? inside : named;
}

Results loadResults(const std::filesystem::path &file) {
  Database database(file);
  SourceTree tree(database);
  Results results;
  results.file = file.string();
  loadRun(database, results);
  loadFindings(database, tree, results);
  loadMetrics(database, tree, results);
  loadWaits(database, tree, results);
  results.overTime = loadOverTime(database, results);
  loadPredictions(database, results);
  return results;
}

std::optional<std::pair<int64_t, int64_t>> elementsOf(const FindingPlace &place) {
  if (!place.rangeBegin || !place.rangeEnd || place.unit <= 1 ||
      *place.rangeBegin % place.unit != 0 || *place.rangeEnd % place.unit != 0)
    return std::nullopt;
  return std::pair(*place.rangeBegin / place.unit, *place.rangeEnd / place.unit);
}

bool hasErrors(const Results &results) {
  return std::any_of(results.findings.begin(), results.findings.end(), [](const auto &finding) {
    return finding.level == Level::Error && !finding.suppressed;
  });
}

bool hasErrors(const std::filesystem::path &file) {
  Database database(file);
  return Query(database, "SELECT 1 FROM finding WHERE level = 'error' AND suppressed IS NULL")
      .next();
}

std::vector<std::string> notesOf(const std::filesystem::path &file) {
  Database database(file);
  std::vector<std::string> notes;
  for (Query row(database, "SELECT text FROM note ORDER BY id"); row.next();)
    notes.push_back(row.text(0));
  return notes;
}

} // namespace fencepost::driver
