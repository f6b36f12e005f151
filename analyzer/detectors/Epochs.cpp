//===- Epochs.cpp - access and exposure epochs of post/start/complete/wait ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Epochs.h"

namespace fencepost::analyzer {

std::vector<Epoch> findEpochs(const Analysis &analysis, Part open, Part close) {
  std::vector<Epoch> epochs;
  std::map<std::pair<uint32_t, uint32_t>, std::size_t> current; // (rank, window) -> epoch
  const auto &all = analysis.participations;
  for (uint32_t i = 0; i < all.size(); ++i) {
    const Participation &at = all[i];
    if (at.key.kind != KeyKind::Pscw || (at.part != open && at.part != close))
      continue;
    if (i > 0 && all[i - 1].location == at.location && all[i - 1].event == at.event)
      continue; // another peer of the same call
    std::pair where{analysis.location(at).rank, at.key.object};
    if (at.part == open) {
      current[where] = epochs.size();
      epochs.push_back({i, kNone});
    } else if (auto found = current.find(where); found != current.end()) {
      epochs[found->second].close = i;
      current.erase(found);
    }
  }
  return epochs;
}

} // namespace fencepost::analyzer
