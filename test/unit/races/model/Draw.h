//===- Draw.h - random programs -------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_H

#include "Program.h"

namespace racemodel {

/// A program of two to four ranks, some of up to `mostThreads` threads each, that cannot deadlock
/// and uses MPI as it may be used, but for its races; and one legal run of it. The same for the
/// same seed, everywhere.
Program draw(unsigned seed, uint32_t mostThreads = 3);

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_H
