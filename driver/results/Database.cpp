//===- Database.cpp - reads an SQLite file --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "results/Database.h"

#include "Error.h"

#include <sqlite3.h>

namespace fencepost::driver {

namespace fs = std::filesystem;

namespace {
constexpr int64_t kSchemaVersion = 3; // PRAGMA user_version
}

void Database::Close::operator()(sqlite3 *handle) const { sqlite3_close(handle); }
void Query::Finalize::operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }

Database::Database(const fs::path &path) : file(path) {
  std::error_code error;
  if (!fs::exists(file, error))
    fail("{}: {}", file.string(), error ? error.message() : "no such file");
  if (fs::is_directory(file))
    fail("{}: is a directory: give the results.sqlite that fencepost analyze wrote", file.string());

  sqlite3 *opened = nullptr;
  int code = sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
  handle.reset(opened);
  if (code != SQLITE_OK)
    failed();

  Query version(*this, "PRAGMA user_version");
  int64_t found = version.next() ? version.integer(0) : 0;
  if (found == 0)
    fail("{}: not results of fencepost analyze", file.string());
  if (found != kSchemaVersion)
    fail("{}: results of schema version {}, and this Fencepost reads version {}: "
         "analyse the trace again",
         file.string(), found, kSchemaVersion);
}

void Database::failed() const {
  const char *message = sqlite3_errmsg(handle.get());
  switch (sqlite3_errcode(handle.get())) {
  case SQLITE_NOTADB:
    fail("{}: not results of fencepost analyze", file.string());
  case SQLITE_ERROR: // of the SQL: a table or a column is not there
    fail("{}: not results of fencepost analyze ({})", file.string(), message);
  case SQLITE_CORRUPT:
    fail("{}: {}: analyse the trace again", file.string(), message);
  default:
    fail("{}: {}", file.string(), message);
  }
}

Query::Query(const Database &database, const char *sql) : database(database) {
  sqlite3_stmt *prepared = nullptr;
  if (sqlite3_prepare_v2(database.handle.get(), sql, -1, &prepared, nullptr) != SQLITE_OK)
    database.failed();
  statement.reset(prepared);
}

bool Query::next() {
  int code = sqlite3_step(statement.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    database.failed();
  return code == SQLITE_ROW;
}

void Query::bind(int index, const std::string &text) {
  if (sqlite3_bind_text(statement.get(), index, text.data(), static_cast<int>(text.size()),
                        SQLITE_TRANSIENT) != SQLITE_OK)
    database.failed();
}

std::string Query::text(int column) const {
  const unsigned char *value = sqlite3_column_text(statement.get(), column);
  auto bytes = static_cast<std::size_t>(sqlite3_column_bytes(statement.get(), column));
  return value ? std::string(reinterpret_cast<const char *>(value), bytes) : "";
}

int64_t Query::integer(int column) const { return sqlite3_column_int64(statement.get(), column); }

double Query::real(int column) const { return sqlite3_column_double(statement.get(), column); }

bool Query::isNull(int column) const {
  return sqlite3_column_type(statement.get(), column) == SQLITE_NULL;
}

std::optional<int64_t> Query::optionalInteger(int column) const {
  return isNull(column) ? std::nullopt : std::optional(integer(column));
}

} // namespace fencepost::driver
