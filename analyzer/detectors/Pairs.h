//===- Pairs.h - post/start/complete/wait, with the partners ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each access epoch with the posts of its targets, each exposure epoch with
// the completes of its origins.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_PAIRS_H
#define FENCEPOST_ANALYZER_DETECTORS_PAIRS_H

#include "analyzer/detectors/WaitState.h"

#include <span>

namespace fencepost::analyzer {

/// What the other side of a pair did: its post, or its complete. `call.rank` is kNone where it is
/// not known.
struct Partner {
  Arrival call;
  uint64_t lastOperation = 0; // leave of the last one in the epoch; without one, of the start
  uint32_t rank = kNone;
  bool accessed = false; // whether an operation was made, or may have been
};

struct PairEpoch {
  uint32_t location;     // index in the phase's locations
  uint32_t open, close;  // events; kNone. Of an exposure epoch only `close` is known
  uint32_t closedAt;     // location of `close`
  uint32_t first, count; // partners
};

class Pairs {
public:
  /// Brings those of one phase together. Collective.
  void look(const Analysis &phase);

  /// Start to complete, with the posts. In order of the starts of each rank.
  std::span<const PairEpoch> access() const { return accessEpochs; }
  /// Post to wait, with the completes.
  std::span<const PairEpoch> exposure() const { return exposureEpochs; }
  std::span<const Partner> partners(const PairEpoch &epoch) const {
    return std::span(all).subspan(epoch.first, epoch.count);
  }
  /// The one that was called last; without a rank where none is known.
  Arrival latest(const PairEpoch &epoch) const;

private:
  class Meeting;

  std::vector<PairEpoch> accessEpochs, exposureEpochs;
  std::vector<Partner> all;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_PAIRS_H
