//===- Near.h - searching from where the last search ended ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_MATCH_NEAR_H
#define FENCEPOST_ANALYZER_MATCH_NEAR_H

#include <algorithm>
#include <cstddef>
#include <span>

namespace fencepost::analyzer {

/// The number of elements at the begin of `all` for which `before` holds, as std::partition_point
/// finds it. It is looked for around `near`, which becomes that number: one search after the other
/// for places that lie close together takes a few steps each, in whichever direction they go.
template <typename T, typename Before>
std::size_t placeNear(std::span<const T> all, std::size_t &near, Before before) {
  std::size_t low = std::min(near, all.size()), high = low; // it is in [low, high]
  if (low < all.size() && before(all[low])) {
    std::size_t step = 1;
    do {
      low = high + 1;
      high = std::min(all.size(), low + step);
      step *= 2;
    } while (high < all.size() && before(all[high]));
  } else {
    for (std::size_t step = 1; low > 0 && !before(all[low - 1]); step *= 2) {
      high = low - 1;
      low = high - std::min(high, step);
    }
  }
  auto at = std::partition_point(all.begin() + static_cast<std::ptrdiff_t>(low),
                                 all.begin() + static_cast<std::ptrdiff_t>(high), before);
  return near = static_cast<std::size_t>(at - all.begin());
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_NEAR_H
