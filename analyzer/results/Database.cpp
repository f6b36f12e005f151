//===- Database.cpp - writes the SQLite file -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Database.h"

#include "analyzer/iterations/WriteOverTime.h"
#include "analyzer/results/Schema.h"
#include "analyzer/results/Sqlite.h"

#include <cmath>
#include <filesystem>

namespace fencepost::analyzer {

namespace {

void writeMetrics(Database &database, const Report &report) {
  Insert metric(database, "metric", 4), severity(database, "severity", 4);
#define METRIC(enumerator, id, parent, unit, title)                                                \
  metric({std::string(id), Value::textOrNull(parent), std::string(unit), std::string(title)});
#include "analyzer/results/metrics.def"
  // No path is -1 here, not NULL: it is part of the key.
  for (const SeverityRow &row : report.severities)
    severity({metricId(row.metric), row.path == kNoRow ? kNoRow : row.path + 1,
              row.rank, row.value});
}

void writeFindings(Database &database, const Report &report) {
  Insert finding(database, "finding", 9), ranks(database, "finding_rank", 2);
  Insert place(database, "place", 14);
  uint64_t id = 0;
  for (const FindingRow &row : report.findings) {
    const FoundInstance &found = row.found;
    const FindingInfo &info = findingInfo(found.id);
    ++id;
    finding({id, std::string(info.id), std::string(levelName(info.level)), std::string("run"),
             found.instances, found.message, found.why, found.advice, row.suppressed});
    for (uint32_t rank : found.ranks)
      ranks({id, rank});
    uint64_t ordinal = 0;
    for (const PlaceRow &at : row.places)
      place({id, ordinal++, at.place.role, Value::textOrNull(at.place.kind),
             Value::textOrNull(at.place.side), at.place.rank, at.place.thread, Value::row(at.site),
             Value::row(at.path), at.place.target, at.place.rangeBegin, at.place.rangeEnd,
             Value::numberOrNull(at.place.unit), Value::row(at.epoch)});
  }
}

void writeWaits(Database &database, const Report &report, const Definitions &definitions) {
  Insert insert(database, "wait", 11);
  auto seconds = [&](uint64_t ticks) { return definitions.seconds(ticks - report.begin); };
  uint64_t id = 0;
  for (const auto &[wait, path, latePath] : report.waits)
    insert({++id, metricId(wait.metric), wait.waiter.rank, wait.waiter.thread,
            seconds(wait.begin), seconds(wait.end), Value::row(path), wait.late.rank,
            wait.late.thread, seconds(wait.until), Value::row(latePath)});
}

void writePredictions(Database &database, const Report &report) {
  Insert insert(database, "prediction", 6), assumption(database, "assumption", 3);
  uint64_t id = 0;
  for (const Prediction &row : report.predictions) {
    insert({++id, row.change, row.calls, row.recorded, row.replayed, row.predicted});
    uint64_t ordinal = 0;
    for (const std::string &text : row.assumptions)
      assumption({id, ordinal++, text});
  }
}

void writeAll(Database &database, const Report &report, const Definitions &definitions) {
  database.execute(kSchema);
  database.execute("BEGIN");
  Insert meta(database, "meta", 2), rank(database, "rank", 6), site(database, "site", 10);
  Insert path(database, "path", 4), note(database, "note", 2);
  Insert suppression(database, "suppression", 3);
  for (const auto &[key, value] : report.meta)
    meta({key, value});
  for (const RankRow &row : report.ranks)
    rank({row.rank, Value::textOrNull(definitions.hosts[row.rank]), row.threads,
          definitions.seconds(row.begin - report.begin),
          definitions.seconds(row.end - report.begin), row.complete});
  int64_t id = 0;
  for (const Site &row : report.sites) {
    const std::string &text = report.siteTexts[static_cast<std::size_t>(id)];
    site({++id, Value::textOrNull(row.file), Value::textOrNull(row.directory),
          Value::numberOrNull(row.line), Value::numberOrNull(row.column),
          Value::textOrNull(row.function), Value::textOrNull(row.call),
          Value::textOrNull(row.window), Value::textOrNull(row.expression),
          Value::textOrNull(text)});
  }
  id = 0;
  for (const PathRow &row : report.paths)
    path({++id, Value::row(row.parent), Value::row(row.site), row.frame});
  writeMetrics(database, report);
  writeFindings(database, report);
  writeWaits(database, report, definitions);
  writePredictions(database, report);
  id = 0;
  for (const std::string &text : report.notes)
    note({++id, text});
  id = 0;
  for (const Suppressions::Rule &rule : report.suppressions)
    suppression({++id, rule.text(), rule.findings});
  if (report.overTime)
    writeOverTime(database, *report.overTime, report.begin, definitions);
  database.execute("COMMIT");
}

} // namespace

void writeDatabase(const std::string &file, const Report &report, const Definitions &definitions) {
  namespace fs = std::filesystem;
  std::string unfinished = file + ".part";
  std::error_code error;
  fs::remove(unfinished, error);
  try {
    Database database(unfinished);
    writeAll(database, report, definitions);
  } catch (const TraceError &failure) {
    fs::remove(unfinished, error);
    throw TraceError(file + ": the results cannot be written (" + failure.what() +
                     "): name another file with -o");
  }
  fs::rename(unfinished, file, error);
  if (error)
    throw TraceError(file + ": the results cannot be written (" + error.message() +
                     "): name another file with -o");
}

} // namespace fencepost::analyzer
