//===- rma-missing-assert.cpp - assertions that fences could have ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assertions that would have been right in every fence of a line, on every rank
// and window, and that the line does not give. MPI_MODE_NOPRECEDE takes the
// synchronization away, so it is only advised where fences order nothing but
// their own epochs.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/CallNames.h"
#include "analyzer/detectors/Cost.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"
#include "analyzer/errors/Call.h"
#include "analyzer/results/Text.h"

namespace fencepost::analyzer {

namespace {

struct Told {
  Assertion assertion;
  const char *name, *why;
};

/// Of the run time: what fences must take beside waiting where assertions only let the library do
/// less.
constexpr double kLeastWork = 0.05;

constexpr Told kTold[] = {
    {kNoPrecede, "MPI_MODE_NOPRECEDE", "no rank made operations in an epoch that it ends"},
    {kNoSucceed, "MPI_MODE_NOSUCCEED", "no rank made operations in an epoch that it begins"},
    {kNoStore, "MPI_MODE_NOSTORE",
     "no rank stored to its memory of the window since the fence before, as far as accesses are "
     "recorded"},
    {kNoPut, "MPI_MODE_NOPUT", "no memory of the window was updated in an epoch that it begins"},
};

class MissingAssert : public Detector {
public:
  explicit MissingAssert(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &) override {}

  void report(Analysis &analysis) override {
    FenceLines::Lines lines = matched->fenceLines.gathered(analysis, matched->fences);
    WindowUse::Run use = matched->windowUse.ofRun(analysis);
    Cost time(analysis, Metric::RmaSyncTime), waiting(analysis, Metric::WaitAtFence);
    std::set<uint32_t> ordered; // windows whose fences must stay barriers
    for (const BarrierNote &barrier : matched->barriers.notes(analysis))
      for (const Site &fence : barrier.fences)
        if (auto line = lines.find(fence); line != lines.end())
          ordered.insert(line->second.windows.begin(), line->second.windows.end());
    if (!analysis.definitions().ours() || !use.besideFences().empty())
      return; // other tools do not record assertions
    for (const auto &[site, line] : lines) {
      const FenceRow &sum = line.sum;
      uint32_t holds = ~sum.contradicted, missing = holds & ~sum.given;
      if (holds & kNoSucceed)
        missing &= ~uint32_t(kNoPut); // there is no epoch
      // One that neither ends nor begins epochs is there for something else.
      constexpr uint32_t kNothing = kNoPrecede | kNoSucceed;
      auto any = [&](const std::set<uint32_t> &windows) {
        return std::any_of(line.windows.begin(), line.windows.end(),
                           [&](uint32_t window) { return windows.count(window) != 0; });
      };
      if (any(ordered))
        missing &= ~kNothing;
      // An assertion is given by all ranks: at all lines of one fence, or at none.
      if (any(use.pairwise) || sum.scattered || sum.fences < kLeastInstances ||
          (holds & kNothing) == kNothing)
        continue;
      uint64_t ticks = time.ticks(site), waited = std::min(waiting.ticks(site), ticks);
      // Only without operations before it need nobody wait; the others let the library do less.
      bool waitsLess = missing & kNoPrecede;
      uint64_t spent = waitsLess ? ticks : ticks - waited;
      if (time.matters(spent) && (waitsLess || time.share(spent) >= kLeastWork))
        add(analysis, line, callName(site, ofFile(lines, site)), missing,
            (waitsLess ? "it takes " : "beside waiting it takes ") +
                percentText(time.share(spent)));
    }
  }

private:
  static std::set<Site> ofFile(const FenceLines::Lines &lines, const Site &site) {
    std::set<Site> same;
    for (const auto &[other, line] : lines)
      if (other.file == site.file)
        same.insert(other);
    return same;
  }

  static void add(Analysis &analysis, const FenceLines::Line &line, const std::string &call,
                  uint32_t missing, const std::string &takes) {
    std::string names, why;
    for (const Told &told : kTold)
      if (missing & told.assertion) {
        names += (names.empty() ? "" : " | ") + std::string(told.name);
        why += (why.empty() ? "" : "; ") + std::string(told.why);
      }
    if (names.empty())
      return;
    const Definitions &definitions = analysis.definitions();
    FoundInstance found{.id = FindingId::MissingAssert};
    found.message =
        call + " could assert " + names + ": " + takes + " of the run time of all ranks";
    found.why = why + "; so it was in all " + countText(line.sum.fences, "call") +
                " of this run on all ranks";
    found.advice = "if that is so in every run, give " + call + " " + names + " on all ranks";
    if (missing & kNoPrecede)
      found.advice += ", unless something else relies on it as a barrier";
    found.instances = line.sum.fences;
    const Communicator &comm = definitions.windowComm(line.sum.window);
    found.ranks.insert(comm.ranks.begin(), comm.ranks.end());
    found.places.push_back({.role = "synchronization",
                            .rank = comm.ranks.empty() ? 0 : comm.ranks.front(),
                            .thread = 0,
                            .context = line.sum.context});
    analysis.results.add(std::move(found));
  }

  std::shared_ptr<const Matched> matched;
};

} // namespace

std::unique_ptr<Detector> makeMissingAssert(std::shared_ptr<const Matched> matched) {
  return std::make_unique<MissingAssert>(std::move(matched));
}

} // namespace fencepost::analyzer
