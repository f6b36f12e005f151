//===- Database.h - reads an SQLite file ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_RESULTS_DATABASE_H
#define FENCEPOST_DRIVER_RESULTS_DATABASE_H

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace fencepost::driver {

/// A results database, opened for reading. Every failure is an Error that names the file.
class Database {
public:
  /// Opens results of the schema version this Fencepost reads.
  explicit Database(const std::filesystem::path &file);

private:
  friend class Query;
  [[noreturn]] void failed() const;

  struct Close {
    void operator()(sqlite3 *handle) const;
  };
  std::filesystem::path file;
  std::unique_ptr<sqlite3, Close> handle;
};

/// Rows of a SELECT: `for (Query q(db, "..."); q.next();)`. Columns count from 0.
class Query {
public:
  Query(const Database &database, const char *sql);
  /// Gives parameter ?`index` its value, before the first next().
  void bind(int index, const std::string &text);
  bool next();
  std::string text(int column) const; // "" for NULL
  int64_t integer(int column) const;  // 0 for NULL
  double real(int column) const;
  bool isNull(int column) const;
  std::optional<int64_t> optionalInteger(int column) const;

private:
  struct Finalize {
    void operator()(sqlite3_stmt *statement) const;
  };
  const Database &database;
  std::unique_ptr<sqlite3_stmt, Finalize> statement;
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_RESULTS_DATABASE_H
