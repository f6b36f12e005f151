//===- spmv.c - sparse matrix times vector, compressed rows ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#define ROWS 40000
#define A_ROW 12
#define STEPS 300

struct matrix {
  double value[ROWS * A_ROW];
  double x[ROWS], y[ROWS];
  int column[ROWS * A_ROW];
  int start[ROWS + 1];
};

static void multiply(struct matrix *m) {
  for (int i = 0; i < ROWS; ++i) {
    double sum = 0;
    for (int j = m->start[i]; j < m->start[i + 1]; ++j)
      sum += m->value[j] * m->x[m->column[j]];
    m->y[i] = sum;
  }
}

int main(int argc, char **argv) {
  struct matrix *m = beginBench(&argc, &argv, sizeof(struct matrix));
  unsigned state = 1;
  int at = 0;
  for (int i = 0; i < ROWS; ++i) {
    m->start[i] = at;
    m->x[i] = i % 10;
    for (int j = 0; j < A_ROW - i % 5; ++j, ++at) {
      state = state * 1664525 + 1013904223;
      int column = i + (int)(state >> 20) % 2000 - 1000;
      m->column[at] = column < 0 ? 0 : column >= ROWS ? ROWS - 1 : column;
      m->value[at] = 1.0 / A_ROW;
    }
  }
  m->start[ROWS] = at;
  MPI_Win_fence(0, window);
  double began = cpuSeconds();
  for (int t = 0; t < STEPS; ++t) {
    multiply(m);
    MPI_Win_fence(0, window);
    memcpy(m->x, m->y, sizeof m->x);
  }
  return endBench(began, m->y[100]);
}
