//===- RandomRun.h - random runs with known happens-before ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule of barriers, messages, chained atomics and one-sided fences is
// drawn at random and played once with dense vector clocks. The programs made
// of it go to the code under test.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_RANDOM_RUN_H
#define FENCEPOST_TEST_UNIT_RACES_RANDOM_RUN_H

#include "analyzer/races/Propagation.h"

#include <cstdint>
#include <vector>

struct RandomRun {
  using Dense = std::vector<uint64_t>; // known position of each rank

  struct ProbeAt {
    uint32_t rank;
    uint64_t position;
    uint64_t time;
    Dense known;
  };

  RandomRun(unsigned seed, uint32_t ranks, int steps, bool globals);

  std::vector<fencepost::analyzer::races::Program> programs; // by rank; probes as in `probes`
  std::vector<fencepost::analyzer::races::InstanceKey> instances;
  std::vector<ProbeAt> probes;

  bool knows(const ProbeAt &probe, uint32_t rank, uint64_t position) const {
    return probe.known[rank] >= position;
  }
};

#endif // FENCEPOST_TEST_UNIT_RACES_RANDOM_RUN_H
