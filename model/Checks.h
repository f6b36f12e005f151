//===- Checks.h - at which addresses a check was made ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check stands for a list of accesses at constant offsets from its address.
// What a segment needs of it is the set of addresses at which it was made, once
// each. Where the runtime has given it a block for them, the code of the program
// sets a bit there and calls nothing:
//
//     place = rotate right(address - check.first, shift)
//     block = check.blocks[place >> kBlockShift] if place < check.places
//     block != 0: word number place / 64 from there gets bit place % 64
//
// All of its addresses are multiples of 1 << shift, if the program keeps the
// alignment that its types promise; one that is not is no place, however large
// the memory. Else the code checks the page and calls __fencepost_checked. In a
// process with several threads there are no blocks.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_CHECKS_H
#define FENCEPOST_MODEL_CHECKS_H

#include "model/Abi.h"

#include <cstdint>

namespace fencepost {

inline constexpr unsigned kBlockShift = 12;
inline constexpr unsigned kBlockPlaces = 1U << kBlockShift;
inline constexpr unsigned kMostCheckShift = 3;
inline constexpr unsigned kCheckList = 3; // field of Check

/// Of a check, in writable data of its module. Zero but for the list until the runtime has met it.
struct Check {
  uint64_t first;   // address
  uint64_t places;  // from there on
  uint64_t *blocks; // where the word of place 0 would be; 0: none
  const ListedAccess *list;
  uint32_t segment; // these are the runtime's
  uint16_t calls;   // in that segment
  uint16_t active;
};

} // namespace fencepost

extern "C" {
/// The accesses of a check at an address, whose page check succeeded.
void __fencepost_checked(fencepost::Site *sites, const void *address, fencepost::Check *check,
                         uint64_t shift);
}

#endif // FENCEPOST_MODEL_CHECKS_H
