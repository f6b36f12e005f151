//===- Alignment.cpp - where two threads were last at the same point ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/Alignment.h"

#include <algorithm>

namespace fencepost::analyzer {

std::optional<uint64_t> lastShared(std::span<const Alignment> one, std::span<const Alignment> other,
                                   uint64_t before) {
  auto from = [&](std::span<const Alignment> list) {
    return std::lower_bound(list.begin(), list.end(), Alignment{before, {0, 0}});
  };
  auto a = from(one), b = from(other);
  while (a != one.begin() && b != other.begin()) {
    const Alignment &x = *std::prev(a), &y = *std::prev(b);
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
