//===- Carried.h - what lasts over the end of a phase ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A phase ends where all accesses before it are ordered with all after it
// (trace/Underway.h): of these nothing need be kept, but what the next ones
// are in.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_CARRIED_H
#define FENCEPOST_ANALYZER_RACES_CARRIED_H

#include "analyzer/races/Lifetimes.h"
#include "analyzer/races/WindowState.h"

#include <map>
#include <utility>
#include <vector>

namespace fencepost::analyzer::races {

/// Of one rank, which has one strand.
struct Carried {
  std::map<uint32_t, WindowState> windows;
  /// Exposures::fences of open epochs: the call that opened it.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> fences;
  std::map<uint32_t, Sync> taken; // by thread: its last synchronization
  std::vector<WindowUse> memory;
};

using CarriedByRank = std::map<uint32_t, Carried>;

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_CARRIED_H
