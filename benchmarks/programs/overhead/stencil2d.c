//===- stencil2d.c - five-point stencil, both grids in a window ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#define N 1000
#define STEPS 40

static void step(double *restrict to, const double *restrict from) {
  for (int i = 1; i < N - 1; ++i)
    for (int j = 1; j < N - 1; ++j)
      to[i * N + j] = 0.25 * (from[i * N + j - 1] + from[i * N + j + 1] + from[(i - 1) * N + j] +
                              from[(i + 1) * N + j]);
}

int main(int argc, char **argv) {
  double *grid = beginBench(&argc, &argv, 2 * N * N * sizeof(double));
  memset(grid, 0, 2 * N * N * sizeof(double));
  for (int j = 0; j < N; ++j)
    grid[j] = grid[N * N + j] = 1;
  MPI_Win_fence(0, window);
  double began = cpuSeconds();
  for (int t = 0; t < STEPS; ++t) {
    double *to = grid + (t + 1) % 2 * N * N, *from = grid + t % 2 * N * N;
    step(to, from);
    MPI_Win_fence(0, window);
    MPI_Put(to + (N - 2) * N, N * 8, MPI_BYTE, (rank + 1) % ranks, (char *)to - (char *)grid, N * 8,
            MPI_BYTE, window);
    MPI_Win_fence(0, window);
  }
  return endBench(began, grid[3 * N + 7]);
}
