//===- Properties.cpp - the archive's properties --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/GlobalDefinitions.h"

#include <algorithm>
#include <cstdio>

namespace fencepost::archive {

namespace {

/// Joins a property's parts; a part must not look like several.
void append(std::string &list, std::string part) {
  std::ranges::replace(part, ';', ',');
  list += (list.empty() ? "" : ";") + part;
}

std::string ended(const RankSummary &rank) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.6f", rank.seconds);
  std::string entry = std::to_string(rank.rank) + ":" + seconds + ":";
  for (std::size_t i = 0; i < rank.openCalls.size(); ++i)
    entry += (i ? "," : "") + rank.openCalls[i];
  return entry;
}

} // namespace

bool setProperties(OTF2_Archive *archive, const RunFacts &run,
                   const std::vector<RankSummary> &ranks, bool finalized) {
  std::string endedEarly;
  std::string lost;
  std::map<std::string, uint64_t> notFollowed;
  std::set<std::string> libraries;
  for (const RankSummary &rank : ranks) {
    if (!finalized && !rank.programEnded)
      append(endedEarly, ended(rank));
    if (!rank.lost.empty())
      append(lost, std::to_string(rank.rank) + ":" + rank.lost);
    for (const auto &[name, count] : rank.notFollowed)
      notFollowed[name] += count;
    libraries.insert(rank.threadsNotFollowed.begin(), rank.threadsNotFollowed.end());
  }
  std::string calls;
  for (const auto &[name, count] : notFollowed)
    append(calls, name + ":" + std::to_string(count));
  std::string threads;
  for (const std::string &library : libraries)
    append(threads, library);

  bool written = true;
  auto set = [&](const char *name, const std::string &value) {
    written =
        OTF2_Archive_SetProperty(archive, name, value.c_str(), true) == OTF2_SUCCESS && written;
  };
  set("FENCEPOST::VERSION", FENCEPOST_VERSION);
  set("FENCEPOST::MPI", run.mpi);
  set("FENCEPOST::ACCESS", run.access);
  set("FENCEPOST::PROGRAM", run.program);
  if (!run.suppressions.empty())
    set("FENCEPOST::SUPPRESSIONS", run.suppressions);
  set("FENCEPOST::COMPLETE", endedEarly.empty() ? "true" : "false");
  if (!endedEarly.empty())
    set("FENCEPOST::ENDED", endedEarly);
  if (!calls.empty())
    set("FENCEPOST::NOT_FOLLOWED", calls);
  if (!threads.empty())
    set("FENCEPOST::THREADS_NOT_FOLLOWED", threads);
  if (!lost.empty())
    set("FENCEPOST::LOST", lost);
  return written;
}

} // namespace fencepost::archive
