//===- Bench.h - what the programs of benchmarks/overhead share ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_BENCHMARKS_BENCH_H
#define FENCEPOST_BENCHMARKS_BENCH_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static int rank, ranks;
static MPI_Win window = MPI_WIN_NULL;

static inline void *beginBench(int *argc, char ***argv, size_t bytes) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  void *memory = NULL;
  if (bytes)
    MPI_Win_allocate((MPI_Aint)bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  return memory;
}

static inline double cpuSeconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Processor time of the part that is measured, on the slowest rank, and memory at its end.
static inline int endBench(double began, double check) {
  double seconds = cpuSeconds() - began, most = 0;
  MPI_Reduce(&seconds, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  if (rank == 0)
    printf("seconds %.6f kilobytes %ld check %.10g\n", most, usage.ru_maxrss, check);
  if (window != MPI_WIN_NULL)
    MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

#endif // FENCEPOST_BENCHMARKS_BENCH_H
