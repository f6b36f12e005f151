//===- rma-unneeded-sync.cpp - synchronization of pairs that do not communicate ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2012, Unneeded Pairwise Synchronizations: at the end of each
// exposure epoch the target had to hear from everybody who might have accessed
// it: with a fence from all others of the window's group, with post from the
// group. Unneeded are those from whom no operation came in that epoch.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Barriers.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"
#include "analyzer/detectors/Partners.h"

namespace fencepost::analyzer {

namespace {

void addFence(const FenceInstance &fence, Partners &partners) {
  uint64_t others = fence.members.size() - 1;
  auto access = fence.accesses.begin();
  for (const FenceMember &member : fence.members) {
    uint32_t rank = member.arrival.rank;
    uint64_t origins = 0;
    for (; access != fence.accesses.end() && access->target <= rank; ++access)
      if (access->target == rank && member.opening != kNone) {
        ++origins;
        partners.addPartner({member.arrival.context, fence.window, access->origin, rank, 1});
      }
    // In a shared window they may communicate by loads and stores: none is called unneeded.
    if (member.opening != kNone)
      partners.addSync({member.arrival.context, member.opening, fence.window, rank, 1, others,
                        member.shared ? 0 : others - std::min(origins, others)});
  }
}

void addPairs(const Analysis &phase, const Pairs &pairs, Partners &partners) {
  for (const PairEpoch &epoch : pairs.exposure()) {
    const LocationTrace &location = phase.trace.locations[epoch.location];
    const Event &wait = location.events[epoch.close];
    for (const Partner &origin : pairs.partners(epoch)) {
      if (origin.rank == kNone)
        continue;
      partners.addSync(
          {wait.context, kNone, wait.window, location.rank, 1, 1, origin.accessed ? 0u : 1u});
      if (origin.accessed)
        partners.addPartner({wait.context, wait.window, origin.rank, location.rank, 1});
    }
  }
}

class UnneededSync : public Detector {
public:
  explicit UnneededSync(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    matched->fences.forEach([&](const FenceInstance &fence) { addFence(fence, partners); });
    addPairs(phase, matched->pairs, partners);
    barriers.look(phase);
  }

  void report(Analysis &analysis) override {
    for (const SyncRow &row : partners.syncs()) {
      analysis.results.add(Metric::PairwiseSyncs, row.context, row.target, row.pairs);
      analysis.results.add(Metric::UnneededPairwiseSyncs, row.context, row.target, row.unneeded);
    }
    FenceLines::Lines lines = matched->fenceLines.gathered(analysis, matched->fences);
    WindowUse::Run use = matched->windowUse.ofRun(analysis);
    reportUnneeded(analysis, partners, pscwRemedies(analysis.definitions(), lines, use));
    barriers.report(analysis);
  }

private:
  std::shared_ptr<const Matched> matched;
  Partners partners;
  Barriers barriers;
};

} // namespace

std::unique_ptr<Detector> makeUnneededSync(std::shared_ptr<const Matched> matched) {
  return std::make_unique<UnneededSync>(std::move(matched));
}

} // namespace fencepost::analyzer
