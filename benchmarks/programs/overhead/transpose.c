//===- transpose.c - transposition of a matrix, in blocks and without -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#define N 768
#define STEPS 12
#define BLOCK 16

static void plain(double *restrict to, const double *restrict from) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      to[j * N + i] = from[i * N + j];
}

static void blocked(double *restrict to, const double *restrict from) {
  for (int ii = 0; ii < N; ii += BLOCK)
    for (int jj = 0; jj < N; jj += BLOCK)
      for (int i = ii; i < ii + BLOCK; ++i)
        for (int j = jj; j < jj + BLOCK; ++j)
          to[j * N + i] = from[i * N + j];
}

int main(int argc, char **argv) {
  double *matrix = beginBench(&argc, &argv, 2 * N * N * sizeof(double));
  for (int i = 0; i < 2 * N * N; ++i)
    matrix[i] = i;
  MPI_Win_fence(0, window);
  double began = cpuSeconds();
  for (int t = 0; t < STEPS; ++t) {
    plain(matrix + N * N, matrix);
    MPI_Win_fence(0, window);
    blocked(matrix, matrix + N * N);
    MPI_Win_fence(0, window);
  }
  return endBench(began, matrix[N + 7]);
}
