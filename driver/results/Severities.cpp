//===- Severities.cpp - every value of the results ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "results/Severities.h"

#include "results/Database.h"
#include "results/SourceTree.h"

namespace fencepost::driver {

Severities loadPaths(const std::string &file) {
  Database database(file);
  SourceTree tree(database);
  Severities loaded;
  for (Query row(database, "SELECT DISTINCT path FROM severity ORDER BY path"); row.next();)
    loaded.paths.push_back({tree.path(row.integer(0)), tree.siteOfPath(row.integer(0))});
  for (Query row(database, "SELECT host FROM rank ORDER BY rank"); row.next();)
    loaded.hosts.push_back(row.text(0));
  return loaded;
}

void forEachSeverity(const std::string &file, const std::string &metric,
                     const std::function<void(std::size_t, int64_t, double)> &visit) {
  Database database(file);
  std::unordered_map<int64_t, std::size_t> indices;
  for (Query row(database, "SELECT DISTINCT path FROM severity ORDER BY path"); row.next();)
    indices.emplace(row.integer(0), indices.size());
  Query row(database, "SELECT path, rank, value FROM severity WHERE metric = ?1 AND value <> 0 "
                      "ORDER BY path, rank");
  row.bind(1, metric);
  while (row.next())
    visit(indices.at(row.integer(0)), row.integer(1), row.real(2));
}

} // namespace fencepost::driver
