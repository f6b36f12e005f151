//===- Schedule.h - a legal run of a program ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_SCHEDULE_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_SCHEDULE_H

#include "Program.h"

#include <random>

namespace racemodel {

/// Sets the times of the calls to those of a run in which threads go on in a random order, as far
/// as the rules and the locks let them. Whether they all came to their ends.
bool schedule(Program &program, std::mt19937 &random);

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_SCHEDULE_H
