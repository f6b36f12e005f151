//===- Judge.h - the races of a program, by the rules ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 1, 2 and 4 by brute force: every pair of accesses, byte by byte,
// every path of edges. Slow, and meant to be obviously right.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_JUDGE_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_JUDGE_H

#include "Program.h"

#include "model/Finding.h"

#include <set>
#include <tuple>

namespace racemodel {

/// A finding and its two sites, the lower one first.
using Verdict = std::tuple<fencepost::FindingId, uint32_t, uint32_t>;
using Verdicts = std::set<Verdict>;

Verdicts judge(const Program &program);

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_JUDGE_H
