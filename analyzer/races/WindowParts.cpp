//===- WindowParts.cpp - what a rank gave to a window ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/WindowParts.h"

namespace fencepost::analyzer::races {

uint64_t windowBase(const WindowPart &part) { return part.flavor == kDynamic ? 0 : part.base; }

const WindowPart *findWindowPart(const Trace &trace, uint32_t rank, uint32_t window) {
  for (const LocationTrace &location : trace.locations)
    if (location.rank == rank)
      for (const WindowPart &part : location.windows)
        if (part.window == window)
          return &part;
  return nullptr;
}

} // namespace fencepost::analyzer::races
