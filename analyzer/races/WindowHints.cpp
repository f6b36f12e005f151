//===- WindowHints.cpp - what an info says of a window's accumulates ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/WindowHints.h"

#include <algorithm>

namespace fencepost::analyzer::races {

uint8_t parseOrdering(std::string_view value) {
  constexpr std::pair<std::string_view, Order> kNames[] = {
      {"rar", kReadAfterRead},
      {"raw", kReadAfterWrite},
      {"war", kWriteAfterRead},
      {"waw", kWriteAfterWrite},
  };
  if (value.empty())
    return kAllOrders;
  uint8_t orders = 0;
  for (auto [name, order] : kNames)
    if (value.find(name) != std::string_view::npos)
      orders |= order;
  return orders;
}

WindowHints::WindowHints(const Trace &trace, uint32_t rank) {
  std::vector<HintChange> all;
  for (const LocationTrace &location : trace.locations)
    if (location.rank == rank) {
      for (const WindowPart &part : location.windows)
        all.push_back({part.window, part.info, 0});
      all.insert(all.end(), location.hints.begin(), location.hints.end());
    }
  std::stable_sort(all.begin(), all.end(),
                   [](const HintChange &a, const HintChange &b) { return a.time < b.time; });
  for (const HintChange &change : all) {
    auto &known = changes_[change.window];
    AccumulateHints hints = known.empty() ? AccumulateHints{} : known.back().second;
    // What is not named stays as it is.
    if (auto value = trace.definitions.hint(change.info, "accumulate_ordering"); !value.empty())
      hints.ordering = parseOrdering(value);
    if (auto value = trace.definitions.hint(change.info, "accumulate_ops"); !value.empty())
      hints.sameOp = value == "same_op";
    known.emplace_back(change.time, hints);
  }
}

AccumulateHints WindowHints::at(uint32_t window, uint64_t time) const {
  auto known = changes_.find(window);
  if (known == changes_.end())
    return {};
  auto after =
      std::upper_bound(known->second.begin(), known->second.end(), time,
                       [](uint64_t wanted, const auto &change) { return wanted < change.first; });
  return after == known->second.begin() ? AccumulateHints{} : std::prev(after)->second;
}

} // namespace fencepost::analyzer::races
