//===- Chunks.h - in what pieces archives are written and read ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who reads an archive holds, and OTF2 clears, a chunk of events and one of
// definitions for each location: with OTF2's defaults, of 1 and 4 MB, that takes
// longer than a short location's events. No record may be larger than a chunk:
// the longest are groups, of up to five bytes a rank.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_CHUNKS_H
#define FENCEPOST_MODEL_CHUNKS_H

#include <algorithm>
#include <bit>
#include <cstdint>

namespace fencepost {

inline constexpr uint64_t kEventChunk = uint64_t{256} << 10; // bytes; OTF2 takes no less

/// Bytes. A group of all ranks is one record, of up to five bytes a rank. Whoever reads an archive
/// clears one chunk for each location.
constexpr uint64_t definitionChunk(uint64_t ranks) {
  constexpr uint64_t kLeast = uint64_t{256} << 10, kMost = uint64_t{16} << 20; // OTF2's
  return std::clamp(std::bit_ceil(8 * ranks), kLeast, kMost);
}

} // namespace fencepost

#endif // FENCEPOST_MODEL_CHUNKS_H
