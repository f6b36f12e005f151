//===- Epochs.h - access and exposure epochs of post/start/complete/wait ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_EPOCHS_H
#define FENCEPOST_ANALYZER_DETECTORS_EPOCHS_H

#include "analyzer/Analysis.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fencepost::analyzer {

/// The pairs of an opening call (start or post) with the closing one (complete or wait) of the same
/// rank and window, in order, by participation; `close` is kNone for an epoch left open.
/// Participations of one call that differ only in the peer belong to one epoch.
struct Epoch {
  uint32_t open = kNone;  // index of the first participation of the opening call
  uint32_t close = kNone; // and of the closing call
};

/// Windows whose ranks may communicate by loads and stores: their synchronization is not called
/// unneeded.
std::set<uint32_t> sharedWindows(const Trace &trace);

std::vector<Epoch> findEpochs(const Analysis &analysis, Part open, Part close);

/// The call that ended an exposure epoch and, of a test, the failed tests before it.
std::vector<uint32_t> waitingCalls(const LocationTrace &location, uint32_t close);

/// Calls visit for each participation of the call that `first` belongs to.
template <typename Visit> void forEachPeer(const Analysis &analysis, uint32_t first, Visit visit) {
  const auto &all = analysis.participations;
  for (uint32_t i = first;
       i < all.size() && all[i].location == all[first].location && all[i].event == all[first].event;
       ++i)
    visit(all[i], i);
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_EPOCHS_H
