//===- hydro.c - forces and motion on an unstructured mesh -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#define SIDE 40
#define NODES (SIDE * SIDE * SIDE)
#define EDGE (SIDE - 1)
#define ELEMENTS (EDGE * EDGE * EDGE)
#define STEPS 8

struct mesh {
  double x[NODES], y[NODES], z[NODES], vx[NODES], vy[NODES], vz[NODES], fx[NODES], fy[NODES], fz[NODES];
  double energy[ELEMENTS], pressure[ELEMENTS], volume[ELEMENTS];
  int corner[ELEMENTS][8];
};

static void forces(struct mesh *m) {
  for (int n = 0; n < NODES; ++n)
    m->fx[n] = m->fy[n] = m->fz[n] = 0;
  for (int e = 0; e < ELEMENTS; ++e) {
    const int *corner = m->corner[e];
    double cx = 0, cy = 0, cz = 0;
    for (int c = 0; c < 8; ++c) {
      cx += m->x[corner[c]];
      cy += m->y[corner[c]];
      cz += m->z[corner[c]];
    }
    cx /= 8, cy /= 8, cz /= 8;
    double volume = 0;
    for (int c = 0; c < 8; ++c) {
      int n = corner[c];
      double dx = m->x[n] - cx, dy = m->y[n] - cy, dz = m->z[n] - cz;
      volume += dx * dx + dy * dy + dz * dz;
      m->fx[n] += m->pressure[e] * dx;
      m->fy[n] += m->pressure[e] * dy;
      m->fz[n] += m->pressure[e] * dz;
    }
    m->volume[e] = volume;
  }
}

static void move(struct mesh *m, double dt) {
  for (int n = 0; n < NODES; ++n) {
    m->vx[n] += dt * m->fx[n];
    m->vy[n] += dt * m->fy[n];
    m->vz[n] += dt * m->fz[n];
    m->x[n] += dt * m->vx[n];
    m->y[n] += dt * m->vy[n];
    m->z[n] += dt * m->vz[n];
  }
  for (int e = 0; e < ELEMENTS; ++e) {
    m->energy[e] *= 1 - 1e-6 * m->volume[e];
    m->pressure[e] = m->energy[e] / (m->volume[e] > 1e-9 ? m->volume[e] : 1e-9);
  }
}

int main(int argc, char **argv) {
  struct mesh *m = beginBench(&argc, &argv, sizeof(struct mesh));
  memset(m, 0, sizeof *m);
  // Numbered so that neighbours are not neighbours in memory.
  static int number[NODES];
  for (int i = 0; i < NODES; ++i)
    number[i] = (int)((long)i * 7919 % NODES);
  for (int i = 0; i < NODES; ++i) {
    m->x[number[i]] = i % SIDE;
    m->y[number[i]] = i / SIDE % SIDE;
    m->z[number[i]] = i / SIDE / SIDE;
  }
  for (int e = 0; e < ELEMENTS; ++e) {
    int x = e % EDGE, y = e / EDGE % EDGE, z = e / EDGE / EDGE;
    for (int c = 0; c < 8; ++c)
      m->corner[e][c] = number[x + (c & 1) + SIDE * (y + (c >> 1 & 1)) + SIDE * SIDE * (z + (c >> 2))];
    m->energy[e] = e % 3;
  }
  MPI_Win_fence(0, window);
  double began = cpuSeconds();
  for (int t = 0; t < STEPS; ++t) {
    forces(m);
    MPI_Win_fence(0, window);
    move(m, 1e-7);
    MPI_Win_fence(0, window);
  }
  return endBench(began, m->x[17]);
}
