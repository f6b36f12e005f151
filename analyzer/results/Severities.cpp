//===- Severities.cpp - the values of metrics -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Severities.h"

#include <algorithm>

namespace fencepost::analyzer {

void Severities::Ranks::add(uint32_t rank, uint64_t value) {
  // Ranks come in order, mostly.
  bool all = sorted == values.size();
  if (all && (values.empty() || values.back().rank < rank)) {
    values.push_back({rank, value});
    ++sorted;
    return;
  }
  auto end = values.begin() + static_cast<std::ptrdiff_t>(sorted);
  auto found = std::lower_bound(values.begin(), end, rank,
                                [](const OfRank &of, uint32_t before) { return of.rank < before; });
  if (found != end && found->rank == rank) {
    found->value += value;
    return;
  }
  values.push_back({rank, value});
  if (values.size() - sorted > sorted + 16)
    sort();
}

void Severities::Ranks::sort() {
  std::sort(values.begin(), values.end(),
            [](const OfRank &a, const OfRank &b) { return a.rank < b.rank; });
  auto to = values.begin();
  for (auto from = values.begin(); from != values.end(); ++from)
    if (to != values.begin() && std::prev(to)->rank == from->rank)
      std::prev(to)->value += from->value;
    else
      *to++ = *from;
  values.erase(to, values.end());
  sorted = values.size();
}

void Severities::add(Metric metric, uint32_t context, uint32_t rank, uint64_t value) {
  ranks_[Key(metric) << 32 | context].add(rank, value);
}

std::vector<Severity> Severities::rowsOf(std::vector<Key> keys) const {
  std::sort(keys.begin(), keys.end());
  std::vector<Severity> rows;
  for (Key key : keys) {
    Ranks ranks = ranks_.at(key);
    ranks.sort();
    for (const OfRank &of : ranks.values)
      rows.push_back({Metric(key >> 32), uint32_t(key), of.rank, of.value});
  }
  return rows;
}

std::vector<Severity> Severities::rows() const {
  std::vector<Key> keys;
  for (const auto &[key, ranks] : ranks_)
    keys.push_back(key);
  return rowsOf(std::move(keys));
}

std::vector<Severity> Severities::of(Metric metric) const {
  std::vector<Key> keys;
  for (const auto &[key, ranks] : ranks_)
    if (Metric(key >> 32) == metric)
      keys.push_back(key);
  return rowsOf(std::move(keys));
}

} // namespace fencepost::analyzer
