//===- CheckedPlaces.h - at which addresses checks were made --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The marks of model/Checks.h: a check that calls the runtime often in a segment gets
// one for each place in window memory around those that it comes to. When the segment
// ends they are told as ranges, as loops tell theirs, and taken away again.
//
// The places of a check are one stretch of memory, all of which is looked at when they
// are told. It grows with the calls that come from elsewhere: what is looked at in
// vain costs no more than those do.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_CHECKEDPLACES_H
#define FENCEPOST_RUNTIME_ACCESS_CHECKEDPLACES_H

#include "model/Checks.h"
#include "runtime/access/StridedRange.h"
#include "runtime/base/Vector.h"

#include <cstddef>
#include <cstdint>

/// How often checks have lost their places, for Entries.x86-64.S.
extern "C" uint64_t fencepost_places_told;

namespace fencepost::runtime {

/// What a check stands for.
struct ToldAccess {
  uint64_t key; // Runs::keyOf
  int64_t offset;
  uint64_t bytes;
};

/// Accesses of `bytes` bytes, one for each bit that is set.
struct PlaceBits {
  uint64_t address;  // of bit 0
  uint32_t distance; // from one bit to the next, in bytes
  uint32_t bytes;
  const uint64_t *words;
  std::size_t count;   // of words
  uint64_t begin, end; // of what is accessed
};

class CheckedPlaces {
public:
  /// Whether the check gets places now: it has called often, or had some in the segment before. Not
  /// again soon when it gets none.
  bool isDue(Check &check) const;

  /// Prepares the check, which is due, for window memory around the address, and takes what it
  /// stands for, which `resolve(accesses)` appends. False when it gets no places.
  template <typename Resolve>
  bool activate(Check &check, unsigned shift, uint64_t address, Resolve resolve) {
    if (check.active)
      return true;
    const std::size_t told = told_.size();
    return prepare(check, shift, address) && resolve(told_) && begin(check, told);
  }

  /// Notes an active check at an address, up to which its places grow. False when it is no place
  /// of the check or too far from the others yet, or all room is used.
  bool add(Check &check, uint64_t address);
  /// So many were refused for want of room that telling them all is worth it.
  bool isFull() const;
  bool empty() const { return active_.empty(); }

  struct Teller {
    /// Takes the accesses of checks at addresses at equal distances, in ascending order, or
    /// scattered among others.
    void (*tell)(void *context, uint64_t key, const StridedRange &range, bool scattered);
    /// The same of many in no order, if it can.
    bool (*tellBits)(void *context, uint64_t time, uint64_t key, const PlaceBits &places);
    void *context;
    uint64_t time;
  };

  /// Empty afterwards, and no check is active.
  void tell(const Teller &teller);

  /// The checks lose their places. Those are told all the same.
  void stop();
  void releaseMemory();

private:
  struct State;
  struct Places;
  struct BlockBits;
  static State *states();
  bool prepare(Check &check, unsigned shift, uint64_t address);
  bool begin(Check &check, std::size_t told);
  bool growTo(State &state, uint64_t block);
  void tellPlaces(const State &state, const ToldAccess &access, const Places &places,
                  const Teller &teller, bool scattered) const;
  void tellRegular(const State &state, const Places &places, const Teller &teller) const;
  void tellScattered(const State &state, uint64_t first, const BlockBits &bits,
                     const Teller &teller) const;
  void tellBlocks(State &state, const Teller &teller) const;

  uint64_t room_ = 0;    // for blocks of all checks: a quarter of the largest window, at most 1 GiB
  uint64_t used_ = 0;    // of it
  uint64_t refused_ = 0; // for want of room
  uint32_t segment_ = 1;
  Vector<uint32_t> active_; // numbers of checks
  Vector<ToldAccess> told_;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_CHECKEDPLACES_H
