//===- SiteUses.cpp - what a run made of the sites -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/SiteUses.h"

#include "Error.h"
#include "results/Database.h"

namespace fencepost::driver {

SiteUses::SiteUses(const std::filesystem::path &file) {
  Database database(file);
  Query counted(database, "SELECT 1 FROM metric WHERE id = 'visits'");
  if (!counted.next())
    fail("{}: does not say how often calls were made: analyze the trace again", file.string());
  auto use = [&](const Query &row) -> SiteUse & {
    return uses[{row.text(0), row.text(1), row.integer(2), row.integer(3), row.text(4)}];
  };
  constexpr auto kPlace = "s.directory, s.file, s.line, s.col, s.call";
  std::string calls = std::string("SELECT ") + kPlace +
                      ", SUM(v.value), COUNT(DISTINCT v.rank) FROM severity v "
                      "JOIN path p ON p.id = v.path JOIN site s ON s.id = p.site "
                      "WHERE v.metric = 'visits' GROUP BY " +
                      kPlace;
  for (Query row(database, calls.c_str()); row.next();) {
    use(row).calls = static_cast<int64_t>(row.real(5));
    use(row).ranks = row.integer(6);
  }
  std::string findings = std::string("SELECT DISTINCT ") + kPlace +
                         ", f.finding FROM place l JOIN finding f ON f.id = l.finding "
                         "JOIN site s ON s.id = l.site WHERE f.suppressed IS NULL "
                         "ORDER BY f.finding";
  for (Query row(database, findings.c_str()); row.next();)
    use(row).findings.push_back(row.text(5));
}

SiteUse SiteUses::of(const SiteRecord &site) const {
  auto found = uses.find({std::string(site.directory), std::string(site.file), site.line,
                          site.column, std::string(site.call)});
  return found == uses.end() ? SiteUse() : found->second;
}

} // namespace fencepost::driver
