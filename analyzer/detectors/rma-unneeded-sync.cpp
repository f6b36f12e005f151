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

#include "analyzer/detectors/CallNames.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"
#include "analyzer/detectors/Partners.h"
#include "analyzer/results/Text.h"

namespace fencepost::analyzer {

namespace {

/// What a closing call that was entered then did.
void addSync(const Analysis &phase, uint64_t enter, const SyncRow &row, Partners &partners) {
  partners.addSync(row);
  phase.results.at(enter, Metric::PairwiseSyncs, row.target, row.pairs);
  phase.results.at(enter, Metric::UnneededPairwiseSyncs, row.target, row.unneeded);
}

void addFence(const Analysis &phase, const FenceInstance &fence, Partners &partners) {
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
      addSync(phase, member.arrival.enter,
              {member.arrival.context, member.opening, fence.window, rank, 1, others,
               member.shared ? 0 : others - std::min(origins, others)},
              partners);
  }
}

void addPairs(const Analysis &phase, const Pairs &pairs, Partners &partners) {
  for (const PairEpoch &epoch : pairs.exposure()) {
    const LocationTrace &location = phase.trace.locations[epoch.location];
    const Event &wait = location.events[epoch.close];
    uint64_t epochs = 1; // counted with the first origin
    for (const Partner &origin : pairs.partners(epoch)) {
      if (origin.rank == kNone)
        continue;
      addSync(
          phase, wait.enter,
          {wait.context, kNone, wait.window, location.rank, epochs, 1, origin.accessed ? 0u : 1u},
          partners);
      partners.addPartner(
          {wait.context, wait.window, origin.rank, location.rank, origin.accessed ? 1u : 0u, 1});
      epochs = 0;
    }
  }
}

void addBarrier(Analysis &analysis, const BarrierNote &note) {
  std::string barrier = callName(note.barrier, {note.barrier, note.fence}),
              fence = callName(note.fence, {note.barrier, note.fence});
  FoundInstance found{.id = FindingId::UnneededSync};
  found.message = barrier + " comes right " + (note.after ? "after " : "before ") + fence +
                  ", which is a barrier itself: it takes " + percentText(note.share) +
                  " of the run time of all ranks";
  found.why = "a fence that ends an epoch is a barrier of the window's ranks, and no rank makes an "
              "MPI call or a recorded access between the two in any of " +
              countText(note.calls, "call");
  found.advice = "take " + barrier + " away and let " + fence +
                 " stay a barrier, unless something else between the two relies on it, such as "
                 "output, the measuring of time, or code that was compiled without Fencepost";
  found.instances = note.calls;
  found.ranks = note.ranks;
  for (auto [role, context] :
       {std::pair("synchronization", note.context), std::pair("partner", note.fenceContext)})
    found.places.push_back(
        {.role = role, .rank = *note.ranks.begin(), .thread = 0, .context = context});
  analysis.results.add(std::move(found));
}

class UnneededSync : public Detector {
public:
  explicit UnneededSync(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    matched->fences.forEach([&](const FenceInstance &fence) { addFence(phase, fence, partners); });
    addPairs(phase, matched->pairs, partners);
  }

  void report(Analysis &analysis) override {
    for (const SyncRow &row : partners.syncs()) {
      analysis.results.add(Metric::PairwiseSyncs, row.context, row.target, row.pairs);
      analysis.results.add(Metric::UnneededPairwiseSyncs, row.context, row.target, row.unneeded);
    }
    FenceLines::Lines lines = matched->fenceLines.gathered(analysis, matched->fences);
    WindowUse::Run use = matched->windowUse.ofRun(analysis);
    std::vector<BarrierNote> barriers = matched->barriers.notes(analysis);
    reportUnneeded(analysis, partners, pscwRemedies(analysis.definitions(), lines, use, barriers),
                   use);
    for (const BarrierNote &barrier : barriers)
      addBarrier(analysis, barrier);
  }

private:
  std::shared_ptr<const Matched> matched;
  Partners partners;
};

} // namespace

std::unique_ptr<Detector> makeUnneededSync(std::shared_ptr<const Matched> matched) {
  return std::make_unique<UnneededSync>(std::move(matched));
}

} // namespace fencepost::analyzer
