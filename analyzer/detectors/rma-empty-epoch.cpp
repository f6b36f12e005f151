//===- rma-empty-epoch.cpp - epochs that nothing is done in -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Synchronization of a line that never surrounds an operation and orders
// nothing else that the trace shows: fences without operations before and after
// and without stores to order, locks of another rank's memory that are released
// at once, start and complete without operations.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Cost.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"
#include "analyzer/errors/Call.h"
#include "analyzer/results/Text.h"

namespace fencepost::analyzer {

namespace {

/// Epochs of start and complete of a rank. Trivially copyable.
struct StartedLine {
  uint32_t start, complete, rank;
  uint64_t epochs = 0, used = 0;
};

/// Epochs of a source line that are all empty.
struct Empty {
  uint32_t opening = kNone, closing = kNone, rank = kNone; // an example
  uint64_t epochs = 0;
  bool used = false; // one is not empty
  std::map<uint32_t, uint64_t> ofRank;
  std::set<Site> closings;

  void add(uint32_t open, uint32_t close, uint32_t by, uint64_t count, const Site &closed) {
    if (std::tie(by, open, close) < std::tie(rank, opening, closing))
      std::tie(rank, opening, closing) = std::tie(by, open, close);
    epochs += count;
    ofRank[by] += count;
    closings.insert(closed);
  }
};

class EmptyEpoch : public Detector {
public:
  explicit EmptyEpoch(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    for (const LocationTrace &location : phase.trace.locations)
      for (const Event &event : location.events)
        visit(location.rank, event);
  }

  void report(Analysis &analysis) override {
    FenceLines::Lines lines = matched->fenceLines.gathered(analysis, matched->fences);
    WindowUse::Run use = matched->windowUse.ofRun(analysis);
    LockedRun locked = matched->lockUse.ofRun(analysis);
    std::vector<StartedLine> mine;
    for (const auto &[where, line] : started)
      mine.push_back(line);
    std::vector<std::vector<StartedLine>> starts = gather(analysis.comm, mine);
    std::set<Site> barriers; // fences that must stay barriers
    for (const BarrierNote &barrier : matched->barriers.notes(analysis))
      barriers.insert(barrier.fences.begin(), barrier.fences.end());
    Cost time(analysis, Metric::RmaSyncTime);
    if (!use.known)
      return;
    reportLocks(analysis, locked, time);
    // Where memory is shared or locked, the order of empty epochs may be what they are for.
    if (!use.besideFences().empty())
      return;
    for (const Site &barrier : barriers)
      lines.erase(barrier);
    reportFences(analysis, lines, use, time);
    reportStarts(analysis, starts, time);
  }

private:
  void visit(uint32_t rank, const Event &event) {
    if (event.window == kNone)
      return;
    if (event.kind == EventKind::Start) {
      open[{rank, event.window}] = {event.context, false};
      return;
    }
    auto epoch = open.find({rank, event.window});
    if (epoch == open.end())
      return;
    if (isOperation(event.kind))
      epoch->second.second = true;
    if (event.kind != EventKind::Complete)
      return;
    auto [start, used] = epoch->second;
    StartedLine &line = started[{start, event.context, rank}];
    line = {start, event.context, rank, line.epochs + 1, line.used + used};
    open.erase(epoch);
  }

  static void reportFences(Analysis &analysis, const FenceLines::Lines &lines,
                           const WindowUse::Run &use, const Cost &time) {
    constexpr uint32_t kNothing = kNoPrecede | kNoSucceed | kNoStore;
    for (const auto &[site, line] : lines) {
      const FenceRow &sum = line.sum;
      bool pairwise = std::any_of(line.windows.begin(), line.windows.end(),
                                  [&](uint32_t window) { return use.pairwise.count(window) != 0; });
      // All ranks must make the call, or none.
      if (pairwise || sum.scattered || sum.contradicted & kNothing || sum.given & kNoPrecede ||
          sum.fences < kLeastInstances || !time.matters(time.ticks(site)))
        continue;
      std::string call = analysis.definitions().describe(sum.context);
      Empty empty{.opening = sum.context, .rank = 0, .epochs = sum.fences};
      for (uint32_t rank : analysis.definitions().windowComm(sum.window).ranks)
        empty.ofRank[rank] = sum.fences;
      add(analysis, empty,
          call + " neither ends nor begins an epoch with operations: it takes " +
              percentText(time.share(time.ticks(site))) + " of the run time of all ranks",
          "in all " + countText(sum.fences, "call") +
              " of this run no rank made an operation or stored to its memory of the window since "
              "the fence before, nor made an operation until the next one",
          "if that is so in every run, take " + call +
              " away, unless something else relies on it as a barrier");
    }
  }

