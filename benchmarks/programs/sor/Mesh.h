//===- Mesh.h - the process mesh of the solver  ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_BENCHMARKS_SOR_MESH_H
#define FENCEPOST_BENCHMARKS_SOR_MESH_H

#include <cstdint>
#include <vector>

namespace sor {

/// The three-dimensional grid is divided along its two horizontal dimensions (Hermanns et al. 2012,
/// 5.1): a mesh of processes as square as their number allows, without periodic borders.
class Mesh {
public:
  explicit Mesh(uint32_t ranks) : ranks(ranks), columns(1) {
    for (uint32_t divisor = 1; divisor * divisor <= ranks; ++divisor)
      if (ranks % divisor == 0)
        columns = divisor;
    for (uint32_t rank = 0; rank < ranks; ++rank)
      neighbours.push_back(around(rank));
  }

  const std::vector<uint32_t> &of(uint32_t rank) const { return neighbours[rank]; }

  const uint32_t ranks;

private:
  /// In the order in which a rank puts: west, east, north, south, as far as they exist.
  std::vector<uint32_t> around(uint32_t rank) const {
    std::vector<uint32_t> found;
    uint32_t column = rank % columns;
    if (column > 0)
      found.push_back(rank - 1);
    if (column + 1 < columns)
      found.push_back(rank + 1);
    if (rank >= columns)
      found.push_back(rank - columns);
    if (rank + columns < ranks)
      found.push_back(rank + columns);
    return found;
  }

  uint32_t columns;
  std::vector<std::vector<uint32_t>> neighbours;
};

} // namespace sor

#endif // FENCEPOST_BENCHMARKS_SOR_MESH_H
