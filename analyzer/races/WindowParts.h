//===- WindowParts.h - what a rank gave to a window -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_WINDOW_PARTS_H
#define FENCEPOST_ANALYZER_RACES_WINDOW_PARTS_H

#include "analyzer/trace/Reader.h"

#include <cstdint>

namespace fencepost::analyzer::races {

/// docs/trace-format.md, fencepost::flavor
inline constexpr uint32_t kCreated = 1, kDynamic = 3, kShared = 4;

inline constexpr uint32_t kSeparate = 1; // fencepost::model

/// The address where a window part's byte 0 is; dynamic windows count from 0.
uint64_t windowBase(const WindowPart &part);

/// The part of a window that belongs to a rank of this process.
const WindowPart *findWindowPart(const Trace &trace, uint32_t rank, uint32_t window);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_WINDOW_PARTS_H
