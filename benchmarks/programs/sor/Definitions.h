//===- Definitions.h - the archive's global definitions  ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_BENCHMARKS_SOR_DEFINITIONS_H
#define FENCEPOST_BENCHMARKS_SOR_DEFINITIONS_H

#include "Schedule.h"

#include <otf2/otf2.h>

namespace sor {

inline constexpr uint32_t kLocationsGroup = 0, kWorldGroup = 1; // groups
constexpr uint32_t neighbourGroup(uint32_t rank) { return 2 + rank; }
inline constexpr uint32_t kWorld = 0, kWindowComm = 1; // communicators
inline constexpr uint32_t kWindow = 0;
inline constexpr uint32_t kBase = 0, kSize = 1, kUnit = 2, kDisplacement = 3; // attributes

/// `records` are those of each rank.
void writeDefinitions(OTF2_GlobalDefWriter *to, const Mesh &mesh, Time begin, Time end,
                      const std::vector<uint64_t> &records);

} // namespace sor

#endif // FENCEPOST_BENCHMARKS_SOR_DEFINITIONS_H
