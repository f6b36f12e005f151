//===- Strided.cpp - ranges of bytes with gaps ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Strided.h"

#include <algorithm>

namespace fencepost::analyzer::races {

namespace {

__extension__ typedef __int128 Wide;

/// Whether some i in [0, n) has (start + i * step) mod modulus <= limit. The walk wraps around the
/// modulus; the values where it wraps are such a walk again, modulo step (as in Euclid's
/// algorithm).
bool walkReaches(uint64_t n, uint64_t modulus, uint64_t start, uint64_t step, uint64_t limit) {
  while (n > 0) {
    start %= modulus;
    step %= modulus;
    if (start <= limit)
      return true;
    if (step == 0 || n == 1)
      return false;
    if (2 * static_cast<Wide>(step) > modulus) {
      // Walk from the other end: the same values in reverse, with the small step.
      start = static_cast<uint64_t>((start + static_cast<Wide>(n - 1) * step) % modulus);
      step = modulus - step;
      continue;
    }
    // The first value after each wrap is below step; only those can be the least of their lap.
    Wide last = start + static_cast<Wide>(n - 1) * step;
    auto laps = static_cast<uint64_t>(last / modulus);
    if (laps == 0)
      return false;
    if (limit >= step - 1)
      return true;
    // After lap k the walk lands on (start - k * modulus) mod step.
    uint64_t back = (step - modulus % step) % step;
    start = (start % step + back) % step;
    n = laps;
    modulus = step;
    step = back;
  }
  return false;
}

} // namespace

Strided normalize(uint64_t address, uint64_t bytes, int64_t stride, uint64_t count) {
  if (bytes == 0 || count == 0)
    return {address, 0, 0, 0};
  if (stride < 0)
    address += static_cast<uint64_t>(stride) * (count - 1);
  uint64_t step = stride < 0 ? 0 - static_cast<uint64_t>(stride) : static_cast<uint64_t>(stride);
  if (count == 1)
    return {address, bytes, 0, 1};
  if (step <= bytes)
    return {address, (count - 1) * step + bytes, 0, 1};
  return {address, bytes, step, count};
}

std::optional<Interval> sharedHull(const Strided &a, const Strided &b) {
  Interval shared{std::max(a.address, b.address), std::min(a.end(), b.end())};
  if (a.count == 0 || b.count == 0 || shared.begin >= shared.end)
    return std::nullopt;
  return shared;
}

bool overlap(const Strided &a, const Strided &b) {
  auto shared = sharedHull(a, b);
  if (!shared)
    return false;
  if (a.count == 1 && b.count == 1)
    return true;
  if (a.count == 1)
    return overlap(b, a);
  // Only a's blocks that reach into the shared hull matter. For those, b may be taken as going on
  // for ever: the blocks before its first and after its last lie outside the hull.
  uint64_t first = 0;
  if (shared->begin >= a.address + a.bytes)
    first = (shared->begin - a.address - a.bytes) / a.stride + 1;
  uint64_t last = std::min(a.count - 1, (shared->end - 1 - a.address) / a.stride);
  if (first > last)
    return false;
  if (b.count == 1)
    return true;
  // Blocks i and j overlap when 0 <= (end of i - 1) - (start of j) <= a.bytes + b.bytes - 2.
  uint64_t limit = a.bytes + b.bytes - 2;
  if (limit >= b.stride - 1)
    return true;
  Wide distance =
      static_cast<Wide>(a.address) + static_cast<Wide>(first) * a.stride + a.bytes - 1 - b.address;
  distance %= b.stride;
  if (distance < 0)
    distance += b.stride;
  return walkReaches(last - first + 1, b.stride, static_cast<uint64_t>(distance), a.stride, limit);
}

} // namespace fencepost::analyzer::races
