//===- nbody.c - forces among particles by lists of neighbours ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include <math.h>

#define BODIES 8000
#define NEIGHBOURS 40
#define STEPS 10

struct bodies {
  double position[BODIES][3], force[BODIES][3];
  int count[BODIES];
  int neighbour[BODIES][NEIGHBOURS];
};

static void forces(struct bodies *b) {
  for (int i = 0; i < BODIES; ++i) {
    double fx = 0, fy = 0, fz = 0;
    for (int k = 0; k < b->count[i]; ++k) {
      int j = b->neighbour[i][k];
      double dx = b->position[j][0] - b->position[i][0];
      double dy = b->position[j][1] - b->position[i][1];
      double dz = b->position[j][2] - b->position[i][2];
      double squared = dx * dx + dy * dy + dz * dz + 1e-3;
      if (squared < 25) {
        double scale = 1 / (squared * sqrt(squared));
        fx += scale * dx;
        fy += scale * dy;
        fz += scale * dz;
      }
    }
    b->force[i][0] = fx;
    b->force[i][1] = fy;
    b->force[i][2] = fz;
  }
}

int main(int argc, char **argv) {
  struct bodies *b = beginBench(&argc, &argv, sizeof(struct bodies));
  unsigned state = 5;
  for (int i = 0; i < BODIES; ++i) {
    for (int d = 0; d < 3; ++d)
      b->position[i][d] = (state = state * 1664525 + 1013904223) / 4e8;
    b->count[i] = NEIGHBOURS - i % 7;
    for (int k = 0; k < NEIGHBOURS; ++k)
      b->neighbour[i][k] = (int)(((state = state * 1664525 + 1013904223) >> 8) % 600 + (unsigned)i) % BODIES;
  }
  MPI_Win_fence(0, window);
  double began = cpuSeconds();
  for (int t = 0; t < STEPS; ++t) {
    forces(b);
    MPI_Win_fence(0, window);
    for (int i = 0; i < BODIES; ++i)
      for (int d = 0; d < 3; ++d)
        b->position[i][d] += 1e-3 * b->force[i][d];
    MPI_Win_fence(0, window);
  }
  return endBench(began, b->position[3][1]);
}
