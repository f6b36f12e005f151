//===- Compare.h - the analyzer's races against the model's ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_COMPARE_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_COMPARE_H

#include "Judge.h"

#include <mpi.h>

#include <string>

namespace racemodel {

/// What the analyzer reports of the program's trace. Collective; all get the same.
Verdicts analyze(const Program &program, MPI_Comm comm);

struct Comparison {
  std::size_t races = 0;
  std::string difference; // the smallest program found that shows one; empty: none
};

/// Draws a program and compares. Collective; the process 0 has the difference.
Comparison compare(unsigned seed, MPI_Comm comm, uint32_t mostThreads = 3);

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_COMPARE_H
