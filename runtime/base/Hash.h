//===- Hash.h - hash functions --------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_BASE_HASH_H
#define FENCEPOST_RUNTIME_BASE_HASH_H

#include <cstddef>
#include <cstdint>

namespace fencepost::runtime {

/// Spreads the bits of a word (the finalizer of MurmurHash3).
constexpr uint64_t mixHash(uint64_t value) {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccdULL;
  value ^= value >> 33;
  value *= 0xc4ceb9fe1a85ec53ULL;
  return value ^ (value >> 33);
}

/// Adds a word to a hash; the order of words counts.
constexpr uint64_t addToHash(uint64_t hash, uint64_t value) {
  return mixHash(hash * 0x9e3779b97f4a7c15ULL + value);
}

/// Adds bytes and their number.
constexpr uint64_t addToHash(uint64_t hash, const char *bytes, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3ULL;
  return addToHash(hash, count);
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_BASE_HASH_H
