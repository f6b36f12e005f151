//===- rma-lock-in-loop.cpp - a lock epoch for every operation -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lock and unlock around an operation or two, again and again, where no lock of
// the window has to keep accesses apart: one MPI_Win_lock_all and a flush each
// do the same.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Cost.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"
#include "analyzer/results/Text.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

constexpr uint64_t kMostOperations = 2; // in an epoch, on average

/// Epochs that were opened at a source line.
struct Line {
  std::vector<LockedLine> epochs;
  uint64_t count = 0, operations = 0, withoutOperations = 0, exclusive = 0;
  bool all = false; // MPI_Win_lock_all
  std::map<uint32_t, uint64_t> ofRank;
  std::set<uint32_t> windows;
  std::set<Site> unlocks;
};

std::string joined(const std::set<std::string> &names, const char *between) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : between) + name;
  return text;
}

class LockInLoop : public Detector {
public:
  explicit LockInLoop(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &) override {}

  void report(Analysis &analysis) override {
    const Definitions &definitions = analysis.definitions();
    LockedRun run = matched->lockUse.ofRun(analysis);
    Cost time(analysis, Metric::RmaSyncTime);
    if (!definitions.ours() || !definitions.property("FENCEPOST::LOST").empty())
      return;
    std::map<Site, Line> lines;
    for (const LockedLine &epochs : run.lines) {
      Line &line = lines[definitions.site(epochs.lock)];
      line.epochs.push_back(epochs);
      line.count += epochs.epochs;
      line.operations += epochs.operations;
      line.withoutOperations += epochs.withoutOperations;
      line.exclusive += epochs.exclusive;
      line.all = epochs.all;
      line.ofRank[epochs.rank] += epochs.epochs;
      line.windows.insert(epochs.window);
      line.unlocks.insert(definitions.site(epochs.unlock));
    }
    for (const auto &[site, line] : lines) {
      uint64_t most = 0, ticks = time.ticks(site);
      for (const auto &[rank, epochs] : line.ofRank)
        most = std::max(most, epochs);
      for (const Site &unlock : line.unlocks)
        ticks += time.ticks(unlock);
      // Some of them without operations are for something else.
      bool loop = most >= kLeastInstances && line.operations <= kMostOperations * line.count &&
                  line.withoutOperations * 10 <= line.count;
      if (!loop || !time.matters(ticks))
        continue;
      std::string why;
      bool apart = false;
      for (uint32_t window : line.windows) {
        why = run.compatible(definitions, window);
        apart = apart || run.shared.count(window) || run.mixed.count(window) ||
                (line.all ? run.exclusive.count(window) != 0
                          : why.empty() || run.lockAll.count(window));
      }
      if (!apart)
        add(analysis, run, line, most, time.share(ticks), why);
    }
  }

private:
  static void add(Analysis &analysis, const LockedRun &run, const Line &line, uint64_t most,
                  double share, const std::string &why) {
    const Definitions &definitions = analysis.definitions();
    const LockedLine &first = *std::min_element(
        line.epochs.begin(), line.epochs.end(), [](const LockedLine &a, const LockedLine &b) {
          return std::tie(a.rank, a.lock, a.unlock, a.window) <
                 std::tie(b.rank, b.lock, b.unlock, b.window);
        });
    std::string lock = definitions.describe(first.lock);
    std::set<std::string> ends;
    for (const LockedLine &epochs : line.epochs)
      ends.insert(definitions.describe(epochs.unlock));
    std::string unlock = joined(ends, " or ");
    FoundInstance found{.id = FindingId::LockInLoop};
    found.message = "up to " + countText(most, "time") + " a rank opens an epoch by " + lock +
                    " and ends it by " + unlock + ", for " +
                    countText(line.operations, "operation") + " in " +
                    countText(line.count, "epoch") + ": it takes " + percentText(share) +
                    " of the run time of all ranks";
    found.why = line.exclusive
                    ? "the exclusive locks of the window keep no recorded accesses apart: " + why
                    : "all locks of the window are shared, or keep no recorded accesses apart";
    found.why += ", in this run";
    found.advice = "if that is so in every run";
    if (line.exclusive)
      found.advice += ", and the lock keeps nothing else apart, such as a file or memory of no "
                      "window";
    found.advice += std::string(", call MPI_Win_lock_all of the window once before, ") +
                    (line.all ? "MPI_Win_flush of the targets" : "MPI_Win_flush of the target") +
                    " instead of " + unlock + ", and MPI_Win_unlock_all at the end";
    if (line.all)
      found.advice += "; and MPI_Win_sync where a rank loads or stores in its own memory of the "
                      "window in the meantime";
    std::set<std::string> others;
    bool itself = false;
    for (const LockedLine &other : run.lines)
      if (line.windows.count(other.window)) {
        if (definitions.site(other.lock) != definitions.site(first.lock))
          others.insert(definitions.describe(other.lock));
        itself = itself || (other.itself && other.withoutOperations && !line.all);
      }
    if (!others.empty())
      found.advice += "; likewise for " + joined(others, ", ");
    if (itself)
      found.advice += "; MPI_Win_sync instead of locks around loads and stores of a rank's own "
                      "memory";
    found.instances = line.count;
    for (const auto &[rank, epochs] : line.ofRank)
      found.ranks.insert(rank);
    found.places.push_back(
        {.role = "synchronization", .rank = first.rank, .thread = 0, .context = first.lock});
    found.places.push_back(
        {.role = "synchronization", .rank = first.rank, .thread = 0, .context = first.unlock});
    analysis.results.add(std::move(found));
  }

  std::shared_ptr<const Matched> matched;
};

} // namespace

std::unique_ptr<Detector> makeLockInLoop(std::shared_ptr<const Matched> matched) {
  return std::make_unique<LockInLoop>(std::move(matched));
}

} // namespace fencepost::analyzer
