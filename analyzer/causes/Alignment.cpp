//===- Alignment.cpp - where two threads were last at the same point ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/Alignment.h"

#include "analyzer/match/Near.h"

namespace fencepost::analyzer {

std::optional<uint64_t> lastShared(Alignments &one, Alignments &other, uint64_t before) {
  auto find = [&](Alignments &all) {
    return placeNear(std::span<const Alignment>(all.list), all.near,
                     [&](const Alignment &at) { return at.time < before; });
  };
  std::size_t a = find(one), b = find(other);
  while (a > 0 && b > 0) {
    const Alignment &x = one.list[a - 1], &y = other.list[b - 1];
    if (x == y)
      return x.time;
    if (y < x)
      --a;
    else
      --b;
  }
  return std::nullopt;
}

} // namespace fencepost::analyzer
