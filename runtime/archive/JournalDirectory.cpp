//===- JournalDirectory.cpp - the journals of a run, as files -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/JournalDirectory.h"

#include <algorithm>
#include <charconv>
#include <dirent.h>
#include <string_view>
#include <unistd.h>

namespace fencepost::archive {

namespace {

std::string directory(const std::string &traceDir) { return traceDir + "/journal"; }

/// Calls `found(rank, thread)` for every name of the form <rank>.<thread>.
template <typename Found> void forEachJournal(const std::string &traceDir, Found found) {
  DIR *opened = opendir(directory(traceDir).c_str());
  if (!opened)
    return;
  while (const dirent *entry = readdir(opened)) {
    std::string_view name = entry->d_name;
    uint32_t rank = 0;
    uint32_t thread = 0;
    auto [dot, rankError] = std::from_chars(name.begin(), name.end(), rank);
    if (rankError != std::errc() || dot == name.end() || *dot != '.')
      continue;
    auto [end, threadError] = std::from_chars(dot + 1, name.end(), thread);
    if (threadError == std::errc() && end == name.end())
      found(rank, thread);
  }
  closedir(opened);
}

} // namespace

std::string journalPath(const std::string &traceDir, uint32_t rank, uint32_t thread) {
  return directory(traceDir) + "/" + std::to_string(rank) + "." + std::to_string(thread);
}

std::map<uint32_t, std::vector<uint32_t>> listJournals(const std::string &traceDir) {
  std::map<uint32_t, std::vector<uint32_t>> threads;
  forEachJournal(traceDir,
                 [&](uint32_t rank, uint32_t thread) { threads[rank].push_back(thread); });
  for (auto &[rank, ofRank] : threads)
    std::ranges::sort(ofRank);
  return threads;
}

std::vector<uint32_t> listJournals(const std::string &traceDir, uint32_t rank) {
  std::vector<uint32_t> threads;
  forEachJournal(traceDir, [&](uint32_t of, uint32_t thread) {
    if (of == rank)
      threads.push_back(thread);
  });
  std::ranges::sort(threads);
  return threads;
}

void removeJournals(const std::string &traceDir, uint32_t rank,
                    const std::vector<uint32_t> &threads) {
  for (uint32_t thread : threads)
    unlink(journalPath(traceDir, rank, thread).c_str());
}

void removeJournalDirectory(const std::string &traceDir) { rmdir(directory(traceDir).c_str()); }

} // namespace fencepost::archive
