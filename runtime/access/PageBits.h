//===- PageBits.h - a bit for each byte of a page -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_PAGEBITS_H
#define FENCEPOST_RUNTIME_ACCESS_PAGEBITS_H

#include "model/Abi.h"

#include <bit>
#include <cstdint>

namespace fencepost::runtime {

inline constexpr unsigned kPageBytes = 1U << kPageShift;

struct PageBits {
  static constexpr unsigned kWords = kPageBytes / 64;
  uint64_t words[kWords];

  /// Sets [from, to), within the page.
  void set(unsigned from, unsigned to) {
    const unsigned first = from / 64;
    const unsigned last = (to - 1) / 64;
    const uint64_t head = ~uint64_t{0} << (from % 64);
    const uint64_t tail = ~uint64_t{0} >> (63 - (to - 1) % 64);
    if (first == last) {
      words[first] |= head & tail;
      return;
    }
    words[first] |= head;
    for (unsigned i = first + 1; i < last; ++i)
      words[i] = ~uint64_t{0};
    words[last] |= tail;
  }

  void keepOnly(const PageBits &mask) {
    for (unsigned i = 0; i < kWords; ++i)
      words[i] &= mask.words[i];
  }

  /// Calls visit(from, to) for each run of set bits, ascending.
  template <typename Visit> void forEachRun(Visit visit) const {
    unsigned at = 0;
    while ((at = find(at, 0)) < kPageBytes) {
      const unsigned end = find(at, ~uint64_t{0});
      visit(at, end);
      at = end;
    }
  }

private:
  /// First bit at or after `at` that differs from those of `background`.
  unsigned find(unsigned at, uint64_t background) const {
    if (at >= kPageBytes)
      return kPageBytes;
    unsigned i = at / 64;
    uint64_t word = (words[i] ^ background) & (~uint64_t{0} << (at % 64));
    while (!word) {
      if (++i == kWords)
        return kPageBytes;
      word = words[i] ^ background;
    }
    return i * 64 + static_cast<unsigned>(std::countr_zero(word));
  }
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_PAGEBITS_H
