//===- Accesses.h - what a program accesses, from where to where ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_ACCESSES_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_ACCESSES_H

#include "Edges.h"

namespace racemodel {

enum class Side : uint8_t { Local, Origin, Target };

/// One access of a call to some bytes of one rank's memory.
struct Access {
  uint32_t memory; // rank
  std::size_t call;
  Side side;
  bool write;
  std::set<uint64_t> bytes;
  std::vector<Node> starts;    // it starts after all of them
  std::vector<Node> ends;      // it is over after any of them
  std::set<std::size_t> locks; // lock calls whose epochs it is in all the time
};

std::vector<Access> accessesOf(const Program &program, const Order &order);

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_ACCESSES_H