  static void reportLocks(Analysis &analysis, const LockedRun &run, const Cost &time) {
    const Definitions &definitions = analysis.definitions();
    std::map<Site, Empty> lines;
    for (const LockedLine &row : run.lines) {
      Empty &line = lines[definitions.site(row.lock)];
      line.add(row.lock, row.unlock, row.rank, row.epochs, definitions.site(row.unlock));
      // A lock of one's own memory makes visible what came there; an exclusive one, or a shared one
      // that waits for an exclusive one, keeps ranks apart.
      line.used = line.used || row.idle != row.epochs || row.itself || row.exclusive ||
                  run.shared.count(row.window) || run.exclusive.count(row.window);
    }
    for (const auto &[site, line] : lines)
      addPair(analysis, site, line, time, " surround nothing",
              "no operation, no other call and no recorded access comes between the two in any of ",
              "if that is so in every run, take both away");
  }

  static void reportStarts(Analysis &analysis, const std::vector<std::vector<StartedLine>> &rows,
                           const Cost &time) {
    const Definitions &definitions = analysis.definitions();
    std::map<Site, Empty> lines;
    for (const auto &from : rows)
      for (const StartedLine &row : from) {
        Empty &line = lines[definitions.site(row.start)];
        line.add(row.start, row.complete, row.rank, row.epochs, definitions.site(row.complete));
        line.used = line.used || row.used;
      }
    for (const auto &[site, line] : lines)
      addPair(analysis, site, line, time, " surround no operations",
              "no rank makes an operation in any of ",
              "if that is so in every run, take both away, and the ranks out of the groups of "
              "their targets' MPI_Win_post, "
              "unless something else relies on their order");
  }

  static void addPair(Analysis &analysis, const Site &site, const Empty &line, const Cost &time,
                      const std::string &what, const std::string &why, const std::string &advice) {
    uint64_t most = 0, ticks = time.ticks(site);
    for (const auto &[rank, epochs] : line.ofRank)
      most = std::max(most, epochs);
    for (const Site &closing : line.closings)
      ticks += time.ticks(closing);
    if (line.used || most < kLeastInstances || !time.matters(ticks))
      return;
    const Definitions &definitions = analysis.definitions();
    add(analysis, line,
        definitions.describe(line.opening) + " and " + definitions.describe(line.closing) + what +
            ": they take " + percentText(time.share(ticks)) + " of the run time of all ranks",
        why + "their " + countText(line.epochs, "epoch") + " of this run", advice);
  }

  static void add(Analysis &analysis, const Empty &empty, std::string message, std::string why,
                  std::string advice) {
    FoundInstance found{.id = FindingId::EmptyEpoch,
                        .message = std::move(message),
                        .why = std::move(why),
                        .advice = std::move(advice),
                        .places = {},
                        .ranks = {},
                        .instances = empty.epochs};
    for (const auto &[rank, epochs] : empty.ofRank)
      found.ranks.insert(rank);
    for (uint32_t context : {empty.opening, empty.closing})
      if (context != kNone)
        found.places.push_back(
            {.role = "synchronization", .rank = empty.rank, .thread = 0, .context = context});
    analysis.results.add(std::move(found));
  }

  std::shared_ptr<const Matched> matched;
  std::map<std::pair<uint32_t, uint32_t>, std::pair<uint32_t, bool>> open; // by rank, window
  std::map<std::array<uint32_t, 3>, StartedLine> started;
};

} // namespace

std::unique_ptr<Detector> makeEmptyEpoch(std::shared_ptr<const Matched> matched) {
  return std::make_unique<EmptyEpoch>(std::move(matched));
}

} // namespace fencepost::analyzer
