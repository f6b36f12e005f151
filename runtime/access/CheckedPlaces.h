//===- CheckedPlaces.h - at which addresses checks were made --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of model/Checks.h: a check that calls the runtime often in a segment
// gets one for each place in window memory that it comes to. When the segment
// ends they are told as ranges, as loops tell theirs, and taken away again.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_CHECKEDPLACES_H
#define FENCEPOST_RUNTIME_ACCESS_CHECKEDPLACES_H

#include "model/Checks.h"
#include "runtime/access/StridedRange.h"
#include "runtime/base/Vector.h"

#include <cstdint>

namespace fencepost::runtime {

/// What a check stands for.
struct ToldAccess {
  uint64_t key; // Runs::keyOf
  int64_t offset;
  uint64_t bytes;
};

class CheckedPlaces {
public:
  /// A check that has blocks in this segment. It speaks of nothing in its module, which may go.
  struct Active {
    uint64_t first;
    uint64_t *blocks;
    unsigned shift;
    std::size_t told; // its accesses: [told, end) of all
    std::size_t end;
  };

  /// Whether the check gets blocks now: it has called often, or had some in the segment before. Not
  /// again soon when it gets none.
  bool isDue(Check &check) const;

  /// Gives the check, which is due, places for window memory around the address, and takes what it
  /// stands for, which `resolve(accesses)` appends. False when it gets none.
  template <typename Resolve>
  bool activate(Check &check, unsigned shift, uint64_t address, Resolve resolve) {
    if (check.active)
      return true;
    const std::size_t told = told_.size();
    return cover(check, shift, address) && resolve(told_) && push(check, shift, told);
  }

  /// Notes an active check at an address, which gets a block there. False when it is no place of
  /// the check, or all blocks are in use.
  bool add(Check &check, unsigned shift, uint64_t address);
  bool isFull() const { return used_ == kMostBlocks; }
  bool empty() const { return used_ == 0; }

  /// Takes the accesses of checks at addresses at equal distances, in ascending order, or scattered
  /// among others.
  using Tell = void (*)(void *context, uint64_t key, const StridedRange &range, bool scattered);

  /// Empty afterwards, and no check is active.
  void tell(Tell tell, void *context);

  /// The checks lose their blocks. Those are told all the same.
  void stop();
  void releaseMemory();

private:
  struct Places;
  struct BlockBits;
  struct Teller {
    Tell tell;
    void *context;
  };

  static constexpr std::size_t kMostBlocks = 1 << 15; // 16 MiB
  static constexpr std::size_t kMostActive = UINT16_MAX;
  static constexpr unsigned kBlockBits = 15;
  static constexpr unsigned kIndexBits = 17; // of a block of a check

  struct Memory {
    uint64_t blocks[kMostBlocks][kBlockPlaces / 64];
    uint64_t order[kMostBlocks]; // the check, the block's index there, the block: to be sorted
  };

  bool cover(Check &check, unsigned shift, uint64_t address);
  bool push(Check &check, unsigned shift, std::size_t told);
  bool makeMemory();
  void tellPlaces(const Active &check, const Places &places, const Teller &teller,
                  bool scattered) const;
  void tellBlocks(const uint64_t *entry, const uint64_t *end, const Teller &teller) const;

  const Active &checkOf(uint64_t entry) const {
    return active_[entry >> (kIndexBits + kBlockBits)];
  }
  static uint64_t indexOf(uint64_t entry) {
    return (entry >> kBlockBits) & ((uint64_t{1} << kIndexBits) - 1);
  }

  Memory *memory_ = nullptr; // reserved: what is not touched costs nothing
  std::size_t used_ = 0;
  uint32_t segment_ = 1;
  Vector<Active> active_;
  Vector<ToldAccess> told_;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_CHECKEDPLACES_H
