//===- Extents.h - the memory of all ranks of a window --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_EXTENTS_H
#define FENCEPOST_RUNTIME_MPI_EXTENTS_H

#include "runtime/base/Vector.h"
#include "runtime/process/Mpi.h"

namespace fencepost::runtime {

/// Elements of all predefined types are aligned where their address is a multiple of it.
inline constexpr uint64_t kMostAlignment = 16;

/// What a rank gave to a window.
struct Extent {
  uint64_t bytes;
  uint64_t unit;  // a displacement counts so many bytes
  uint64_t start; // of its address, what remains of a division by kMostAlignment
};

/// The extents of all ranks; one for all where they are equal.
class Extents {
public:
  /// Collective over the window's communicator. Without memory nothing is known.
  void gather(MPI_Comm comm, const Extent &mine);
  /// Null when it is not known.
  const Extent *at(uint32_t rank) const {
    const std::size_t index = equal_ ? 0 : rank;
    return index < parts_.size() ? &parts_[index] : nullptr;
  }
  void swap(Extents &other) {
    parts_.swap(other.parts_);
    std::swap(equal_, other.equal_);
  }
  void releaseMemory() { parts_.releaseMemory(); }

private:
  Vector<Extent> parts_;
  bool equal_ = false;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_EXTENTS_H
