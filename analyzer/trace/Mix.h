//===- Mix.h - hashes ---------------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_MIX_H
#define FENCEPOST_ANALYZER_TRACE_MIX_H

#include <cstdint>

namespace fencepost::analyzer {

/// One more value: the finalizer of SplitMix64.
constexpr uint64_t mix(uint64_t hash, uint64_t value) {
  hash += value + 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_MIX_H
