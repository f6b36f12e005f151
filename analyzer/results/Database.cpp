//===- Database.cpp - writes the SQLite file -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Database.h"

#include "analyzer/results/Schema.h"

#include <sqlite3.h>

#include <cmath>
#include <filesystem>
#include <memory>

namespace fencepost::analyzer {

namespace {

class Database {
public:
  explicit Database(const std::string &file) {
    if (sqlite3_open(file.c_str(), &handle) != SQLITE_OK)
      fail();
    // The file is renamed into place when it is whole, so no journal is needed.
    execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  }
  Database(const Database &) = delete;
  Database &operator=(const Database &) = delete;
  ~Database() { sqlite3_close(handle); }

  void execute(const char *sql) {
    if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
      fail();
  }

  [[noreturn]] void fail() const { throw TraceError(sqlite3_errmsg(handle)); }

  sqlite3 *handle = nullptr;
};

/// A value of a row; anything that means "unknown" becomes NULL.
struct Value {
  Value(const std::string &text) : text(&text) {}
  Value(double real) : real(real), isReal(true) {}
  Value(int64_t integer) : integer(integer) {}
  Value(uint64_t integer) : integer(static_cast<int64_t>(integer)) {}
  Value(uint32_t integer) : integer(integer), null(integer == kNone) {}
  Value(bool yes) : integer(yes) {}
  template <typename T> Value(const std::optional<T> &value) {
    if (value)
      *this = Value(*value);
    else
      null = true;
  }
  static Value textOrNull(const std::string &text) {
    Value value(text);
    value.null = text.empty();
    return value;
  }
  static Value numberOrNull(uint32_t number) {
    Value value(number);
    value.null = number == 0;
    return value;
  }
  /// Rows are numbered from 1 in the file.
  static Value row(int64_t row) {
    Value value(row + 1);
    value.null = row == kNoRow;
    return value;
  }

  const std::string *text = nullptr;
  double real = 0;
  int64_t integer = 0;
  bool isReal = false, null = false;
};

class Insert {
public:
  Insert(Database &database, const std::string &table, int columns) : database(database) {
    std::string sql = "INSERT INTO " + table + " VALUES (?";
    for (int i = 1; i < columns; ++i)
      sql += ", ?";
    if (sqlite3_prepare_v2(database.handle, (sql + ")").c_str(), -1, &statement, nullptr) !=
        SQLITE_OK)
      database.fail();
  }
  Insert(const Insert &) = delete;
  Insert &operator=(const Insert &) = delete;
  ~Insert() { sqlite3_finalize(statement); }

  void operator()(std::initializer_list<Value> values) {
    int column = 0;
    for (const Value &value : values) {
      ++column;
      if (value.null)
        sqlite3_bind_null(statement, column);
      else if (value.text)
        sqlite3_bind_text(statement, column, value.text->data(),
                          static_cast<int>(value.text->size()), SQLITE_TRANSIENT);
      else if (value.isReal)
        sqlite3_bind_double(statement, column, value.real);
      else
        sqlite3_bind_int64(statement, column, value.integer);
    }
    if (sqlite3_step(statement) != SQLITE_DONE)
      database.fail();
    sqlite3_reset(statement);
  }

private:
  Database &database;
  sqlite3_stmt *statement = nullptr;
};

void writeMetrics(Database &database, const Report &report) {
  Insert metric(database, "metric", 4), severity(database, "severity", 4);
#define METRIC(enumerator, id, parent, unit, title)                                                \
  metric({std::string(id), Value::textOrNull(parent), std::string(unit), std::string(title)});
#include "analyzer/results/metrics.def"
  // No path is -1 here, not NULL: it is part of the key.
  for (const SeverityRow &row : report.severities)
    severity({std::string(metricId(row.metric)), row.path == kNoRow ? kNoRow : row.path + 1,
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
    insert({++id, std::string(metricId(wait.metric)), wait.waiter.rank, wait.waiter.thread,
            seconds(wait.begin), seconds(wait.end), Value::row(path), wait.late.rank,
            wait.late.thread, seconds(wait.until), Value::row(latePath)});
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
  id = 0;
  for (const std::string &text : report.notes)
    note({++id, text});
  id = 0;
  for (const Suppressions::Rule &rule : report.suppressions)
    suppression({++id, rule.text(), rule.findings});
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
