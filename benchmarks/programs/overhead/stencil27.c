//===- stencil27.c - 27-point stencil in three dimensions -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#define N 72
#define STEPS 20
#define AT(x, y, z) (((x) * N + (y)) * N + (z))

static void step(double *restrict to, const double *restrict from) {
  for (int x = 1; x < N - 1; ++x)
    for (int y = 1; y < N - 1; ++y)
      for (int z = 1; z < N - 1; ++z) {
        double sum = 0;
        for (int i = -1; i <= 1; ++i)
          for (int j = -1; j <= 1; ++j)
            for (int k = -1; k <= 1; ++k)
              sum += from[AT(x + i, y + j, z + k)];
        to[AT(x, y, z)] = sum / 27;
      }
}

int main(int argc, char **argv) {
  double *grid = beginBench(&argc, &argv, 2 * N * N * N * sizeof(double));
  for (int i = 0; i < 2 * N * N * N; ++i)
    grid[i] = i % 7;
  MPI_Win_fence(0, window);
  double began = cpuSeconds();
  for (int t = 0; t < STEPS; ++t) {
    step(grid + (t + 1) % 2 * N * N * N, grid + t % 2 * N * N * N);
    MPI_Win_fence(0, window);
  }
  return endBench(began, grid[AT(5, 6, 7)]);
}
