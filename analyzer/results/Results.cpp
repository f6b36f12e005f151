//===- Results.cpp - findings, severities and notes ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Results.h"

#include <iterator>

namespace fencepost::analyzer {

bool comesFirst(const FoundInstance &a, const FoundInstance &b) {
  auto order = [](const FoundInstance &instance) {
    std::vector<std::tuple<uint32_t, uint32_t, uint32_t, int64_t>> places;
    for (const PlaceOfFinding &place : instance.places)
      places.emplace_back(place.rank, place.thread, place.context, place.rangeBegin.value_or(0));
    return places;
  };
  return std::tuple(order(a), std::tie(a.message, a.why, a.advice)) <
         std::tuple(order(b), std::tie(b.message, b.why, b.advice));
}

void mergeInstance(FoundInstance &to, FoundInstance other) {
  uint64_t instances = to.instances + other.instances;
  std::set<uint32_t> ranks = to.ranks;
  ranks.insert(other.ranks.begin(), other.ranks.end());
  if (comesFirst(other, to))
    to = std::move(other);
  to.instances = instances;
  to.ranks = std::move(ranks);
}

void Results::add(FoundInstance instance) {
  auto context = [&](std::size_t place) {
    return place < instance.places.size() ? instance.places[place].context : kNone;
  };
  auto [found, isNew] =
      findings.try_emplace({instance.id, context(0), context(1)}, FoundInstance{});
  if (isNew)
    found->second = std::move(instance);
  else
    mergeInstance(found->second, std::move(instance));
}

void Results::add(Metric metric, uint32_t context, uint32_t rank, uint64_t value) {
  if (value)
    severities.add(metric, context, rank, value);
}

void Results::add(const WaitInstance &wait) {
  waits.insert(wait);
  if (waits.size() > kMostWaits)
    waits.erase(std::prev(waits.end()));
}

} // namespace fencepost::analyzer
