//===- Main.cpp - compares many programs ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

#include <cstdio>
#include <cstdlib>

/// fencepost-race-model [PROGRAMS [FIRST SEED [MOST DISAGREEMENTS [MOST THREADS]]]]
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  unsigned programs = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1000;
  unsigned first = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  unsigned most = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 3;
  uint32_t threads = argc > 4 ? static_cast<uint32_t>(std::atoi(argv[4])) : 3;
  int process, processes;
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  std::size_t races = 0, withRaces = 0, different = 0;
  unsigned done = 0;
  for (; done < programs && different < most; ++done) {
    racemodel::Comparison comparison = racemodel::compare(first + done, MPI_COMM_WORLD, threads);
    races += comparison.races;
    withRaces += comparison.races != 0;
    if (comparison.difference.empty())
      continue;
    ++different;
    if (process == 0)
      std::printf("%s\n", comparison.difference.c_str());
  }
  if (process == 0)
    std::printf("%u programs, %zu of them with races, %zu races, %zu disagreements "
                "(%d analysis processes)\n",
                done, withRaces, races, different, processes);
  MPI_Finalize();
  return different ? 1 : 0;
}
