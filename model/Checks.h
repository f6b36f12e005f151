//===- Checks.h - at which addresses a check was made ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check stands for a list of accesses at constant offsets from its address.
// What a segment needs of it is the set of addresses at which it was made, once
// each. Where the runtime has given it bytes for them, the code of the program marks
// one there and calls nothing:
//
//     noted = check.noted
//     place = rotate right(address - noted.first, shift)
//     place < noted.places: noted.marks[place] = 1
//
// Where an array starts at a multiple of 1 << shift, which the code tests, an index into it
// is added to the place of its start.
//
// All of its addresses are multiples of 1 << shift, if the program keeps the
// alignment that its types promise; one that is not is no place, however large
// the memory. Else the code checks the page and calls the runtime (Entries). In a
// process with several threads there are no places. Until the runtime has met a
// check, `noted` leads to a constant of the module that has none.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_CHECKS_H
#define FENCEPOST_MODEL_CHECKS_H

#include "model/Abi.h"

#include <cstdint>

namespace fencepost {

/// Places of one check, in memory of the runtime.
struct NotedPlaces {
  uint64_t first;  // address
  uint64_t places; // from there on
  uint8_t *marks;  // 0 or 1 for each
};

/// Of a check, in writable data of its module.
struct Check {
  const NotedPlaces *noted;
  const ListedAccess *list;
  Site *sites; // of the module
  uint32_t segment; // these are the runtime's, zero until it has met the check
  uint16_t calls;   // in that segment
  uint16_t active;
  uint64_t number;
};

} // namespace fencepost

#endif // FENCEPOST_MODEL_CHECKS_H
