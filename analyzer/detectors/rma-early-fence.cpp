//===- rma-early-fence.cpp - waiting in a fence for operations under way ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermanns et al. 2012, Early Fence, a part of Wait at Fence: a rank is in the
// fence while others still are in operations on it.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"

namespace fencepost::analyzer {

namespace {

class EarlyFence : public Detector {
public:
  explicit EarlyFence(std::shared_ptr<const Matched> matched) : matched(std::move(matched)) {}

  void look(const Analysis &phase) override {
    const Definitions &definitions = phase.definitions();
    matched->fences.forEach([&](const FenceInstance &fence) {
      uint64_t until = synchronizedAt(definitions, fence).enter;
      auto access = fence.accesses.begin();
      for (const FenceMember &member : fence.members) {
        Arrival last;
        for (; access != fence.accesses.end() && access->target <= member.arrival.rank; ++access)
          if (Arrival one{
                  .enter = access->leave, .rank = access->origin, .context = access->context};
              access->target == member.arrival.rank && one.isLaterThan(last))
            last = one;
        if (uint64_t end = std::min(last.enter, until); end > member.arrival.enter)
          waits.addPart(phase, member.arrival.enter, member.arrival.context, member.arrival.rank,
                        last, end - member.arrival.enter);
      }
    });
  }

  void report(Analysis &analysis) override {
    waits.report(
        analysis,
        [](const WaitStates::Line &line) {
          return "let " + line.late + " issue " + line.lateCall +
                 " earlier, or let the target do other work before " + line.site.call;
        },
        [](const WaitStates::Line &line) {
          return "rank " + std::to_string(line.worst) + " is still in " + line.lateCall + " for " +
                 line.worstShare;
        });
  }

private:
  std::shared_ptr<const Matched> matched;
  WaitStates waits{Metric::EarlyFence, FindingId::EarlyFence};
};

} // namespace

std::unique_ptr<Detector> makeEarlyFence(std::shared_ptr<const Matched> matched) {
  return std::make_unique<EarlyFence>(std::move(matched));
}

} // namespace fencepost::analyzer
