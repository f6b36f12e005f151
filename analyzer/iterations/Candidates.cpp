//===- Candidates.cpp - which call path is a main loop's ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/Candidates.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace fencepost::analyzer {

namespace {

using Pointers = std::vector<const Candidate *>;

/// Leaves those that fit, or all where none does.
template <typename Fits> void narrow(Pointers &candidates, Fits fits) {
  if (std::any_of(candidates.begin(), candidates.end(), fits))
    std::erase_if(candidates, [&](const Candidate *candidate) { return !fits(candidate); });
}

/// Ticks with the iteration that the last entry begins or the first one ends, which takes as long
/// as the others do on average.
uint64_t ofLoop(const Candidate &candidate) {
  return candidate.covered + candidate.covered / (candidate.entries - 1);
}

/// Whether no interval takes more than half of the time; of two, three quarters.
bool isEven(const Candidate &candidate) {
  uint64_t most = candidate.entries == 3 ? candidate.covered / 4 * 3 : candidate.covered / 2;
  return candidate.longest <= most;
}

} // namespace

const Candidate *chooseLoop(std::span<const Candidate> candidates) {
  Pointers left;
  uint64_t most = 0, fewest = UINT64_MAX;
  for (const Candidate &candidate : candidates)
    if (candidate.entries >= kLeastEntries) {
      left.push_back(&candidate);
      most = std::max(most, candidate.covered);
    }
  narrow(left, [&](const Candidate *each) { return ofLoop(*each) >= most - most / 10; });
  narrow(left, [](const Candidate *each) { return isEven(*each); });
  for (const Candidate *each : left)
    fewest = std::min(fewest, each->entries);
  narrow(left, [&](const Candidate *each) { return each->entries <= fewest + fewest / 10; });
  narrow(left, [](const Candidate *each) { return each->ofAll; });
  auto first = std::min_element(left.begin(), left.end(), [](const auto *a, const auto *b) {
    return std::tie(a->first, a->context) < std::tie(b->first, b->context);
  });
  return first == left.end() ? nullptr : *first;
}

} // namespace fencepost::analyzer
