//===- main.c - one window for the edges, all else is the process's own -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../overhead/Bench.h"
#include "cells.h"

#define PARTICLES 100000
#define CELLS 20000
#define STEPS 50

int main(int argc, char **argv) {
  double *edge = beginBench(&argc, &argv, 2 * sizeof(double));
  struct particles all = {PARTICLES, malloc(PARTICLES * sizeof(double)),
                          malloc(PARTICLES * sizeof(double)), malloc(PARTICLES * sizeof(int))};
  struct cells cells = {CELLS, malloc(CELLS * sizeof(double))};
  unsigned state = 1;
  for (int i = 0; i < PARTICLES; ++i) {
    state = state * 1664525 + 1013904223;
    all.x[i] = state / 4294967296.0;
    all.speed[i] = state % 1000 / 1000.0;
  }
  double began = cpuSeconds(), sum = 0;
  for (int t = 0; t < STEPS; ++t) {
    advance(&all, 1e-3);
    sortIn(&all, &cells);
    sum += attraction(&all, &cells);
    const double sent = cells.mass[CELLS - 1];
    MPI_Win_fence(0, window);
    MPI_Put(&sent, 1, MPI_DOUBLE, (rank + 1) % ranks, 0, 1, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    sum += edge[0];
  }
  return endBench(began, sum);
}
