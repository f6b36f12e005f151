//===- Sqlite.h - writes rows of an SQLite file ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_SQLITE_H
#define FENCEPOST_ANALYZER_RESULTS_SQLITE_H

#include "analyzer/results/Report.h"

#include <sqlite3.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace fencepost::analyzer {

/// A file that is written. Every failure is a TraceError with SQLite's words.
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
  Value(std::string_view text) : text(text), isText(true) {}
  Value(const std::string &text) : Value(std::string_view(text)) {}
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

  std::string_view text;
  double real = 0;
  int64_t integer = 0;
  bool isText = false, isReal = false, null = false;
};

/// Rows of one table.
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
      else if (value.isText) // lives longer than the step
        sqlite3_bind_text(statement, column, value.text.data(), static_cast<int>(value.text.size()),
                          SQLITE_STATIC);
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

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_SQLITE_H
